public import Foundation

/// Reads and changes the items of collections, where the service offers items.
public protocol ItemRepositoryInterface: Sendable {
    /// The items of a collection, the newest first, page by page: 1 to 500 a page.
    func itemPages(inCollection collection: String, pageSize: Int) -> Pages<Item>
    /// The item of an id.
    ///
    /// - Throws: `AppError`.
    func fetchItem(byId id: UUID) async throws -> Item
    /// Adds an item, which no change is made to later; the service gives it its id and its moment.
    /// The item's id names the intention: added again with the same id, it is added once.
    ///
    /// - Throws: `AppError`.
    func addItem(_ item: Item) async throws -> Item
    /// Deletes an item that the account has added.
    ///
    /// - Throws: `AppError`.
    func deleteItem(byId id: UUID) async throws
}

/// Items that screens observe.
public protocol ObservableItemRepositoryInterface: ItemRepositoryInterface {
    /// All items of a collection now, the newest first, and again after each change.
    ///
    /// Who is slow misses what was in between, never what is last. The stream ends where the
    /// collection is taken away or cannot be followed; to ask for its items tells why.
    func observeItems(inCollection collection: String) -> AsyncStream<[Item]>
}
