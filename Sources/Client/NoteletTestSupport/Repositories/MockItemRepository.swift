public import Foundation
public import NoteletInterface

/// Items of which a test says what there are.
public final class MockItemRepository: ObservableItemRepositoryInterface {
    /// What a page is asked for by.
    public typealias PageCall = (collection: String, cursor: PageCursor?, pageSize: Int)

    /// What observers of any collection see; to set its value is to tell it.
    public let items: FakeStream<[Item]>
    /// Each page that `itemPages(inCollection:pageSize:)` is asked for.
    public let itemPageCalls = FakeCall<PageCall, ListPage<Item>>(
        "itemPages(inCollection:pageSize:)"
    )
    /// Calls of `fetchItem(byId:)`.
    public let fetchItemCalls = FakeCall<UUID, Item>("fetchItem(byId:)")
    /// Calls of `addItem(_:)`.
    public let addItemCalls = FakeCall<Item, Item>("addItem(_:)")
    /// Calls of `deleteItem(byId:)`.
    public let deleteItemCalls = FakeCall<UUID, Void>("deleteItem(byId:)")
    /// Calls of `observeItems(inCollection:)`, which needs no handler.
    public let observeItemsCalls = FakeCall<String, Void>("observeItems(inCollection:)")

    /// Creates one that has handlers alone, and shows observers no items.
    public init() {
        items = FakeStream([])
    }

    /// Creates one that has items, and stays so: changes are not remembered.
    ///
    /// - Parameter itemsToReturn: The items.
    public init(itemsToReturn: [Item]) {
        items = FakeStream(itemsToReturn)
        itemPageCalls.handler = { call in
            let found = itemsToReturn.filter { $0.collection == call.collection }
            return ListPage(of: found, at: call.cursor, size: call.pageSize)
        }
        fetchItemCalls.handler = { id in try itemsToReturn.found(id) }
        addItemCalls.handler = { $0 }
        deleteItemCalls.handler = { id in _ = try itemsToReturn.found(id) }
    }

    /// Records each page that is asked for, and gives that of the handler.
    public func itemPages(inCollection collection: String, pageSize: Int) -> Pages<Item> {
        Pages { [itemPageCalls] cursor in
            try await itemPageCalls((collection, cursor, pageSize))
        }
    }

    /// Records the call, and gives the item of the handler.
    public func fetchItem(byId id: UUID) async throws -> Item { try await fetchItemCalls(id) }

    /// Records the call, and adds what the handler adds.
    public func addItem(_ item: Item) async throws -> Item { try await addItemCalls(item) }

    /// Records the call, and does what the handler does.
    public func deleteItem(byId id: UUID) async throws { try await deleteItemCalls(id) }

    /// Records the call, and gives what there is now, and each change that the test makes.
    public func observeItems(inCollection collection: String) -> AsyncStream<[Item]> {
        observeItemsCalls.record(collection)
        return items.makeStream()
    }
}
