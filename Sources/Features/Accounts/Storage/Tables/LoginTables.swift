internal import AccountRules
package import Cryptography
package import Domain
package import Records
package import StorageEngine

// Who is signed in, who gets a new password, and who is let in no more.

extension TableID {
    /// Log-ins, by the user and a number.
    package static let sessions = TableID(rawValue: 6)
    /// Who is let in no more, by a name that says nothing of who it is.
    static let bans = TableID(rawValue: 18)
    /// Codes for a new password, by their digests.
    package static let resetCodes = TableID(rawValue: 21)
}

extension Key {
    /// A key of `sessions`.
    static func session(_ session: SessionKey) -> Key {
        TwoParts<UserNumber, UInt64>.key(session.user, session.number)
    }

    /// A key of `bans`.
    static func ban(_ pseudonym: OpaqueID) -> Key { pseudonym.storedKey }

    /// A key of `reset_codes`.
    static func resetCode(_ digest: [UInt8]) -> Key { Key { $0.append(digest.span.bytes) } }
}

extension KeyRange {
    /// Everybody's sessions, behind one.
    static func after(_ session: SessionKey?) -> KeyRange {
        behind(session.map { Key.session($0) })
    }
}

extension SessionKey: TwoPartKey {
    /// Joins both parts.
    package init(_ user: UserNumber, _ number: UInt64) {
        self.init(user: user, number: number)
    }

    /// Both.
    package var pair: (UserNumber, UInt64) { (user, number) }
}

/// A log-in.
package typealias SessionRow = Keyed<SessionKey, SessionRecord>

/// A code for a new password, under its digest.
package typealias ResetRow = Keyed<Digest, ResetRecord>

/// A ban of somebody whom nobody named, under a pseudonym.
package struct BanRow: KeyedRow {
    /// The name that says nothing of who it is.
    package var key = OpaqueID(high: 0, low: 0)
    var bannedAt = Instant(milliseconds: 0)

    /// What a damaged one is called.
    package static let kind = RecordKind.ban
    /// One of which nothing is known.
    package static let blank = BanRow()

    private init() {}

    /// Reads since when.
    package init(value: RawSpan) throws(DomainError) {
        try value.requireByteCount(8, of: .ban)
        bannedAt = Instant(milliseconds: try value.number(at: 0, of: .ban))
    }

    /// Since when.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] {
        [UInt8](bigEndian: bannedAt.milliseconds)
    }
}

extension Schema {
    /// Who is signed in: every session of an account or a guest.
    package static let sessions = SchemaTable<SessionRow>(
        .sessions,
        "sessions",
        key: ["user", "session number"],
        // The removal ends them, but for those whose records are damaged.
        erasure: .withPerson,
        line: DumpLine(
            "session",
            place: 4,
            isShownWithoutSenders: true,
            moment: { Instant(milliseconds: $0.record.openedAt) },
            fields: sessionFields
        )
    )

    /// Without senders days and no times: who came a moment before an anonymous note may have sent
    /// it.
    private static let sessionFields: [Field<SessionRow>] = [
        .person("user", \.key.user),
        .number("number", \.key.number, .withSenders),
        .word("kind", SessionKind.self, \.record.kind),
        .moment("opened_at", \.record.openedAt, .withSenders),
        .moment("refreshed_at", \.record.refreshedAt, .withSenders),
        .binary("access_digest", \.record.accessDigest, .withSenders),
        .moment("access_expires_at", \.record.accessExpiresAt, .withSenders),
        .binary("refresh_digest", \.record.refreshDigest, .withSenders),
        .moment("refresh_expires_at", \.record.refreshExpiresAt, .withSenders),
        .object(
            "rotation",
            \.record.rotation,
            .withSenders,
            blank: SessionRecord.Rotation(),
            [
                .binary("spent_digest", \.spentDigest),
                .moment("rotated_at", \.rotatedAt),
                .binary("sealed_successor", \.sealedSuccessor),
            ]
        ),
        .shown("opened_on", .moment(.shown { row, _ in day(of: row.record.openedAt) })),
        .shown("refreshed_on", .moment(.shown { row, _ in day(of: row.record.refreshedAt) })),
    ]

    private static func day(of milliseconds: Int64) -> Instant {
        Instant(milliseconds: milliseconds).toTheDay
    }

    /// Who is let in no more, and since when.
    package static let bans = SchemaTable<BanRow>(
        .bans,
        "bans",
        key: ["pseudonym"],
        owner: .nobody,
        erasure: .removal,
        archive: .kept(because: "a pseudonym is all it has of anybody"),
        line: DumpLine(
            "ban",
            place: 11,
            moment: { $0.bannedAt },
            fields: [.id("pseudonym", \.key), .moment("banned_at", \.bannedAt)]
        )
    )

    /// Codes for a new password that were handed over and not used yet.
    package static let resetCodes = SchemaTable<ResetRow>(
        .resetCodes,
        "reset_codes",
        key: ["digest of the code"],
        owner: .record { UserNumber($0.record.user) },
        erasure: .removal,
        archive: .goes { _, value, _ throws(DomainError) in
            UserNumber(try ResetRecord(value).user)
        },
        line: DumpLine(
            "reset",
            place: 12,
            fields: [
                Field("digest", .binary(digestOfReset)),
                .number("user", \.record.user),
                .moment("expires_at", \.record.expiresAt),
                .text("operator", \.record.operatorName),
            ]
        )
    )

    private static let digestOfReset = Access<ResetRow, [UInt8]> { row, _ in
        row.key.storedBytes
    } _: { row, bytes, _ throws(DumpProblem) in
        guard let digest = Digest(bytes: bytes.span.bytes) else {
            throw DumpProblem("'digest' has not \(Digest.byteCount) bytes")
        }
        row.key = digest
    }
}
