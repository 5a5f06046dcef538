package import Domain
package import ItemRules
package import Records
internal import StorageEngine

extension StoreView: ItemReading {
    package func collection(named name: CollectionName) throws(DomainError) -> ItemCollection? {
        var found: ItemCollection?
        try visitCollections { record in
            if record.name == name.text { found = ItemCollection(record) }
            return found == nil ? .next : .stop
        }
        return found
    }

    package func collections() throws(DomainError) -> [ItemCollection] {
        var found: [ItemCollection] = []
        try visitCollections { record in
            if let collection = ItemCollection(record) { found.append(collection) }
            return .next
        }
        return found.sorted { $0.name.text < $1.name.text }
    }

    package func hasRemainsOfCollections() throws(DomainError) -> Bool {
        let (removed, last) = try removedCollections()
        for number in removed {
            let feed = SharedFeed(.items, number: number)
            if number != last { return true }
            if try !isEmpty(.items(of: feed), in: .items) { return true }
            if try visitEntries(of: feed, after: .start, limit: 0, { _ in .last }).hasMore {
                return true
            }
        }
        return false
    }

    /// The numbers of the collections that were removed, and the last number that was given out.
    func removedCollections() throws(DomainError) -> (removed: [UInt64], last: UInt64) {
        var removed: [UInt64] = []
        var last: UInt64 = 0
        try visitCollections { record in
            if record.isRemoved { removed.append(record.number) }
            last = record.number
            return .next
        }
        return (removed, last)
    }

    /// Visits the collections in the order of their numbers, those that were removed as well.
    private func visitCollections(
        _ visit: (CollectionRecord) -> ScanStep
    ) throws(DomainError) {
        try scanSound(.collections, .all, .ascending) { key, value throws(DomainError) in
            visit(try Schema.collections.row(key: key, value: value))
        }
    }

    package func item(_ id: ItemID) throws(DomainError) -> Item? {
        try item(at: ItemPlace(id.opaque, secrets))
    }

    package func itemCount(of creator: UserNumber, countMax: Int) throws(DomainError) -> Int {
        try count(.all(of: creator), in: .createdItems, countMax)
    }

    package func visitItems(
        of list: ItemList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Item) -> PageStep
    ) throws(DomainError) -> Sequence? {
        var page = RecordPage<Sequence>(limit: limit)
        switch list {
        case .collection(let collection):
            var range = KeyRange.items(of: collection.feed)
            if let place {
                range.upper = ItemPlace(feed: collection.feed, sequence: place).key
            }
            try visitNewestFirst(.items, range, limit: limit) { key, value throws(DomainError) in
                let row = try Schema.items.row(key: key, value: value)
                return try page.add(row.place.sequence) { () in visit(item(row, in: collection)) }
            }
        case .creator(let creator):
            let range = KeyRange.before(place, of: creator)
            try visitNewestFirst(.createdItems, range, limit: limit) {
                key,
                value throws(DomainError) in
                let row = try CreationEntry(key: key, value: value)
                return try page.add(row.at.sequence) { () throws(DomainError) in
                    try item(at: row.item).map(visit) ?? .next
                }
            }
        }
        return page.next
    }

    package func itemChange(
        _ entry: RawSpan,
        of feed: SharedFeed
    ) throws(DomainError) -> ItemChange? {
        try entry.requireByteCount(9, of: ItemRecord.kind)
        let sequence = Sequence(try entry.number(at: 1, of: ItemRecord.kind))
        let place = ItemPlace(feed: feed, sequence: sequence)
        switch ItemEntry(rawValue: try entry.byte(at: 0, of: ItemRecord.kind)) {
        case .put: return try item(at: place).map { .put($0) }
        case .deleted: return .deleted(ItemID(place.id(secrets)))
        case nil: throw ItemRecord.kind.damaged
        }
    }

    private func item(at place: ItemPlace) throws(DomainError) -> Item? {
        guard let record = try itemRecord(at: place) else { return nil }
        let key = CollectionRecord.Form.key(place.feed.number)
        let found = try value(of: key, in: .collections) { value throws(DomainError) in
            try key.withBytes { key throws(DomainError) in
                ItemCollection(try Schema.collections.row(key: key, value: value))
            }
        }
        guard case let collection?? = found else { return nil }
        return item(record, in: collection)
    }

    /// The stored form of an item.
    func itemRecord(at place: ItemPlace) throws(DomainError) -> ItemRecord? {
        var record = try value(of: place.key, in: .items) { value throws(DomainError) in
            try ItemRecord(value)
        }
        record?.place = place
        return record
    }

    func item(_ record: ItemRecord, in collection: ItemCollection) -> Item {
        Item(
            id: ItemID(record.place.id(secrets)),
            collection: collection.name,
            title: record.title,
            payload: record.payload,
            createdAt: Instant(milliseconds: record.createdAt),
            creator: UserNumber(record.creator)
        )
    }
}

/// What an entry of a collection's feed tells of the item at the place behind it.
enum ItemEntry: UInt8 {
    case put = 1
    case deleted = 2

    func encoded(_ place: Sequence) -> [UInt8] { [rawValue] + [UInt8](bigEndian: place.rawValue) }
}

extension ItemCollection {
    /// The collection of a record; nil for one that was removed.
    init?(_ record: CollectionRecord) {
        if record.isRemoved { return nil }
        self.init(
            number: record.number,
            name: CollectionName(stored: record.name),
            createdAt: Instant(milliseconds: record.createdAt)
        )
    }
}

extension KeyRange {
    /// The items of a collection.
    static func items(of feed: SharedFeed) -> KeyRange {
        KeyRange(prefix: OnePart<SharedFeed>.key(feed))
    }
}
