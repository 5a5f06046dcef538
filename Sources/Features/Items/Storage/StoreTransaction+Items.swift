package import Domain
package import ItemRules
package import Records

extension StoreTransaction: ItemWriting {
    package func addCollection(
        named name: CollectionName,
        at now: Instant
    ) throws(DomainError) -> ItemCollection {
        let number = try takeNumber(of: Schema.collections)
        let collection = ItemCollection(number: number, name: name, createdAt: now)
        try put(CollectionRecord(collection), in: Schema.collections)
        return collection
    }

    package func remove(_ collection: ItemCollection) throws(DomainError) {
        try put(CollectionRecord(collection, isRemoved: true), in: Schema.collections)
        // Whoever watches it is told that it is over.
        news.add(collection.feed)
    }

    package func clearRemovedCollections(recordCountMax: Int) throws(DomainError) -> Bool {
        let (removed, last) = try removedCollections()
        var remaining = recordCountMax
        for number in removed {
            let feed = SharedFeed(.items, number: number)
            // An item is a record, and one that leads to it.
            guard try clear(feed, of: Schema.items, &remaining, recordCount: 2) else { return true }
            // The last one stays, so that none ever has its number.
            if number != last { try delete(at: number, in: Schema.collections) }
        }
        return false
    }

    package func addItem(
        to collection: ItemCollection,
        title: String,
        payload: [UInt8],
        by creator: UserNumber,
        at now: Instant
    ) throws(DomainError) -> Item {
        let record = ItemRecord(
            key: try takePlace(in: collection.feed, of: Schema.items),
            title: title,
            payload: payload,
            createdAt: now,
            creator: creator,
            creation: Sequence(try takeNumber(of: Schema.createdItems, for: creator))
        )
        try put(record, in: Schema.items)
        return item(record, in: collection)
    }

    package func delete(_ item: Item) throws(DomainError) {
        let place = secrets.identifiers.sharedPlace(behind: item.id.opaque, for: .itemID)
        try deleteShared(at: place, in: Schema.items)
    }
}

extension CollectionRecord {
    /// The record of a collection.
    init(_ collection: ItemCollection, isRemoved: Bool = false) {
        (key, name) = (collection.number, collection.name.text)
        (createdAt, self.isRemoved) = (collection.createdAt, isRemoved)
    }
}
