package import Domain
internal import StorageEngine

/// What goes with a collection when that is taken away: at once for everybody, its records by and
/// by.
package struct CollectionContents: Sendable {
    /// What the collections are of.
    let kind: CollectionKind
    /// What is cleared, in this order.
    let parts: [Part]

    /// The records of a table that stand in the feed of a collection, with what finds them.
    struct Part: Sendable {
        let table: TableID
        /// Deletes as many as may be touched still, and takes those off; answers whether none is
        /// left.
        let clear: @Sendable (SharedFeed, inout Int, StoreTransaction) throws(DomainError) -> Bool
    }

    /// Declares what collections of a kind have: tables whose keys begin with their feed, those in
    /// front whose records need those of others.
    package init<each Row: KeyedRow>(
        of kind: CollectionKind,
        _ tables: repeat SchemaTable<each Row>
    ) {
        self.kind = kind
        var parts: [Part] = []
        for table in repeat each tables { parts.append(Part(table)) }
        self.parts = parts
    }
}

extension CollectionContents.Part {
    fileprivate init<Row: KeyedRow>(_ table: SchemaTable<Row>) {
        self.table = table.id
        clear = { feed, remaining, store throws(DomainError) in
            let recordCount = 1 + table.indexes.count
            let countMax = max(remaining / recordCount, 1)
            let count = try store.deleteRows(of: table, .all(of: feed), countMax: countMax)
            remaining -= count * recordCount
            return count < countMax
        }
    }
}

extension StoreView {
    /// Whether collections that were taken away have left anything to delete.
    package func hasRemains(of contents: CollectionContents) throws(DomainError) -> Bool {
        let (removed, last) = try removedCollections(of: contents.kind)
        for feed in removed {
            if feed.number != last { return true }
            for table in contents.parts.map(\.table) + [.sharedChanges] {
                guard try isEmpty(.all(of: feed), in: table) else { return true }
            }
        }
        return false
    }

    /// The feeds of the collections of a kind that were removed, and the last number that was given
    /// to any collection.
    fileprivate func removedCollections(
        of kind: CollectionKind
    ) throws(DomainError) -> (removed: [SharedFeed], last: UInt64) {
        let all = try firstRows(of: Schema.collections)
        let removed = all.filter { row in
            row.isRemoved && row.feed == SharedFeed(kind.feed, number: row.key)
        }
        return (removed.map(\.feed), all.last?.key ?? 0)
    }
}

extension StoreTransaction {
    /// Deletes part of what collections have left that were taken away, and then what their feeds
    /// tell: about `recordCountMax` records.
    ///
    /// - Returns: Whether anything is left of them.
    package func clearRemains(
        of contents: CollectionContents,
        recordCountMax: Int
    ) throws(DomainError) -> Bool {
        let (removed, last) = try removedCollections(of: contents.kind)
        var remaining = recordCountMax
        for feed in removed {
            for part in contents.parts {
                guard try part.clear(feed, &remaining, self), remaining > 0 else { return true }
            }
            let range = KeyRange.all(of: feed)
            remaining -= try deleteAll(range, in: .sharedChanges, recordCountMax: remaining)
            guard remaining > 0 else { return true }
            // The last one stays, so that none ever has its number.
            if feed.number != last { try delete(at: feed.number, in: Schema.collections) }
        }
        return false
    }
}
