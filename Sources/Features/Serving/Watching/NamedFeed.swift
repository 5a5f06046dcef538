internal import AccountRules
internal import AccountStorage
internal import Domain
internal import Records

/// A feed as a client names it.
enum NamedFeed: Sendable {
    /// That of the caller: the name is empty.
    case own
    /// One of those of a feature.
    case shared(String, SharedFeedSource)
    /// One that no feature has.
    case unknown(String)

    /// Finds what a name means.
    ///
    /// - Throws: `featureOff`.
    init(_ name: String, among sources: FeedSources) throws(DomainError) {
        if name.isEmpty {
            self = .own
        } else if let source = try sources.shared(name) {
            self = .shared(name, source)
        } else {
            self = .unknown(name)
        }
    }

    /// The name, as the client gave it.
    var name: String {
        switch self {
        case .own: ""
        case .shared(let name, _), .unknown(let name): name
        }
    }

    /// The feed itself; nil where there is none, or the reader may not read it.
    func feed(for reader: Identity, in store: StoreView) throws(DomainError) -> Feed? {
        switch self {
        case .own: .person(reader.user)
        case .shared(let name, let source):
            try source.feed(String(name.dropFirst(source.kind.count + 1)), reader, store)
                .map { .shared($0) }
        case .unknown: nil
        }
    }
}
