public import Foundation

/// Adds an item to a collection.
public struct AddItemUseCase: Sendable {
    private let itemRepository: any ItemRepositoryInterface
    private let dateClient: DateClient

    /// Works on a repository.
    ///
    /// - Parameters:
    ///   - itemRepository: Has the items.
    ///   - dateClient: Tells the present moment.
    public init(
        itemRepository: any ItemRepositoryInterface,
        dateClient: DateClient = .live
    ) {
        self.itemRepository = itemRepository
        self.dateClient = dateClient
    }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - title: What the item is called.
    ///   - payload: What the application makes of it.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Returns: The item, as the service keeps it; its id is what it is deleted by.
    /// - Throws: `AppError`.
    public func execute(
        collection: String,
        title: String,
        payload: Data = Data(),
        intention: UUID = UUID()
    ) async throws -> Item {
        let item = Item(
            id: intention,
            collection: collection,
            title: title,
            createdAt: dateClient.now(),
            payload: payload
        )
        return try await itemRepository.addItem(item)
    }
}
