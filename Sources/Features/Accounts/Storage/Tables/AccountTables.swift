internal import AccountRules
package import Cryptography
package import Domain
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
    /// A key of `usernames`, `emails` or `links`.
    package static func accountEntry(_ digest: Digest) -> Key { OnePart<Digest>.key(digest) }
}

/// An account, under its number.
package typealias UserRow = Keyed<UserNumber, UserRecord>

/// An entry that leads to an account by something that no other one has.
package typealias AccountEntry = EntryRow<Digest, UserNumber>

extension Schema {
    /// All accounts; guests have no record.
    package static let users = SchemaTable<UserRow>(
        .users,
        "users",
        key: ["user"],
        owner: .account,
        erasure: .removal,
        indexes: [
            TableIndex(usernames, "its name does not lead to it") { row, secrets in
                let name = Username(stored: row.record.username)
                return AccountEntry(secrets.digests.username(name), row.key)
            },
            TableIndex(emails, "its e-mail address does not lead to it") { row, secrets in
                let email = EmailAddress(stored: row.record.email)
                return AccountEntry(secrets.digests.email(email), row.key)
            },
            TableIndex(links, "its link does not lead to it") { row, secrets in
                row.record.sealedLinkToken.flatMap { secrets.openLinkToken($0, of: row.key) }
                    .map { AccountEntry(secrets.digests.link($0), row.key) }
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
        .number("number", \.key, .withSenders),
        .id { row, secrets in secrets.identifiers.userID(of: row.key).opaque },
        .text("username", \.record.username),
        .text("email", \.record.email),
        Field("profile_image_url", .text(Access(optional: \.record.profileImageURL))),
        .word("sender_policy", SenderPolicy.self, \.record.senderPolicy),
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
        .word("status", AccountStatus.self, \.record.status),
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
        .moment("created_at", \.record.createdAt),
        .text("password_hash", \.record.passwordHash, .withSenders),
        Field("sealed_link", .withSenders, .binary(Access(optional: \.record.sealedLinkToken))),
        .number("change", \.record.changeSequence, .withSenders),
        .shown("has_link", .flag(.shown { row, _ in row.record.sealedLinkToken != nil })),
    ]

    @Sendable
    private static func requireLink(_ row: UserRow, _ secrets: StoreSecrets) throws(DumpProblem) {
        guard let box = row.record.sealedLinkToken else { return }
        guard secrets.openLinkToken(box, of: row.key) != nil else {
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
            key: [part],
            owner: .record(\.value),
            erasure: .removal,
            archive: .goes { _, value, _ throws(DomainError) in
                UserNumber(try value.number(at: 0, of: .uniqueEntry))
            },
            entries: .leading(AccountEntry.self, to: .users, problem)
        )
    }
}
