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

    /// What a collection is called that a feed is of, also once it was removed; nil once it is
    /// forgotten.
    package func collectionName(with feed: SharedFeed) throws(DomainError) -> CollectionName? {
        guard let row = try row(at: feed.number, in: Schema.collections), row.feed == feed else {
            return nil
        }
        return CollectionName(stored: row.name)
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
}
