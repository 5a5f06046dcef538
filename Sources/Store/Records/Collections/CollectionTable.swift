internal import Domain
internal import StorageEngine

/// A collection, or the order to delete what one has left that was removed; of kinds whose things
/// outlive their collection, what that was called.
package struct CollectionRecord: StoredRow {
    /// The number.
    package var key: UInt64 = 0
    var name = ""
    var createdAt = Instant(milliseconds: 0)
    var isRemoved = false
    /// The kind of its feed; nil for the first kind, which was there before there were others.
    var kind: UInt64?

    /// The fields by their numbers.
    package enum CodingKeys: Int, CodingKey {
        /// What people call it.
        case name = 1
        /// When it was made.
        case createdAt = 2
        /// Whether only its remains are there.
        case isRemoved = 3
        /// What it is a collection of.
        case kind = 4
    }

    /// What a damaged one is called.
    package static let kind = RecordKind("collection")
    /// Beyond this no server comes, and a number has room in that of a feed.
    static let numberMax: UInt64 = 1 << 40
    private static let firstKind: UInt64 = 1

    /// Whether the numbers are such as are given out.
    package var isSound: Bool {
        key <= Self.numberMax && kind.map { Self.firstKind + 1...255 ~= $0 } ?? true
    }

    /// The feed of its changes.
    var feed: SharedFeed {
        let kind = SharedFeed.Kind(rawValue: UInt8(clamping: kind ?? Self.firstKind))
        return SharedFeed(kind, number: key)
    }
}

extension CollectionRecord {
    /// The record of a collection.
    init(_ collection: SharedCollection, isRemoved: Bool = false) {
        (key, name) = (collection.number, collection.name.text)
        (createdAt, self.isRemoved) = (collection.createdAt, isRemoved)
        let number = UInt64(collection.kind.feed.rawValue)
        kind = number == Self.firstKind ? nil : number
    }

    /// The collection; nil for one that was removed or is of another kind.
    func collection(of kind: CollectionKind) -> SharedCollection? {
        guard !isRemoved, feed == SharedFeed(kind.feed, number: key) else { return nil }
        let name = CollectionName(stored: name)
        return SharedCollection(of: kind, number: key, name: name, createdAt: createdAt)
    }
}

extension Schema {
    /// Collections of every kind.
    package static let collections = SchemaTable<CollectionRecord>(
        27,
        "collections",
        key: ["number"],
        owner: .nobody,
        erasure: .stays(because: "operators make it"),
        archive: .kept(because: "it names nobody"),
        flaw: { row, _ in
            (try? CollectionName(row.name)) == nil ? "the name is beyond its limits" : nil
        },
        line: DumpLine(
            "collection",
            place: 19,
            isShownWithoutSenders: true,
            moment: { $0.createdAt },
            finish: { row, _ throws(DumpProblem) in
                guard row.isSound else { throw DumpProblem("'number' or 'kind' is too great") }
            },
            fields: [
                .number("number", \.key),
                Field("kind", .number(Access(optional: \.kind))),
                .text("name", \.name),
                .moment("created_at", \.createdAt),
                .yes("removed", \.isRemoved),
            ]
        )
    )
}
