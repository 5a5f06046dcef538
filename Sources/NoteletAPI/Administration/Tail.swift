internal import ProtobufCoding

/// The request of `Administration.Tail`.
package struct TailRequest: Codable, Hashable, Sendable {
    /// Whether events of notes tell who sent them.
    package var revealSenders: Bool

    private enum CodingKeys: Int, CodingKey {
        case revealSenders = 1
    }

    /// Creates the message; what is left out is empty.
    package init(revealSenders: Bool = false) {
        self.revealSenders = revealSenders
    }
}

/// Something that happened; of what senders do nothing is told.
package struct TailEvent: Codable, Hashable, Sendable {
    /// What happened.
    package var kind: TailEventKind
    /// Who received, answered, blocked or reported.
    package var userID: [UInt8]
    /// The name of that account.
    package var username: String
    /// To the minute.
    package var at: Timestamp?
    /// The receiver's id of a received or answered note.
    package var messageID: [UInt8]
    /// How long the note or the answer is.
    package var characterCount: UInt32
    /// Whether a received note hides its sender.
    package var isAnonymous: Bool
    /// Of a received note that shows its sender.
    package var senderName: String
    /// Of a received note, if the request asked to reveal senders.
    package var sender: NoteSender?
    /// Of a report.
    package var reportNumber: UInt64
    /// Of a report.
    package var reason: ReportReason
    /// How many events were left out here.
    package var missedCount: UInt64

    private enum CodingKeys: Int, CodingKey {
        case kind = 1
        case userID = 2
        case username = 3
        case at = 4
        case messageID = 5
        case characterCount = 6
        case isAnonymous = 7
        case senderName = 8
        case sender = 9
        case reportNumber = 10
        case reason = 11
        case missedCount = 12
    }

    /// Creates the message; what is left out is empty.
    package init(
        kind: TailEventKind = .unspecified,
        userID: [UInt8] = [],
        username: String = "",
        at: Timestamp? = nil,
        messageID: [UInt8] = [],
        characterCount: UInt32 = 0,
        isAnonymous: Bool = false,
        senderName: String = "",
        sender: NoteSender? = nil,
        reportNumber: UInt64 = 0,
        reason: ReportReason = .unspecified,
        missedCount: UInt64 = 0
    ) {
        self.kind = kind
        self.userID = userID
        self.username = username
        self.at = at
        self.messageID = messageID
        self.characterCount = characterCount
        self.isAnonymous = isAnonymous
        self.senderName = senderName
        self.sender = sender
        self.reportNumber = reportNumber
        self.reason = reason
        self.missedCount = missedCount
    }
}

/// What happened.
package struct TailEventKind: OpenEnum {
    /// The number on the wire.
    package let rawValue: Int32

    /// Wraps a number; one that this version does not know is kept.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not said; never sent by a server.
    package static let unspecified = TailEventKind(rawValue: 0)
    /// The first event: from here on all are told.
    package static let started = TailEventKind(rawValue: 1)
    /// Somebody received a note.
    package static let received = TailEventKind(rawValue: 2)
    /// Somebody answered a note.
    package static let answered = TailEventKind(rawValue: 3)
    /// Somebody blocked a sender.
    package static let blocked = TailEventKind(rawValue: 4)
    /// Somebody reported a note.
    package static let reported = TailEventKind(rawValue: 5)
    /// Events came faster than they were taken.
    package static let missed = TailEventKind(rawValue: 6)
    /// A sign of life, without other fields: nothing happened.
    package static let alive = TailEventKind(rawValue: 7)

    /// The names in the contract.
    package static let names: [Int32: String] = [
        0: "TAIL_EVENT_KIND_UNSPECIFIED",
        1: "TAIL_EVENT_KIND_STARTED",
        2: "TAIL_EVENT_KIND_RECEIVED",
        3: "TAIL_EVENT_KIND_ANSWERED",
        4: "TAIL_EVENT_KIND_BLOCKED",
        5: "TAIL_EVENT_KIND_REPORTED",
        6: "TAIL_EVENT_KIND_MISSED",
        7: "TAIL_EVENT_KIND_ALIVE",
    ]
}
