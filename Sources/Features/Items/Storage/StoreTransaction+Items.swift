package import Domain
package import ItemRules
package import Records
internal import StorageEngine

extension StoreTransaction: ItemWriting {
    package func addCollection(
        named name: CollectionName,
        at now: Instant
    ) throws(DomainError) -> ItemCollection {
        let record = CollectionRecord(
            number: try takeNumber(of: .collections),
            name: name.text,
            createdAt: now.milliseconds
        )
        try put(record.encoded(), for: record.key, in: .collections)
        return ItemCollection(number: record.number, name: name, createdAt: now)
    }

    package func remove(_ collection: ItemCollection) throws(DomainError) {
        let record = CollectionRecord(
            number: collection.number,
            name: collection.name.text,
            createdAt: collection.createdAt.milliseconds,
            isRemoved: true
        )
        try put(record.encoded(), for: record.key, in: .collections)
        // Whoever watches it is told that it is over.
        news.add(collection.feed)
    }

    package func clearRemovedCollections(recordCountMax: Int) throws(DomainError) -> Bool {
        let (removed, last) = try removedCollections()
        var remaining = recordCountMax
        for number in removed {
            let feed = SharedFeed(.items, number: number)
            for place in try itemPlaces(of: feed, countMax: remaining / 2) {
                try deleteRecords(of: place)
                remaining -= 2
            }
            remaining -= try deleteEntries(of: feed, countMax: remaining)
            guard remaining > 1 else { return true }
            // The last one stays, so that none ever has its number.
            if number != last { try delete(CollectionRecord.Form.key(number), in: .collections) }
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
        var place = ItemPlace(feed: collection.feed)
        repeat {
            place.sequence = try append(to: place.feed) { ItemEntry.put.encoded($0) }
            // An item that is there gets the entry again that damage took from the end of the feed.
        } while try contains(place.key, in: .items)
        let record = ItemRecord(
            place: place,
            title: title,
            payload: payload,
            createdAt: now.milliseconds,
            creator: creator.rawValue,
            creation: try takeNumber(of: .createdItems, for: creator.rawValue)
        )
        try put(record.encoded(), for: place.key, in: .items)
        try put(record.entry.value, for: .place(record.entry.at), in: .createdItems)
        return item(record, in: collection)
    }

    package func delete(_ item: Item) throws(DomainError) {
        try delete(ItemPlace(item.id.opaque, secrets))
    }

    /// Deletes part of what somebody created who goes; answers whether nothing is left.
    ///
    /// An entry that is damaged leads to no item, and goes later.
    func eraseItems(
        of creator: UserNumber,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        guard remaining > 0 else { return false }
        var places: [ItemPlace] = []
        let countMax = max(remaining / Self.recordsPerItem, 1)
        try scanSound(.createdItems, .all(of: creator), .ascending, atMost: countMax) {
            key,
            value throws(DomainError) in
            places.append(try CreationEntry(key: key, value: value).item)
            return places.count < countMax ? .next : .stop
        }
        for place in places { try delete(place) }
        remaining -= places.count * Self.recordsPerItem
        return places.count < countMax
    }

    /// The records that the deletion of an item touches: its own, what leads to it, and two of the
    /// feed.
    private static let recordsPerItem = 4

    private func delete(_ place: ItemPlace) throws(DomainError) {
        try deleteRecords(of: place)
        _ = try append(ItemEntry.deleted.encoded(place.sequence), to: place.feed)
        try deleteEntry(at: place.sequence, of: place.feed)
    }

    private func deleteRecords(of place: ItemPlace) throws(DomainError) {
        let record = try readable { () throws(DomainError) in try itemRecord(at: place) }
        if let record { try delete(.place(record.entry.at), in: .createdItems) }
        try delete(place.key, in: .items)
    }

    private func itemPlaces(
        of feed: SharedFeed,
        countMax: Int
    ) throws(DomainError) -> [ItemPlace] {
        var places: [ItemPlace] = []
        try scanKeys(.items, .items(of: feed), .ascending, atMost: countMax) {
            key throws(DomainError) in
            if places.count < countMax { places.append(try ItemPlace(key: key)) }
            return places.count < countMax ? .next : .stop
        }
        return places
    }
}
