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
        in store: StoreView
    ) throws(DomainError) -> SharedFeed?

    /// What an entry says, as a message of the feature's contract; nil for what a later entry takes
    /// back.
    func change(
        _ entry: RawSpan,
        of feed: SharedFeed,
        in store: StoreView
    ) throws(DomainError) -> SharedChange?
}
