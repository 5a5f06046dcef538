public import NoteletClient

extension Notelet {
    /// The items of a collection, newest first.
    ///
    /// - Parameters:
    ///   - collection: The name of a collection.
    ///   - pageSize: 1 to 500 items a page; fewer come where they are large.
    /// - Returns: The pages; `items(in:).items` gives the items one by one.
    public func items(in collection: String, pageSize: Int32 = 50) -> PageSequence<Item> {
        PageSequence { [self] (cursor) throws(NoteletError) in
            let response = try await call(
                ItemsAPI.listItems,
                ListItemsRequest(collection: collection, cursor: cursor, pageSize: pageSize)
            )
            return Page(items: response.items, nextCursor: response.nextCursor)
        }
    }

    /// One item.
    ///
    /// - Parameter id: The item's id.
    /// - Returns: The item.
    /// - Throws: `NoteletError`, `refused` with `itemNotFound`.
    public func item(_ id: [UInt8]) async throws(NoteletError) -> Item {
        let response = try await call(ItemsAPI.getItem, GetItemRequest(id: id))
        guard let item = response.item else { throw .incomplete(ItemsAPI.getItem.summary) }
        return item
    }

    /// Puts an item into a collection; keep its id where it shall be deleted some day.
    ///
    /// - Parameters:
    ///   - collection: The name of a collection.
    ///   - title: 1 to 200 characters.
    ///   - payload: What the application makes of it; at most 65,536 bytes.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The item.
    /// - Throws: `NoteletError`, `refused` with `collectionNotFound`, `payloadTooLarge`,
    ///   `itemLimitReached` and others.
    @discardableResult
    public func createItem(
        in collection: String,
        title: String,
        payload: [UInt8] = [],
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> Item {
        let response = try await call(
            ItemsAPI.createItem,
            CreateItemRequest(collection: collection, title: title, payload: payload),
            idempotencyKey: key
        )
        guard var item = response.item else { throw .incomplete(ItemsAPI.createItem.summary) }
        // The service does not send back what it was just given.
        item.payload = payload
        return item
    }

    /// Deletes an item that the caller created.
    ///
    /// - Parameters:
    ///   - id: The item's id.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `itemNotFound` or `notYourItem`.
    public func deleteItem(
        _ id: [UInt8],
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        _ = try await call(ItemsAPI.deleteItem, DeleteItemRequest(id: id), idempotencyKey: key)
    }

    /// All items of a collection, newest first, as they are and anew after each change.
    ///
    /// - Parameters:
    ///   - collection: The name of a collection.
    ///   - report: What is told when the connection was lost, and when it is there again.
    /// - Returns: The lists; the sequence ends when the collection is taken away.
    public func observeItems(
        in collection: String,
        reporting report: @escaping @Sendable (WatchConnection) -> Void = { _ in }
    ) -> LiveListSequence<Item> {
        let feed = WatchedFeed(feed: "items/" + collection)
        return LiveListSequence(watch([feed], reporting: report)) { change throws(NoteletError) in
            let change = try change.read(ItemChange.self, named: "notelet.items.v1.ItemChange")
            return switch change?.kind {
            case .put(let item): .put(item, id: item.id)
            case .deletedItemID(let id): .delete(id: id)
            case nil: nil
            }
        }
    }
}
