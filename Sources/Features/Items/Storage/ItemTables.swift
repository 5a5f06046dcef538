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

extension NumberSeries {
    /// The numbers of collections.
    static let collections = NumberSeries(.keys(of: [.collections]))
    /// The places of items among what their creators made.
    static let createdItems = NumberSeries(.keys(of: [.createdItems]))
}

extension KeyPurpose {
    static let itemID = KeyPurpose(rawValue: 18)
}

/// A collection, or the order to delete what one has left that was removed.
struct CollectionRecord: StoredRecord {
    typealias Form = OnePart<UInt64>

    /// The key.
    var number: UInt64 = 0
    var name = ""
    /// Milliseconds since 1970.
    var createdAt: Int64 = 0
    var isRemoved = false

    enum CodingKeys: Int, CodingKey {
        case name = 1
        case createdAt = 2
        case isRemoved = 3
    }

    static let kind = RecordKind("collection")
    /// Beyond this no server comes, and a number has room in that of a feed.
    static let numberMax: UInt64 = 1 << 40

    var key: Key { Form.key(number) }
}

/// An item, under where it is.
struct ItemRecord: StoredRecord {
    /// The key.
    var place = ItemPlace()
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

    static let kind = RecordKind("item")

    /// What leads from the creator to it.
    var entry: CreationEntry {
        CreationEntry(at: Place(UserNumber(creator), Sequence(creation)), item: place)
    }
}

/// Where an item is: the feed of its collection, and where that told that it was put there.
struct ItemPlace: Hashable {
    typealias Form = TwoParts<SharedFeed, Sequence>

    var feed = SharedFeed(rawValue: 0)
    var sequence = Sequence.start

    var key: Key { Form.key(feed, sequence) }

    /// The item's id is its place, encrypted.
    func id(_ secrets: StoreSecrets) -> OpaqueID {
        secrets.identifiers.seal(feed.rawValue, sequence.rawValue, for: .itemID)
    }
}

extension ItemPlace {
    init(_ id: OpaqueID, _ secrets: StoreSecrets) {
        let numbers = secrets.identifiers.open(id, for: .itemID)
        self.init(feed: SharedFeed(rawValue: numbers.high), sequence: Sequence(numbers.low))
    }

    init(key: RawSpan) throws(DomainError) {
        (feed, sequence) = try Form.values(of: key, ItemRecord.kind)
    }
}

/// That somebody created an item.
struct CreationEntry {
    var at = Place(.nobody, .start)
    var item = ItemPlace()

    var value: [UInt8] {
        [UInt8](bigEndian: item.feed.rawValue) + [UInt8](bigEndian: item.sequence.rawValue)
    }
}

extension CreationEntry {
    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        self.init(at: try Place(key: key, of: .uniqueEntry), item: try ItemPlace(key: value))
    }
}

extension Schema {
    /// What is kept of items.
    package static let ofItems = StoredFeature([collections, items, createdItems])

    static let collections = SchemaTable<CollectionRecord>(
        .collections,
        "collections",
        key: CollectionRecord.Form("number"),
        owner: .nobody,
        erasure: .stays(because: "operators make it"),
        sight: .nothing,
        archive: .kept,
        form: RecordForm(CollectionRecord.kind, blank: CollectionRecord()) {
            key,
            value throws(DomainError) in
            var record = try CollectionRecord(value)
            record.number = try CollectionRecord.Form.value(of: key, CollectionRecord.kind)
            guard record.number <= CollectionRecord.numberMax else {
                throw CollectionRecord.kind.damaged
            }
            return record
        } key: { record in
            record.key
        } value: { record, _ in
            record.encoded()
        },
        flaw: { record, _ in
            (try? CollectionName(record.name)) == nil ? "the name is beyond its limits" : nil
        },
        line: DumpLine(
            "collection",
            place: 19,
            isShownWithoutSenders: true,
            isListedWhenEmpty: false,
            moment: { Instant(milliseconds: $0.createdAt) },
            finish: { row, _ throws(DumpProblem) in
                guard row.number <= CollectionRecord.numberMax else {
                    throw DumpProblem("'number' is too great")
                }
            },
            fields: [
                Field("number", .number(Access(\.number))),
                Field("name", .text(Access(\.name))),
                Field("created_at", .moment(Access(milliseconds: \.createdAt))),
                Field("removed", .yes(Access(\.isRemoved))),
            ]
        )
    )

    static let items = SchemaTable<ItemRecord>(
        .items,
        "items",
        key: ItemPlace.Form("feed", "seq"),
        owner: .record { UserNumber($0.creator) },
        erasure: .ownStep { creator, remaining, store throws(DomainError) in
            try store.eraseItems(of: creator, &remaining)
        },
        sight: .nothing,
        archive: .goes { _, value, _ throws(DomainError) in
            UserNumber(try ItemRecord(value).creator)
        },
        form: RecordForm(ItemRecord.kind, blank: ItemRecord()) { key, value throws(DomainError) in
            var record = try ItemRecord(value)
            record.place = try ItemPlace(key: key)
            return record
        } key: { record in
            record.place.key
        } value: { record, _ in
            record.encoded()
        },
        indexes: [
            TableIndex(.createdItems, "its creator does not lead to it") { row, _ in
                IndexEntry(.place(row.entry.at), row.entry.value)
            }
        ],
        flaw: { row, exists in
            guard exists(CollectionRecord.Form.key(row.place.feed.number), .collections) else {
                return "its collection is not there"
            }
            let isLegal =
                ShortText.fits(row.title, DomainLimits.itemTitleCharacters)
                && row.payload.count <= DomainLimits.itemPayloadByteCountMax
            return isLegal ? nil : "a field is beyond its limits"
        },
        line: DumpLine(
            "item",
            place: 20,
            isListedWhenEmpty: false,
            moment: { Instant(milliseconds: $0.createdAt) },
            fields: [
                .feed(\.place.feed),
                .sequence(\.place.sequence),
                .id { row, secrets in row.place.id(secrets) },
                Field("title", .written(Access(\.title))),
                Field("payload", .binary(Access(\.payload))),
                Field("created_at", .moment(Access(milliseconds: \.createdAt))),
                Field(
                    "creator",
                    .person(Access(\.creator, { UserNumber($0) }, { $0.rawValue }))
                ),
                Field("creation", .number(Access(\.creation))),
            ]
        )
    )

    static let createdItems = SchemaTable<CreationEntry>(
        .createdItems,
        "created_items",
        key: Place.Form("creator", "seq"),
        owner: .person,
        erasure: .withPerson,
        sight: .nothing,
        // A restored store needs it to tell the feeds once more that the items went.
        archive: .kept,
        form: RecordForm(.uniqueEntry, blank: CreationEntry()) {
            key,
            value throws(DomainError) in
            try CreationEntry(key: key, value: value)
        } key: { row in
            .place(row.at)
        } value: { row, _ in
            row.value
        },
        entries: EntryForm("it leads to no item of theirs") { _, value, _ throws(DomainError) in
            EntryForm.Reference(.items, try ItemPlace(key: value).key)
        },
        line: nil
    )
}
