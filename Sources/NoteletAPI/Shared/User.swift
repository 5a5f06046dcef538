public import ProtobufCoding

/// An account as its owner sees it.
public struct User: Codable, Hashable, Sendable {
    /// 16 bytes, fixed for the life of the account.
    public var id: [UInt8]
    /// 2 to 30 characters: letters and digits of any script, '_', '-', '.'; unique without regard
    /// to case.
    public var username: String
    /// At most 254 bytes; unique without regard to case.
    public var email: String
    /// An https URL of at most 2,048 bytes; empty when there is none.
    public var profileImageURL: String
    /// Absent when the link is switched off.
    public var personalLink: PersonalLink?
    /// What the account may do.
    public var plan: Plan?
    /// Whether the account may act.
    public var status: AccountStatus
    /// When the account was opened.
    public var createdAt: Timestamp?
    /// Who may write through the personal link.
    public var senderPolicy: SenderPolicy
    /// Whether anonymous notes that come show their day (in UTC) instead of their minute.
    public var coarseTimes: Bool

    private enum CodingKeys: Int, CodingKey {
        case id = 1
        case username = 2
        case email = 3
        case profileImageURL = 4
        case personalLink = 5
        case plan = 6
        case status = 7
        case createdAt = 8
        case senderPolicy = 9
        case coarseTimes = 10
    }

    /// Creates the message; what is left out is empty.
    public init(
        id: [UInt8] = [],
        username: String = "",
        email: String = "",
        profileImageURL: String = "",
        personalLink: PersonalLink? = nil,
        plan: Plan? = nil,
        status: AccountStatus = .unspecified,
        createdAt: Timestamp? = nil,
        senderPolicy: SenderPolicy = .unspecified,
        coarseTimes: Bool = false
    ) {
        self.id = id
        self.username = username
        self.email = email
        self.profileImageURL = profileImageURL
        self.personalLink = personalLink
        self.plan = plan
        self.status = status
        self.createdAt = createdAt
        self.senderPolicy = senderPolicy
        self.coarseTimes = coarseTimes
    }
}

extension User: ProtobufMessage {
    /// Makes the message that no bytes stand for.
    public init() {
        self.init(id: [])
    }

    /// Writes the fields that are not empty, in ascending order.
    public func encode(into writer: inout ProtobufWriter) throws(ProtobufEncodingError) {
        writer.write(id, field: 1)
        writer.write(username, field: 2)
        writer.write(email, field: 3)
        writer.write(profileImageURL, field: 4)
        if let personalLink { try writer.write(message: personalLink, field: 5) }
        if let plan { try writer.write(message: plan, field: 6) }
        writer.write(status, field: 7)
        if let createdAt { try writer.write(message: createdAt, field: 8) }
        writer.write(senderPolicy, field: 9)
        writer.write(coarseTimes, field: 10)
    }

    /// Takes over the fields that the reader finds.
    public mutating func merge(
        from reader: inout ProtobufReader
    ) throws(ProtobufDecodingError) {
        while let number = try reader.nextField() {
            switch number {
            case 1: try reader.read(into: &id)
            case 2: try reader.read(into: &username)
            case 3: try reader.read(into: &email)
            case 4: try reader.read(into: &profileImageURL)
            case 5: try reader.read(into: &personalLink)
            case 6: try reader.read(into: &plan)
            case 7: try reader.read(into: &status)
            case 8: try reader.read(into: &createdAt)
            case 9: try reader.read(into: &senderPolicy)
            case 10: try reader.read(into: &coarseTimes)
            default: break
            }
        }
    }
}
