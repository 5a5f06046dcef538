internal import Domain
internal import ItemRules
package import Records
internal import StorageEngine

// Collections, what is in them, and who put it there.

extension TableID {
    static let collections = TableID(rawValue: 27)
    static let items = TableID(rawValue: 28)
    static let createdItems = TableID(rawValue: 29)
}

extension RecordKind {
    static var collection: RecordKind { RecordKind("collection") }
    static var item: RecordKind { RecordKind("item") }
}

extension KeyPurpose {
    static let itemID = KeyPurpose(rawValue: 18)
}

/// A collection, or the order to delete what one has left that was removed.
struct CollectionRecord: StoredRecord {
    var name = ""
    /// Milliseconds since 1970.
    var createdAt: Int64 = 0
    var isRemoved = false

    enum CodingKeys: Int, CodingKey {
        case name = 1
        case createdAt = 2
        case isRemoved = 3
    }

    static let kind = RecordKind.collection
}

/// A collection, by its number.
struct CollectionRow {
    typealias Form = OnePart<UInt64>

    var number: UInt64 = 0
    var record = CollectionRecord()

    /// Beyond this no server comes, and a number has room in the name of a feed.
    static let numberMax: UInt64 = 1 << 40
}

/// An item, under where it is.
struct ItemRecord: StoredRecord {
    var title = ""
    var payload: [UInt8] = []
    /// Milliseconds since 1970, to the minute.
    var createdAt: Int64 = 0
    var creator: UInt64 = 0
    /// Its place among what its creator made.
    var creation: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case title = 1
        case payload = 2
        case createdAt = 3
        case creator = 4
        case creation = 5
    }

    static let kind = RecordKind.item
}

/// Where an item is: the feed of its collection, and where that told that it was put there.
struct ItemPlace: Hashable, Sendable {
    typealias Form = TwoParts<SharedFeed, Sequence>

    var feed = SharedFeed(rawValue: 0)
    var sequence = Sequence.start

    var key: Key { Form.key(feed, sequence) }
    /// The item's id is its place, encrypted.
    func id(_ secrets: StoreSecrets) -> OpaqueID {
        secrets.identifiers.seal(feed.rawValue, sequence.rawValue, for: .itemID)
    }

    init(_ feed: SharedFeed, _ sequence: Sequence) {
        (self.feed, self.sequence) = (feed, sequence)
    }

    init(_ id: OpaqueID, _ secrets: StoreSecrets) {
        let numbers = secrets.identifiers.open(id, for: .itemID)
        self.init(SharedFeed(rawValue: numbers.high), Sequence(numbers.low))
    }

    init(key: RawSpan) throws(DomainError) {
        let (feed, sequence) = try Form.values(of: key, .item)
        self.init(feed, sequence)
    }
}

/// An item as a table has it.
struct ItemRow {
    var place = ItemPlace(SharedFeed(rawValue: 0), .start)
    var record = ItemRecord()

    /// What leads from the creator to it.
    var creation: CreationRow {
        let place = Place(UserNumber(record.creator), Sequence(record.creation))
        return CreationRow(creation: place, item: self.place)
    }
}

/// That somebody created an item.
struct CreationRow {
    var creation = Place(.nobody, .start)
    var item = ItemPlace(SharedFeed(rawValue: 0), .start)

    var value: [UInt8] {
        [UInt8](bigEndian: item.feed.rawValue) + [UInt8](bigEndian: item.sequence.rawValue)
    }

    init(creation: Place, item: ItemPlace) {
        (self.creation, self.item) = (creation, item)
    }

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        creation = try Place(key: key, of: .uniqueEntry)
        item = try ItemPlace(key: value)
    }
}

extension Schema {
    /// The tables of items.
    package static let ofItems: [any TableDeclaration] = [collections, items, createdItems]

    static let collections = SchemaTable<CollectionRow>(
        .collections,
        "collections",
        key: CollectionRow.Form("number"),
        owner: .nobody,
        erasure: .stays(because: "operators make it"),
        sight: .nothing,
        archive: .kept,
        form: RecordForm(.collection, blank: CollectionRow()) { key, value throws(DomainError) in
            let number = try CollectionRow.Form.value(of: key, .collection)
            guard number <= CollectionRow.numberMax else { throw RecordKind.collection.damaged }
            return CollectionRow(number: number, record: try CollectionRecord(value))
        } key: { row in
            CollectionRow.Form.key(row.number)
        } value: { row, _ in
            row.record.encoded()
        },
        flaw: { row, _ in
            (try? CollectionName(row.record.name)) == nil ? "the name is beyond its limits" : nil
        },
        line: DumpLine(
            "collection",
            place: 19,
            isShownWithoutSenders: true,
            isListedWhenEmpty: false,
            moment: { Instant(milliseconds: $0.record.createdAt) },
            finish: { row, _ throws(DumpProblem) in
                guard row.number <= CollectionRow.numberMax else {
                    throw DumpProblem("'number' is too great")
                }
            },
            fields: [
                Field("number", .number(Access(\.number))),
                Field("name", .text(Access(\.record.name))),
                Field("created_at", .moment(Access(milliseconds: \.record.createdAt))),
                Field("removed", .yes(Access(\.record.isRemoved))),
            ]
        )
    )

    static let items = SchemaTable<ItemRow>(
        .items,
        "items",
        key: ItemPlace.Form("feed", "seq"),
        owner: .record { UserNumber($0.record.creator) },
        erasure: .ownStep { creator, remaining, store throws(DomainError) in
            try store.eraseItems(of: creator, &remaining)
        },
        sight: .nothing,
        archive: .goes { _, value, _ throws(DomainError) in
            UserNumber(try ItemRecord(value).creator)
        },
        form: RecordForm(.item, blank: ItemRow()) { key, value throws(DomainError) in
            ItemRow(place: try ItemPlace(key: key), record: try ItemRecord(value))
        } key: { row in
            row.place.key
        } value: { row, _ in
            row.record.encoded()
        },
        indexes: [
            TableIndex(.createdItems, "its creator does not lead to it") { row, _ in
                IndexEntry(.place(row.creation.creation), row.creation.value)
            }
        ],
        flaw: { row, exists in
            guard exists(CollectionRow.Form.key(row.place.feed.number), .collections) else {
                return "its collection is not there"
            }
            let isLegal =
                ShortText.fits(row.record.title, DomainLimits.itemTitleCharacters)
                && row.record.payload.count <= DomainLimits.itemPayloadByteCountMax
            return isLegal ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "item",
            place: 20,
            isListedWhenEmpty: false,
            moment: { Instant(milliseconds: $0.record.createdAt) },
            fields: [
                Field(
                    "feed",
                    .number(
                        Access(\.place.feed, { $0.rawValue }, { SharedFeed(rawValue: $0) })
                    )
                ),
                .sequence(\.place.sequence),
                .id { row, secrets in row.place.id(secrets) },
                Field("title", .written(Access(\.record.title))),
                Field("payload", .binary(Access(\.record.payload))),
                Field("created_at", .moment(Access(milliseconds: \.record.createdAt))),
                Field(
                    "creator",
                    .person(Access(\.record.creator, { UserNumber($0) }, { $0.rawValue }))
                ),
                Field("creation", .number(Access(\.record.creation))),
            ]
        )
    )

    static let createdItems = SchemaTable<CreationRow>(
        .createdItems,
        "created_items",
        key: Place.Form("creator", "seq"),
        owner: .person,
        erasure: .withPerson,
        sight: .nothing,
        // A restored store needs it to tell the feeds once more that the items went.
        archive: .kept,
        form: RecordForm(.uniqueEntry, blank: ItemRow().creation) {
            key,
            value throws(DomainError) in
            try CreationRow(key: key, value: value)
        } key: { row in
            .place(row.creation)
        } value: { row, _ in
            row.value
        },
        entries: EntryForm("it leads to no item of theirs") { _, value, _ throws(DomainError) in
            EntryForm.Reference(.items, try ItemPlace(key: value).key)
        },
        line: nil
    )
}
