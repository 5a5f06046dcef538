internal import AccountRules
package import Cryptography
internal import Domain
package import Records
package import StorageEngine

// Accounts, and what finds them.

extension TableID {
    /// Accounts, by their numbers.
    package static let users = TableID(rawValue: 2)
    /// What leads from a name to its account.
    package static let usernames = TableID(rawValue: 3)
    /// What leads from an e-mail address to its account.
    package static let emails = TableID(rawValue: 4)
    /// What leads from a link to its account.
    package static let links = TableID(rawValue: 5)
}

extension Key {
    /// A key of `usernames`.
    package static func username(_ digest: Digest) -> Key { AccountEntry.Form.key(digest) }

    /// A key of `emails`.
    static func email(_ digest: Digest) -> Key { AccountEntry.Form.key(digest) }

    /// A key of `links`.
    static func link(_ digest: Digest) -> Key { AccountEntry.Form.key(digest) }
}

/// An account.
package struct UserRow {
    typealias Form = OnePart<UserNumber>

    var number = UserNumber.nobody
    /// What is stored of it, beside its number.
    package var record = UserRecord()
}

/// An entry that leads to an account by something that no other one has.
package struct AccountEntry {
    typealias Form = OnePart<Digest>

    let digest: Digest
    let user: UserNumber
}

extension Schema {
    /// All accounts; guests have no record.
    package static let users = SchemaTable<UserRow>(
        .users,
        "users",
        key: UserRow.Form("user"),
        owner: .account,
        erasure: .removal,
        sight: .nothing,
        archive: .goesWithPerson,
        form: RecordForm(.account, blank: UserRow()) { key, value throws(DomainError) in
            let number = try UserRow.Form.value(of: key, .account)
            let record = try UserRecord(value)
            guard policies.contains(where: { $0.1 == record.senderPolicy }),
                statuses.contains(where: { $0.1 == record.status }),
                TimeGrain(rawValue: UInt8(clamping: record.anonymousTimes)) != nil
            else { throw RecordKind.account.damaged }
            return UserRow(number: number, record: record)
        } key: { row in
            .user(row.number)
        } value: { row, _ in
            row.record.encoded()
        },
        indexes: [
            TableIndex(.usernames, "its name does not lead to it") { row, secrets in
                let digest = secrets.digests.username(Username(stored: row.record.username))
                return IndexEntry(.username(digest), number: row.number.rawValue)
            },
            TableIndex(.emails, "its e-mail address does not lead to it") { row, secrets in
                let digest = secrets.digests.email(EmailAddress(stored: row.record.email))
                return IndexEntry(.email(digest), number: row.number.rawValue)
            },
            TableIndex(.links, "its link does not lead to it") { row, secrets in
                guard let box = row.record.sealedLinkToken,
                    let token = secrets.openLinkToken(box, of: row.number)
                else { return nil }
                let digest = secrets.digests.link(token)
                return IndexEntry(.link(digest), number: row.number.rawValue)
            },
        ],
        line: DumpLine(
            "user",
            place: 0,
            isShownWithoutSenders: true,
            moment: { Instant(milliseconds: $0.record.createdAt) },
            finish: requireLink,
            fields: userFields
        )
    )

    private static let userFields: [Field<UserRow>] = [
        Field(
            "number",
            .withSenders,
            .number(Access(\.number, { $0.rawValue }, { UserNumber($0) }))
        ),
        .id { row, secrets in secrets.identifiers.userID(of: row.number).opaque },
        Field("username", .text(Access(\.record.username))),
        Field("email", .text(Access(\.record.email))),
        Field("profile_image_url", .text(Access(optional: \.record.profileImageURL))),
        .word("sender_policy", policies, Access(\.record.senderPolicy)),
        Field(
            "coarse_times",
            .yes(
                Access(
                    \.record.anonymousTimes,
                    { $0 == UInt32(TimeGrain.day.rawValue) },
                    { UInt32(($0 ? TimeGrain.day : .minute).rawValue) }
                )
            )
        ),
        .word("status", statuses, Access(\.record.status)),
        Field(
            "premium_expires_at",
            .moment(
                Access(
                    optional: \.record.premiumExpiresAt,
                    { Instant(milliseconds: $0) },
                    { $0.milliseconds }
                )
            )
        ),
        Field("created_at", .moment(Access(milliseconds: \.record.createdAt))),
        Field("password_hash", .withSenders, .text(Access(\.record.passwordHash))),
        Field("sealed_link", .withSenders, .binary(Access(optional: \.record.sealedLinkToken))),
        Field("change", .withSenders, .number(Access(\.record.changeSequence))),
        .shown("has_link", .flag(.shown { row, _ in row.record.sealedLinkToken != nil })),
    ]

    private static let policies: [(String, UInt32)] = [
        ("anyone", UInt32(SenderPolicy.anyone.rawValue)),
        ("signed_in", UInt32(SenderPolicy.signedIn.rawValue)),
    ]
    private static let statuses: [(String, UInt32)] = AccountStatus.allCases.map { status in
        ("\(status)", UInt32(status.rawValue))
    }

    @Sendable
    private static func requireLink(_ row: UserRow, _ secrets: StoreSecrets) throws(DumpProblem) {
        guard let box = row.record.sealedLinkToken else { return }
        guard secrets.openLinkToken(box, of: row.number) != nil else {
            throw DumpProblem("'sealed_link' cannot be opened with this master key")
        }
    }

    /// Names, of which no two accounts have the same.
    package static let usernames = accountEntries(
        .usernames,
        "usernames",
        "hash of the folded name",
        "it leads to no account of that name"
    )

    /// E-mail addresses, of which no two accounts have the same.
    package static let emails = accountEntries(
        .emails,
        "emails",
        "hash of the folded address",
        "it leads to no account of that e-mail address"
    )

    /// Links that are on, of which no two accounts have the same.
    package static let links = accountEntries(
        .links,
        "links",
        "hash of the token",
        "it leads to no account of that link"
    )

    private static func accountEntries(
        _ id: TableID,
        _ name: String,
        _ part: String,
        _ problem: String
    ) -> SchemaTable<AccountEntry> {
        SchemaTable(
            id,
            name,
            key: AccountEntry.Form(part),
            owner: .record(\.user),
            erasure: .removal,
            sight: .nothing,
            archive: .goes { _, value, _ throws(DomainError) in
                UserNumber(try value.number(at: 0, of: .uniqueEntry))
            },
            form: RecordForm(
                .uniqueEntry,
                blank: AccountEntry(digest: Digest(of: [UInt8]().span.bytes), user: .nobody)
            ) { key, value throws(DomainError) in
                try value.requireByteCount(8, of: .uniqueEntry)
                return AccountEntry(
                    digest: try AccountEntry.Form.value(of: key, .uniqueEntry),
                    user: UserNumber(try value.number(at: 0, of: .uniqueEntry))
                )
            } key: { entry in
                AccountEntry.Form.key(entry.digest)
            } value: { entry, _ in
                [UInt8](bigEndian: entry.user.rawValue)
            },
            entries: EntryForm(problem) { _, value, _ throws(DomainError) in
                let user = UserNumber(try value.number(at: 0, of: .uniqueEntry))
                return EntryForm.Reference(.users, .user(user))
            },
            line: nil
        )
    }
}
