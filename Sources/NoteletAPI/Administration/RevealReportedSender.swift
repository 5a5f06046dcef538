internal import ProtobufCoding

/// The request of `Administration.RevealReportedSender`.
package struct RevealReportedSenderRequest: Codable, Hashable, Sendable {
    /// The number of the report.
    package var number: UInt64

    private enum CodingKeys: Int, CodingKey {
        case number = 1
    }

    /// Creates the message; what is left out is empty.
    package init(number: UInt64 = 0) {
        self.number = number
    }
}

/// The response of `Administration.RevealReportedSender`.
package struct RevealReportedSenderResponse: Codable, Hashable, Sendable {
    /// Who sent the note.
    package var sender: NoteSender?

    private enum CodingKeys: Int, CodingKey {
        case sender = 1
    }

    /// Creates the message; what is left out is empty.
    package init(sender: NoteSender? = nil) {
        self.sender = sender
    }
}

/// Who sent a note.
package struct NoteSender: Codable, Hashable, Sendable {
    /// What the sender is.
    package var kind: NoteSenderKind
    /// 16 bytes; empty for one who is gone.
    package var id: [UInt8]
    /// Only of an account.
    package var username: String

    private enum CodingKeys: Int, CodingKey {
        case kind = 1
        case id = 2
        case username = 3
    }

    /// Creates the message; what is left out is empty.
    package init(kind: NoteSenderKind = .unspecified, id: [UInt8] = [], username: String = "") {
        self.kind = kind
        self.id = id
        self.username = username
    }
}

/// What the sender of a note is.
package struct NoteSenderKind: OpenEnum {
    /// The number on the wire.
    package let rawValue: Int32

    /// Wraps a number; one that this version does not know is kept.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not said; never sent by a server.
    package static let unspecified = NoteSenderKind(rawValue: 0)
    /// Somebody with an account.
    package static let account = NoteSenderKind(rawValue: 1)
    /// A guest.
    package static let guest = NoteSenderKind(rawValue: 2)
    /// The account was deleted, and nothing leads to it any more.
    package static let gone = NoteSenderKind(rawValue: 3)

    /// The names in the contract.
    package static let names: [Int32: String] = [
        0: "NOTE_SENDER_KIND_UNSPECIFIED",
        1: "NOTE_SENDER_KIND_ACCOUNT",
        2: "NOTE_SENDER_KIND_GUEST",
        3: "NOTE_SENDER_KIND_GONE",
    ]
}
