public import NoteletClient

extension Notelet {
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
            switch try change.read(ItemChange.self)?.kind {
            case .put(let item): .put(item, id: item.id)
            case .deletedItemID(let id): .delete(id: id)
            case nil: nil
            }
        }
    }
}
