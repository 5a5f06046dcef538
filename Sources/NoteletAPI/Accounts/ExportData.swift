public import ProtobufCoding

/// The request of `Accounts.ExportData`.
public struct ExportDataRequest: Codable, Hashable, Sendable {
    /// Asked again, since an export is what a thief of a session wants most.
    public var password: String
    /// As `WatchRequest.accessToken`.
    public var accessToken: String

    private enum CodingKeys: Int, CodingKey {
        case password = 1
        case accessToken = 2
    }

    /// Creates the message; what is left out is empty.
    public init(password: String = "", accessToken: String = "") {
        self.password = password
        self.accessToken = accessToken
    }
}

/// One part of an export; the parts come in the order of the fields.
public struct ExportDataResponse: Codable, Hashable, Sendable {
    /// What this part is.
    public var part: Part?

    /// What an export is made of.
    public enum Part: ProtobufOneof, Hashable, Sendable {
        /// The account.
        case user(User)
        /// A contact.
        case contact(Contact)
        /// A received note.
        case received(ReceivedMessage)
        /// A sent note.
        case sent(SentMessage)
        /// The message by which its sender was blocked.
        case blockedMessageID([UInt8])
        /// An open session.
        case session(ExportedSession)
        /// A word that the caller does not want to read.
        case mutedWord(String)

        private enum CodingKeys: Int, CodingKey {
            case user = 1
            case contact = 2
            case received = 3
            case sent = 4
            case blockedMessageID = 5
            case session = 6
            case mutedWord = 7
        }
    }

    private enum CodingKeys: Int, CodingKey {
        case part = 1
    }

    /// Creates the message; what is left out is empty.
    public init(part: Part? = nil) {
        self.part = part
    }
}
