public import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Reads and changes the items of collections with a copy of those that were asked for; to change
/// them there must be a network.
public struct OfflineItemRepository: ObservableItemRepositoryInterface {
    let space: AccountSpace

    /// The items of the copy, as the policy of lists has it, the newest first, page by page.
    public func itemPages(
        inCollection collection: String,
        pageSize: Int
    ) -> Pages<NoteletInterface.Item> {
        let (feed, size) = (SharedFeed.items(collection), PagePlace.size(pageSize))
        return Pages { [space] cursor in
            let account = try await space.requireAccount()
            let place = try cursor.map(PagePlace.number)
            let read = { @Sendable (tables: CopyTables) throws(SQLiteError) in
                try tables.newestEntries(as: .item, in: feed, before: place, countMax: size)
                    .page(size: size)
            }
            // A list is asked for where it begins, and read on as it was then.
            return cursor == nil
                ? try await account.readShared(feed, read) : try await account.copy.read(read)
        }
    }

    /// One item: the copy, else the service, which the copy then has.
    public func fetchItem(byId id: UUID) async throws -> NoteletInterface.Item {
        try await space.requireAccount().sharedValue(id, as: .item) { item in
            SharedFeed.items(item.collection)
        } _: { (notelet) throws(NoteletError) in
            try await notelet.getItem(id: id.bytes)
        }
    }

    /// Adds an item, and then to the copy.
    public func addItem(_ item: NoteletInterface.Item) async throws -> NoteletInterface.Item {
        let feed = SharedFeed.items(item.collection)
        let payload = [UInt8](item.payload)
        return try await space.requireAccount().putShared(in: feed, as: .item) {
            (notelet) throws(NoteletError) in
            var added = try await notelet.createItem(
                collection: item.collection,
                title: item.title,
                payload: payload,
                idempotencyKey: .of(item.id)
            )
            // The service does not send back what it was just sent.
            added.payload = payload
            return added
        }
    }

    /// Deletes an item, and then from the copy.
    public func deleteItem(byId id: UUID) async throws {
        try await space.requireAccount().deleteShared(id) { (notelet) throws(NoteletError) in
            try await notelet.deleteItem(id: id.bytes)
        }
    }

    /// All items of a collection now, the newest first, and again after each change; none where the
    /// collection is taken away.
    public func observeItems(
        inCollection collection: String
    ) -> AsyncStream<[NoteletInterface.Item]> {
        let feed = SharedFeed.items(collection)
        return space.sharedValues(of: feed, orElse: []) { (tables) throws(SQLiteError) in
            try tables.newestEntries(as: .item, in: feed).map(\.value)
        }
    }
}
