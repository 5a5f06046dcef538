package import AccountRules
package import Domain
package import NoteletAPI
package import Records

/// The feeds of what people share in one feature: who may read them, and what their entries say.
package struct SharedFeedSource: Sendable {
    /// Finds the feed behind the rest of a name; nil where there is none, or the reader may not
    /// read it.
    ///
    /// It is asked with each page and each 20 seconds, so that a right that ends is seen. One that
    /// goes, and comes again under its name, is another feed.
    package typealias Find =
        @Sendable (String, Identity, StoreView) throws(DomainError) -> SharedFeed?

    /// Tells what an entry says, as a message of the feature's contract; nil for what a later entry
    /// takes back.
    package typealias Tell =
        @Sendable (RawSpan, SharedFeed, StoreView) throws(DomainError) -> SharedChange?

    /// The first word of their names: `items` of `items/news`.
    let kind: String
    let feed: Find
    let change: Tell

    /// Declares the feeds of a kind.
    package init(_ kind: String, feed: @escaping Find, change: @escaping Tell) {
        self.kind = kind
        self.feed = feed
        self.change = change
    }
}

extension SharedFeedSource {
    /// Declares the feeds of collections, which all who are signed in may read.
    package init(_ kind: String, of collections: CollectionKind, change: @escaping Tell) {
        self.init(
            kind,
            feed: { name, _, store throws(DomainError) in
                guard let name = try? CollectionName(name) else { return nil }
                return try store.collection(named: name, of: collections)?.feed
            },
            change: change
        )
    }
}
