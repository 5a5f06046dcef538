public import Foundation
internal import ItemClient
internal import NoteletClient
public import NoteletInterface

/// Reads and changes the items of collections at the service.
public struct RemoteItemRepository: ObservableItemRepositoryInterface {
    let caller: RemoteCaller

    /// Asks for items page by page, the newest first.
    public func itemPages(
        inCollection collection: String,
        pageSize: Int
    ) -> Pages<NoteletInterface.Item> {
        let list = ListItemsRequest(collection: collection)
        return Pages { [caller] cursor in
            try await caller.page(of: ItemsAPI.listItems, list, at: cursor, size: pageSize) {
                try Item($0)
            }
        }
    }

    /// Asks for one item.
    public func fetchItem(byId id: UUID) async throws -> NoteletInterface.Item {
        let item = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.getItem(id: id.bytes)
        }
        return try Item(item)
    }

    /// Adds an item under the key of its id.
    public func addItem(_ item: NoteletInterface.Item) async throws -> NoteletInterface.Item {
        let added = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.createItem(
                collection: item.collection,
                title: item.title,
                payload: [UInt8](item.payload),
                idempotencyKey: .of(item.id)
            )
        }
        // The service does not send back what it was just sent.
        return try Item(added, payload: item.payload)
    }

    /// Deletes an item.
    public func deleteItem(byId id: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.deleteItem(id: id.bytes)
        }
    }

    /// Follows a collection, through lost connections.
    public func observeItems(
        inCollection collection: String
    ) -> AsyncStream<[NoteletInterface.Item]> {
        AsyncStream(following: { [notelet = caller.notelet] tell in
            for try await items in notelet.observeItems(in: collection) {
                tell(try items.map { try Item($0) })
            }
        })
    }
}
