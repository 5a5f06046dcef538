internal import Domain
internal import ItemRules
package import Records
internal import StorageEngine

// What is in collections, and who put it there.

/// An item, under where it is.
struct ItemRecord: StoredRow {
    var key: SharedPlace = .blank
    var title = ""
    var payload: [UInt8] = []
    /// To the minute.
    var createdAt = Instant(milliseconds: 0)
    var creator = UserNumber.nobody
    /// Its place among what its creator made.
    var creation = Sequence.start

    enum CodingKeys: Int, CodingKey {
        case title = 1
        case payload = 2
        case createdAt = 3
        case creator = 4
        case creation = 5
    }

    static let kind = RecordKind("item")
}

/// That somebody created an item, in the order in which they did.
typealias CreationEntry = EntryRow<Place, SharedPlace>

extension KeyPurpose {
    /// The ids of items, which are their places.
    static let itemID = KeyPurpose(rawValue: 18)
}

extension Schema {
    /// What is kept of items.
    package static let ofItems = StoredFeature([items, createdItems])

    /// What goes with a collection of items.
    package static let contentsOfItems = CollectionContents(of: .items, items)

    static let items: SchemaTable<ItemRecord> = SchemaTable(
        28,
        "items",
        key: ["feed", "seq"],
        owner: .record(\.creator),
        erasure: .ownStep { creator, remaining, store throws(DomainError) in
            try store.erase(by: createdItems, of: creator, &remaining, recordCount: 4) {
                entry throws(DomainError) in
                try store.deleteShared(at: entry.value, in: items)
            }
        },
        archive: .goes { _, value, _ throws(DomainError) in try ItemRecord(value).creator },
        indexes: [
            TableIndex(createdItems, "its creator does not lead to it") { item, _ in
                CreationEntry(Place(item.creator, item.creation), item.key)
            }
        ],
        flaw: { item, exists in
            guard exists(item.key.feed.number.storedKey, Schema.collections.id) else {
                return "its collection is not there"
            }
            let isLegal =
                ShortText.fits(item.title, DomainLimits.itemTitleCharacters)
                && item.payload.count <= DomainLimits.itemPayloadByteCountMax
            return isLegal ? nil : "a field is beyond its limits"
        },
        telling: { SharedEntry.put.entry(of: $0.key) },
        line: DumpLine(
            "item",
            place: 20,
            moment: { $0.createdAt },
            fields: [
                .feed(\.key.feed),
                .sequence(\.key.sequence),
                .id { item, secrets in secrets.identifiers.seal(item.key, for: .itemID) },
                .written("title", \.title),
                .binary("payload", \.payload),
                .moment("created_at", \.createdAt),
                .person("creator", \.creator),
                .number("creation", \.creation),
            ]
        )
    )

    static let createdItems = SchemaTable<CreationEntry>(
        29,
        "created_items",
        key: ["creator", "seq"],
        owner: .account,
        archive: .kept(because: "a restored store tells the feeds once more that the items went"),
        entries: .leading(CreationEntry.self, to: items.id, "it leads to no item of theirs")
    )
}
