internal import AccountStorage
package import Domain
package import ItemRules
package import Records
internal import StorageEngine

extension StoreView: ItemReading {
    package func collection(named name: CollectionName) throws(DomainError) -> ItemCollection? {
        try firstRow(of: Schema.collections) { $0.name == name.text && !$0.isRemoved }
            .flatMap(ItemCollection.init)
    }

    package func collections() throws(DomainError) -> [ItemCollection] {
        try firstRows(of: Schema.collections).compactMap(ItemCollection.init)
            .sorted { $0.name.text < $1.name.text }
    }

    package func hasRemainsOfCollections() throws(DomainError) -> Bool {
        let (removed, last) = try removedCollections()
        for number in removed {
            let feed = SharedFeed(.items, number: number)
            if number != last { return true }
            if try hasAnything(in: feed, of: Schema.items) { return true }
        }
        return false
    }

    /// The numbers of the collections that were removed, and the last number that was given out.
    func removedCollections() throws(DomainError) -> (removed: [UInt64], last: UInt64) {
        let all = try firstRows(of: Schema.collections)
        return (all.filter(\.isRemoved).map(\.key), all.last?.key ?? 0)
    }

    package func item(_ id: ItemID) throws(DomainError) -> Item? {
        try item(at: secrets.identifiers.sharedPlace(behind: id.opaque, for: .itemID))
    }

    package func itemCount(of creator: UserNumber, countMax: Int) throws(DomainError) -> Int {
        try count(.all(of: creator), in: Schema.createdItems.id, countMax)
    }

    package func visitItems(
        of list: ItemList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Item) -> PageStep
    ) throws(DomainError) -> Sequence? {
        switch list {
        case .collection(let collection):
            let range = KeyRange.before(place, of: collection.feed)
            return try visitPage(of: Schema.items, range, limit: limit) {
                record throws(DomainError) in
                // Until the erasure takes what somebody created, it is shown to nobody.
                try isRemoved(record.creator) ? .next : visit(item(record, in: collection))
            }?.sequence
        case .creator(let creator):
            let range = KeyRange.before(place, of: creator)
            return try visitPage(of: Schema.createdItems, range, limit: limit) {
                entry throws(DomainError) in
                try item(at: entry.value).map(visit) ?? .next
            }?.sequence
        }
    }

    package func itemChange(
        _ entry: RawSpan,
        of feed: SharedFeed
    ) throws(DomainError) -> ItemChange? {
        let (told, place) = try SharedEntry.read(entry, of: feed, ItemRecord.kind)
        return switch told {
        case .put: try item(at: place).map { .put($0) }
        case .deleted: .deleted(ItemID(secrets.identifiers.seal(place, for: .itemID)))
        }
    }

    private func item(at place: SharedPlace) throws(DomainError) -> Item? {
        guard let record = try row(at: place, in: Schema.items), try !isRemoved(record.creator),
            let collection = try row(at: place.feed.number, in: Schema.collections)
        else { return nil }
        return ItemCollection(collection).map { item(record, in: $0) }
    }

    func item(_ record: ItemRecord, in collection: ItemCollection) -> Item {
        Item(
            id: ItemID(secrets.identifiers.seal(record.key, for: .itemID)),
            collection: collection.name,
            title: record.title,
            payload: record.payload,
            createdAt: record.createdAt,
            creator: record.creator
        )
    }
}

extension ItemCollection {
    /// The collection of a record; nil for one that was removed.
    init?(_ record: CollectionRecord) {
        if record.isRemoved { return nil }
        let name = CollectionName(stored: record.name)
        self.init(number: record.key, name: name, createdAt: record.createdAt)
    }
}
