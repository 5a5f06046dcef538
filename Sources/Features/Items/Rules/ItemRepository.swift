package import Domain

/// Reads collections and items.
package protocol ItemReading: CollectionReading {
    /// The item of this id; nil for what never was, and for what is gone with its collection.
    func item(_ id: ItemID) throws(DomainError) -> Item?
    /// How many items somebody created; counts up to `countMax` and no further.
    func itemCount(of creator: UserNumber, countMax: Int) throws(DomainError) -> Int
    /// Visits the items of a list, newest first, before `place` (nil: the newest).
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitItems(
        of list: ItemList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Item) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// What an entry of a collection's feed says; nil for an item that a later entry takes back.
    func itemChange(_ entry: RawSpan, of feed: SharedFeed) throws(DomainError) -> ItemChange?
}

/// Writes collections and items.
package protocol ItemWriting: ItemReading, CollectionWriting {
    /// Stores a new item, gives it its id, and tells the feed of its collection.
    func addItem(
        to collection: SharedCollection,
        title: String,
        payload: [UInt8],
        by creator: UserNumber,
        at now: Instant
    ) throws(DomainError) -> Item
    /// Deletes an item, and tells the feed of its collection.
    func delete(_ item: Item) throws(DomainError)
}

/// Items that belong together.
package enum ItemList: Sendable {
    /// Those of a collection.
    case collection(SharedCollection)
    /// Those that somebody created, in any collection.
    case creator(UserNumber)
}
