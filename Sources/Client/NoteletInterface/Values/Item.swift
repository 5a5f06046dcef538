public import Foundation

/// What somebody put into a collection, for all who are signed in; who that was is shown to nobody.
public struct Item: Hashable, Identifiable, Sendable {
    /// The id of the item; until the service has given it one, it names the intention to add it.
    public let id: UUID
    /// The name of its collection, which an operator made.
    public let collection: String
    /// What it is called: 1 to 200 characters.
    public let title: String
    /// When it was added, to the minute.
    public let createdAt: Date
    /// What the application makes of it; at most 65,536 bytes.
    public let payload: Data

    /// Creates an item's picture.
    ///
    /// - Parameters:
    ///   - id: The id of the item.
    ///   - collection: The name of its collection.
    ///   - title: What it is called.
    ///   - createdAt: When it was added.
    ///   - payload: What the application makes of it.
    public init(id: UUID, collection: String, title: String, createdAt: Date, payload: Data) {
        self.id = id
        self.collection = collection
        self.title = title
        self.createdAt = createdAt
        self.payload = payload
    }
}
