package import AccountRules
package import Domain
package import NoteletAPI
package import Records

/// The feeds of what people share in one feature: who may read them, and what their entries say.
package protocol SharedFeedSource: Sendable {
    /// The first word of their names: `items` of `items/news`.
    var kind: String { get }

    /// The feed behind the rest of a name; nil where there is none, or the reader may not read it.
    ///
    /// It is asked with each page and each half minute, so that a right that ends is seen. One that
    /// goes, and comes again under its name, is another feed.
    func feed(
        named name: Substring,
        for reader: Identity,
        in store: any Reading
    ) throws(DomainError) -> SharedFeed?

    /// What an entry says, as a message of the feature's contract; nil for what a later entry takes
    /// back.
    func change(
        _ entry: RawSpan,
        of feed: SharedFeed,
        in store: any Reading
    ) throws(DomainError) -> SharedChange?
}

/// A feed as a client names it.
enum NamedFeed: Sendable {
    /// That of the caller: the name is empty.
    case own
    /// One of those of a feature.
    case shared(String, any SharedFeedSource)
    /// One that no feature has.
    case unknown(String)

    /// Finds what a name means.
    init(_ name: String, among sources: [any SharedFeedSource]) {
        if name.isEmpty {
            self = .own
        } else if name.utf8.count <= DomainLimits.feedNameByteCountMax,
            let source = sources.first(where: { name.hasPrefix($0.kind + "/") })
        {
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
    func feed(for reader: Identity, in store: any Reading) throws(DomainError) -> Feed? {
        switch self {
        case .own: .person(reader.user)
        case .shared(let name, let source):
            try source.feed(named: name.dropFirst(source.kind.count + 1), for: reader, in: store)
                .map { .shared($0) }
        case .unknown: nil
        }
    }
}
