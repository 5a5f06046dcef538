package import Domain

// Collections are found by going through all of them, which are few.
extension StoreView: CollectionReading {
    package func collection(
        named name: CollectionName,
        of kind: CollectionKind
    ) throws(DomainError) -> SharedCollection? {
        try firstRow(of: Schema.collections) { row in
            row.name == name.text && row.collection(of: kind) != nil
        }?.collection(of: kind)
    }

    package func collections(of kind: CollectionKind) throws(DomainError) -> [SharedCollection] {
        try firstRows(of: Schema.collections).compactMap { $0.collection(of: kind) }
            .sorted { $0.name.text < $1.name.text }
    }

    /// The collection that a feed is of; nil once it was removed.
    package func collection(
        with feed: SharedFeed,
        of kind: CollectionKind
    ) throws(DomainError) -> SharedCollection? {
        let found = try row(at: feed.number, in: Schema.collections)?.collection(of: kind)
        return found?.feed == feed ? found : nil
    }

    /// Whether collections of a kind that were removed have left anything to delete, which
    /// `hasAnything` finds out of a feed.
    package func hasRemains(
        of kind: CollectionKind,
        _ hasAnything: (SharedFeed) throws(DomainError) -> Bool
    ) throws(DomainError) -> Bool {
        let (removed, last) = try removedCollections(of: kind)
        for feed in removed {
            if feed.number != last { return true }
            if try hasAnything(feed) { return true }
        }
        return false
    }

    /// The feeds of the collections of a kind that were removed, and the last number that was given
    /// to any collection.
    func removedCollections(
        of kind: CollectionKind
    ) throws(DomainError) -> (removed: [SharedFeed], last: UInt64) {
        let all = try firstRows(of: Schema.collections)
        let removed = all.filter { row in
            row.isRemoved && row.feed == SharedFeed(kind.feed, number: row.key)
        }
        return (removed.map(\.feed), all.last?.key ?? 0)
    }
}

extension StoreTransaction: CollectionWriting {
    package func addCollection(
        named name: CollectionName,
        of kind: CollectionKind,
        at now: Instant
    ) throws(DomainError) -> SharedCollection {
        let number = try takeNumber(of: Schema.collections)
        let collection = SharedCollection(of: kind, number: number, name: name, createdAt: now)
        try put(CollectionRecord(collection), in: Schema.collections)
        return collection
    }

    package func remove(_ collection: SharedCollection) throws(DomainError) {
        try put(CollectionRecord(collection, isRemoved: true), in: Schema.collections)
        // Whoever watches it is told that it is over.
        news.add(collection.feed)
    }

    /// Deletes part of what collections of a kind that were removed have left, at most
    /// `recordCountMax` records; answers whether anything is left of them.
    ///
    /// `clear` deletes as many records of a feed as remain to be touched, takes those off, and
    /// answers whether nothing is left and more may be done.
    package func clearRemovedCollections(
        of kind: CollectionKind,
        recordCountMax: Int,
        _ clear: (SharedFeed, inout Int) throws(DomainError) -> Bool
    ) throws(DomainError) -> Bool {
        let (removed, last) = try removedCollections(of: kind)
        var remaining = recordCountMax
        for feed in removed {
            guard try clear(feed, &remaining) else { return true }
            // The last one stays, so that none ever has its number.
            if feed.number != last { try delete(at: feed.number, in: Schema.collections) }
        }
        return false
    }
}
