package import Domain
package import StorageEngine

// What people were told, kept for a retry.

extension TableID {
    /// Replies, by the day and whom they were given.
    package static let replies = TableID(rawValue: 15)
}

extension Key {
    /// A key of `replies`.
    static func reply(day: UInt32, _ user: UserNumber, _ digest: OpaqueID) -> Key {
        ReplyRow.Form.key(day, user, digest)
    }

    /// Where the replies of a day begin.
    package static func firstReply(ofDay day: UInt32) -> Key { OnePart<UInt32>.key(day) }

    /// Where the replies to a user on a day begin.
    package static func firstReply(ofDay day: UInt32, to user: UserNumber) -> Key {
        TwoParts<UInt32, UserNumber>.key(day, user)
    }
}

extension KeyRange {
    /// Replies of the days before a day.
    static func repliesBefore(day: UInt32) -> KeyRange {
        KeyRange(lower: Key(), upper: .firstReply(ofDay: day))
    }

    /// Replies of the days behind one, up to and with another one.
    static func replies(after first: UInt32, through last: UInt32) -> KeyRange {
        KeyRange(
            lower: .firstReply(ofDay: first == .max ? .max : first + 1),
            upper: last == .max ? nil : .firstReply(ofDay: last + 1)
        )
    }
}

/// A kept reply.
package struct ReplyRow: TableRow {
    typealias Form = ThreeParts<UInt32, UserNumber, OpaqueID>

    var day: UInt32 = 0
    var user = UserNumber.nobody
    var digest = OpaqueID(high: 0, low: 0)
    /// The digest of the request that was answered, of at most 255 bytes.
    package var request: [UInt8] = []
    var reply: [UInt8] = []

    /// The day, whom it was given, and half a hash of the request's key.
    package static var keyParts: [any KeyValue.Type] { Form.parts }
    /// What a damaged one is called.
    package static let kind = RecordKind.reply
    /// One of which nothing is known.
    package static let blank = ReplyRow()

    private init() {}

    /// Reads one, or damage.
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
        (day, user, digest) = try Form.values(of: key, .reply)
        let kept = try KeptReply(value)
        (request, reply) = (kept.requestDigest, kept.reply)
    }

    /// The key to store it under.
    package var storedKey: Key { .reply(day: day, user, digest) }

    /// The value to store.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] {
        KeptReply(requestDigest: request, reply: reply).encoded()
    }
}

extension Schema {
    /// What people were told, for as long as they may ask again.
    package static let replies = SchemaTable<ReplyRow>(
        .replies,
        "replies",
        key: ["day", "user", "half a hash of the key"],
        erasure: .step(.replies),
        line: DumpLine(
            "reply",
            place: 8,
            moment: { Instant(seconds: Int64($0.day) * 86_400) },
            finish: { row, _ throws(DumpProblem) in
                if row.request.count > UInt8.max { throw DumpProblem("'request' is too long") }
            },
            fields: [
                .day(\.day),
                .person("user", \.user),
                .id("key", \.digest),
                .binary("request", \.request),
                .binary("reply", \.reply),
            ]
        )
    )
}
