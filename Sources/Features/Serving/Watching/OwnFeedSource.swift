package import Domain
package import NoteletAPI
package import Records

/// The feed of each person: all that changes for one account or guest.
package protocol OwnFeedSource: Sendable {
    /// Writes the changes after a place to a page, as they are to be seen at a moment.
    ///
    /// A page ends early once it holds `pageByteCountMax` bytes.
    /// - Returns: The place to go on from, and whether there was more.
    func write(
        changesOf user: UserNumber,
        after place: Sequence,
        limit: Int,
        in store: StoreView,
        at now: Instant,
        to page: inout ChangePageWriter
    ) throws(DomainError) -> (place: Sequence, hasMore: Bool)
}

/// Where the entries of all feeds come from.
struct FeedSources: Sendable {
    let own: any OwnFeedSource
    private let shared: [(source: SharedFeedSource, feature: String)]
    private let offered: OfferedFeatures

    /// Takes them from the features of a service, one of which writes the feeds of persons.
    init(_ parts: [FeatureParts], of features: [Feature], offered: OfferedFeatures) {
        self.offered = offered
        let own = parts.compactMap(\.ownFeed)
        guard let first = own.first, own.count == 1 else {
            preconditionFailure("One feature writes the feed of each person.")
        }
        self.own = first
        shared = zip(features, parts).flatMap { feature, parts in
            parts.sharedFeeds.map { ($0, feature.name) }
        }
    }

    /// What has the shared feed of a name; nil for one that no feature has.
    ///
    /// - Throws: `featureOff`.
    func shared(_ name: String) throws(DomainError) -> SharedFeedSource? {
        guard name.utf8.count <= DomainLimits.feedNameByteCountMax,
            let found = shared.first(where: { name.hasPrefix($0.source.kind + "/") })
        else { return nil }
        if let refusal = offered.refusal(ofFeature: found.feature) { throw refusal }
        return found.source
    }
}
