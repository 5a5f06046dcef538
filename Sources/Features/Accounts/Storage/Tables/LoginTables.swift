internal import AccountRules
internal import Cryptography
internal import Domain
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
        SessionRow.Form.key(session.user, session.number)
    }

    /// A key of `bans`.
    static func ban(_ pseudonym: OpaqueID) -> Key { BanRow.Form.key(pseudonym) }

    /// A key of `reset_codes`.
    static func resetCode(_ digest: [UInt8]) -> Key { Key { $0.append(digest.span.bytes) } }
}

extension KeyRange {
    /// Everybody's sessions, behind one.
    static func after(_ session: SessionKey?) -> KeyRange {
        behind(session.map { Key.session($0) })
    }
}

/// A log-in.
package struct SessionRow {
    typealias Form = TwoParts<UserNumber, UInt64>

    var user = UserNumber.nobody
    var number: UInt64 = 0
    /// What is stored of it, beside its key.
    package var record = SessionRecord()
}

/// A code for a new password.
package struct ResetRow {
    typealias Form = OnePart<Digest>

    var digest: [UInt8] = []
    /// What is stored of it, beside its digest.
    package var record = ResetRecord()
}

/// A ban of somebody whom nobody named.
package struct BanRow {
    typealias Form = OnePart<OpaqueID>

    var pseudonym = OpaqueID(high: 0, low: 0)
    var bannedAt: Int64 = 0
}

extension Schema {
    /// Who is signed in: every session of an account or a guest.
    package static let sessions = SchemaTable<SessionRow>(
        .sessions,
        "sessions",
        key: SessionRow.Form("user", "session number"),
        owner: .person,
        // The removal ends them, but for those whose records are damaged.
        erasure: .withPerson,
        sight: .nothing,
        archive: .goesWithPerson,
        form: RecordForm(.session, blank: SessionRow()) { key, value throws(DomainError) in
            let (user, number) = try SessionRow.Form.values(of: key, .session)
            let record = try SessionRecord(value)
            guard IdentityKind(rawValue: UInt8(clamping: record.kind)) != nil else {
                throw RecordKind.session.damaged
            }
            return SessionRow(user: user, number: number, record: record)
        } key: { row in
            SessionRow.Form.key(row.user, row.number)
        } value: { row, _ in
            row.record.encoded()
        },
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
        .person("user", \.user),
        Field("number", .withSenders, .number(Access(\.number))),
        .word(
            "kind",
            IdentityKind.allCases.map { ("\($0)", UInt32($0.rawValue)) },
            Access(\.record.kind)
        ),
        Field("opened_at", .withSenders, .moment(Access(milliseconds: \.record.openedAt))),
        Field("refreshed_at", .withSenders, .moment(Access(milliseconds: \.record.refreshedAt))),
        Field("access_digest", .withSenders, .binary(Access(\.record.accessDigest))),
        Field(
            "access_expires_at",
            .withSenders,
            .moment(Access(milliseconds: \.record.accessExpiresAt))
        ),
        Field("refresh_digest", .withSenders, .binary(Access(\.record.refreshDigest))),
        Field(
            "refresh_expires_at",
            .withSenders,
            .moment(Access(milliseconds: \.record.refreshExpiresAt))
        ),
        Field(
            "rotation",
            .withSenders,
            .object(
                isThere: { $0.record.rotation != nil },
                begin: { $0.record.rotation = SessionRecord.Rotation() },
                rotationFields
            )
        ),
        .shown("opened_on", .moment(.shown { row, _ in day(of: row.record.openedAt) })),
        .shown("refreshed_on", .moment(.shown { row, _ in day(of: row.record.refreshedAt) })),
    ]

    private static let rotationFields: [Field<SessionRow>] = [
        Field(
            "spent_digest",
            .binary(
                Access(
                    get: { $0.record.rotation?.spentDigest },
                    set: { $0.record.rotation?.spentDigest = $1 }
                )
            )
        ),
        Field(
            "rotated_at",
            .moment(
                Access(
                    get: { $0.record.rotation.map { Instant(milliseconds: $0.rotatedAt) } },
                    set: { $0.record.rotation?.rotatedAt = $1.milliseconds }
                )
            )
        ),
        Field(
            "sealed_successor",
            .binary(
                Access(
                    get: { $0.record.rotation?.sealedSuccessor },
                    set: { $0.record.rotation?.sealedSuccessor = $1 }
                )
            )
        ),
    ]

    private static func day(of milliseconds: Int64) -> Instant {
        Instant(milliseconds: milliseconds).toTheDay
    }

    /// Who is let in no more, and since when.
    package static let bans = SchemaTable<BanRow>(
        .bans,
        "bans",
        key: BanRow.Form("pseudonym"),
        owner: .nobody,
        erasure: .removal,
        sight: .nothing,
        archive: .kept,
        form: RecordForm(.ban, blank: BanRow()) { key, value throws(DomainError) in
            try value.requireByteCount(8, of: .ban)
            return BanRow(
                pseudonym: try BanRow.Form.value(of: key, .ban),
                bannedAt: try value.number(at: 0, of: .ban)
            )
        } key: { row in
            .ban(row.pseudonym)
        } value: { row, _ in
            [UInt8](bigEndian: row.bannedAt)
        },
        line: DumpLine(
            "ban",
            place: 11,
            moment: { Instant(milliseconds: $0.bannedAt) },
            fields: [
                Field("pseudonym", .id(Access(\.pseudonym))),
                Field("banned_at", .moment(Access(milliseconds: \.bannedAt))),
            ]
        )
    )

    /// Codes for a new password that were handed over and not used yet.
    package static let resetCodes = SchemaTable<ResetRow>(
        .resetCodes,
        "reset_codes",
        key: ResetRow.Form("digest of the code"),
        owner: .record { UserNumber($0.record.user) },
        erasure: .removal,
        sight: .nothing,
        archive: .goes { _, value, _ throws(DomainError) in
            UserNumber(try ResetRecord(value).user)
        },
        form: RecordForm(.resetCode, blank: ResetRow()) { key, value throws(DomainError) in
            try key.requireByteCount(Digest.byteCount, of: .resetCode)
            return ResetRow(digest: key.copy(0..<key.byteCount), record: try ResetRecord(value))
        } key: { row in
            .resetCode(row.digest)
        } value: { row, _ in
            row.record.encoded()
        },
        line: DumpLine(
            "reset",
            place: 12,
            finish: { row, _ throws(DumpProblem) in
                guard row.digest.count == Digest.byteCount else {
                    throw DumpProblem("'digest' has not \(Digest.byteCount) bytes")
                }
            },
            fields: [
                Field("digest", .binary(Access(\.digest))),
                Field("user", .number(Access(\.record.user))),
                Field("expires_at", .moment(Access(milliseconds: \.record.expiresAt))),
                Field("operator", .text(Access(\.record.operatorName))),
            ]
        )
    )
}
