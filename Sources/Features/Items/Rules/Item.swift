package import Domain

/// What somebody put into a collection; it is never changed.
package struct Item: Equatable, Sendable {
    /// The id by which all know it.
    package let id: ItemID
    /// Where it is.
    package let collection: CollectionName
    /// What it is called, 1 to 200 characters.
    package let title: String
    /// What the application makes of it.
    package let payload: [UInt8]
    /// When it was put there, to the minute.
    package let createdAt: Instant
    /// Who did that, which is shown to nobody.
    package let creator: UserNumber

    /// Gathers an item as it is stored.
    package init(
        id: ItemID,
        collection: CollectionName,
        title: String,
        payload: [UInt8],
        createdAt: Instant,
        creator: UserNumber
    ) {
        self.id = id
        self.collection = collection
        self.title = title
        self.payload = payload
        self.createdAt = createdAt
        self.creator = creator
    }
}

/// The id of an item, the same for all.
package typealias ItemID = ObjectID<Item>

/// What became of an item, as the feed of its collection tells it.
package enum ItemChange: Equatable, Sendable {
    /// It was put there.
    case put(Item)
    /// It was deleted.
    case deleted(ItemID)
}

extension CollectionKind {
    /// Collections of items.
    package static let items = CollectionKind(.items, command: "collection")
}

extension SharedFeed.Kind {
    /// Of a collection of items.
    package static let items = SharedFeed.Kind(rawValue: 1)
}
