package import AccountRules
package import Domain
package import ProtobufCoding
package import Records

/// An account as it is stored, under its number.
package struct UserRecord: StoredRecord {
    /// The name, as it was written.
    package var username = ""
    /// The e-mail address, as it was written.
    package var email = ""
    /// The hash of the password, as the hashing library writes it.
    package var passwordHash = ""
    /// Where the profile image is; nil without one.
    package var profileImageURL: String?
    /// The link's token, readable with the server's key only; nil while the link is off.
    package var sealedLinkToken: [UInt8]?
    /// Who may write through the link, as a `SenderPolicy`.
    var senderPolicy: UInt32 = 0
    /// When a premium plan ends, in milliseconds since 1970; nil on the free one.
    var premiumExpiresAt: Int64?
    /// Whether the account may be used, as an `AccountStatus`.
    var status: UInt32 = 0
    /// When it was opened, in milliseconds since 1970.
    package var createdAt: Int64 = 0
    /// Where the account's entry in its feed is.
    package var changeSequence: UInt64 = 0
    /// How exactly the account is told when anonymous notes were sent, as a `TimeGrain`.
    var anonymousTimes: UInt32 = 0

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
        case anonymousTimes = 11
    }

    /// How the operator is told of a damaged one.
    package static let kind = RecordKind.account

    /// Whether its numbers stand for what there is.
    package var isSound: Bool {
        SenderPolicy(stored: senderPolicy) != nil && AccountStatus(stored: status) != nil
            && TimeGrain(stored: anonymousTimes) != nil
    }

    /// Gathers what is stored of an account.
    package init(_ user: User, sealedLinkToken: [UInt8]?, changeSequence: Sequence) {
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
        anonymousTimes = UInt32(user.anonymousTimes.rawValue)
    }
}

/// Written and read by hand, which takes a fraction of the time; a note that is sent reads of its
/// receiver even less, a `Correspondent`.
extension UserRecord: ProtobufMessage {
    /// One of which nothing is known.
    package init() {}

    /// Writes the fields in the order of their numbers.
    package func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(username, field: 1)
        writer.write(email, field: 2)
        writer.write(passwordHash, field: 3)
        writer.write(profileImageURL, field: 4)
        writer.write(sealedLinkToken, field: 5)
        writer.write(senderPolicy, field: 6)
        writer.write(premiumExpiresAt, field: 7)
        writer.write(status, field: 8)
        writer.write(createdAt, field: 9)
        writer.write(changeSequence, field: 10)
        writer.write(anonymousTimes, field: 11)
    }

    /// Reads fields by their numbers, and passes over those that it does not know.
    package mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &username)
            case 2: try reader.read(into: &email)
            case 3: try reader.read(into: &passwordHash)
            case 4: try reader.read(into: &profileImageURL)
            case 5: try reader.read(into: &sealedLinkToken)
            case 6: try reader.read(into: &senderPolicy)
            case 7: try reader.read(into: &premiumExpiresAt)
            case 8: try reader.read(into: &status)
            case 9: try reader.read(into: &createdAt)
            case 10: try reader.read(into: &changeSequence)
            case 11: try reader.read(into: &anonymousTimes)
            default: break
            }
        }
    }
}

extension User {
    /// The account of a stored record.
    package init(
        _ record: UserRecord,
        number: UserNumber,
        id: UserID,
        linkToken: LinkToken?
    ) throws(DomainError) {
        guard let policy = SenderPolicy(stored: record.senderPolicy),
            let status = AccountStatus(stored: record.status),
            let anonymousTimes = TimeGrain(stored: record.anonymousTimes)
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
            anonymousTimes: anonymousTimes,
            plan: record.premiumExpiresAt.map {
                .premium(expiresAt: Instant(milliseconds: $0))
            } ?? .free,
            status: status,
            createdAt: Instant(milliseconds: record.createdAt)
        )
    }
}
