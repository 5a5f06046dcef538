internal import Domain

/// An account as it is stored, under its number.
struct UserRecord: StoredRecord {
    var username: String
    var email: String
    var passwordHash: String
    var profileImageURL: String?
    /// The link's token, readable with the server's key only; nil while the link is off.
    var sealedLinkToken: [UInt8]?
    var senderPolicy: UInt32
    /// When a premium plan ends, in milliseconds since 1970; nil on the free one.
    var premiumExpiresAt: Int64?
    var status: UInt32
    var createdAt: Int64
    /// Where the account's entry in its feed is.
    var changeSequence: UInt64

    enum CodingKeys: Int, CodingKey {
        case username = 1
        case email = 2
        case passwordHash = 3
        case profileImageURL = 4
        case sealedLinkToken = 5
        case senderPolicy = 6
        case premiumExpiresAt = 7
        case status = 8
        case createdAt = 9
        case changeSequence = 10
    }

    static let kind = RecordKind.account

    /// Gathers what is stored of an account.
    init(_ user: User, sealedLinkToken: [UInt8]?, changeSequence: Sequence) {
        username = user.username.text
        email = user.email.text
        passwordHash = user.passwordHash.text
        profileImageURL = user.profileImageURL?.text
        self.sealedLinkToken = sealedLinkToken
        senderPolicy = UInt32(user.senderPolicy.rawValue)
        if case .premium(let expiresAt) = user.plan {
            premiumExpiresAt = expiresAt.milliseconds
        }
        status = UInt32(user.status.rawValue)
        createdAt = user.createdAt.milliseconds
        self.changeSequence = changeSequence.rawValue
    }
}

extension User {
    /// The account of a stored record.
    init(
        _ record: UserRecord,
        number: UserNumber,
        id: UserID,
        linkToken: LinkToken?
    ) throws(DomainError) {
        guard let policy = SenderPolicy(rawValue: UInt8(clamping: record.senderPolicy)),
            let status = AccountStatus(rawValue: UInt8(clamping: record.status))
        else { throw UserRecord.kind.damaged }
        self.init(
            number: number,
            id: id,
            username: Username(stored: record.username),
            email: EmailAddress(stored: record.email),
            passwordHash: PasswordHash(record.passwordHash),
            profileImageURL: record.profileImageURL.map(ImageURL.init(stored:)),
            linkToken: linkToken,
            senderPolicy: policy,
            plan: record.premiumExpiresAt.map {
                .premium(expiresAt: Instant(milliseconds: $0))
            } ?? .free,
            status: status,
            createdAt: Instant(milliseconds: record.createdAt)
        )
    }
}
