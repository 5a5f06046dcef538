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
package struct ReplyRow {
    typealias Form = ThreeParts<UInt32, UserNumber, OpaqueID>

    var day: UInt32 = 0
    var user = UserNumber.nobody
    var digest = OpaqueID(high: 0, low: 0)
    /// The digest of the request that was answered, of at most 255 bytes.
    package var request: [UInt8] = []
    var reply: [UInt8] = []

    fileprivate var kept: KeptReply { KeptReply(requestDigest: request, reply: reply) }
}

extension Schema {
    /// What people were told, for as long as they may ask again.
    package static let replies = SchemaTable<ReplyRow>(
        .replies,
        "replies",
        key: ReplyRow.Form("day", "user", "half a hash of the key"),
        owner: .person,
        erasure: .step(.replies),
        sight: .nothing,
        archive: .goesWithPerson,
        form: RecordForm(.reply, blank: ReplyRow()) { key, value throws(DomainError) in
            let (day, user, digest) = try ReplyRow.Form.values(of: key, .reply)
            let kept = try KeptReply(value)
            return ReplyRow(
                day: day,
                user: user,
                digest: digest,
                request: kept.requestDigest,
                reply: kept.reply
            )
        } key: { row in
            .reply(day: row.day, row.user, row.digest)
        } value: { row, _ in
            row.kept.encoded()
        },
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
                Field("key", .id(Access(\.digest))),
                Field("request", .binary(Access(\.request))),
                Field("reply", .binary(Access(\.reply))),
            ]
        )
    )
}

extension Field {
    /// A day, counted from the beginning of 1970.
    package static func day(_ path: any (WritableKeyPath<Row, UInt32> & Sendable)) -> Field {
        Field(
            "day",
            .number(
                Access { row, _ in
                    UInt64(row[keyPath: path])
                } _: { row, number, _ throws(DumpProblem) in
                    guard let day = UInt32(exactly: number) else {
                        throw DumpProblem("'day' is no day")
                    }
                    row[keyPath: path] = day
                }
            )
        )
    }
}
