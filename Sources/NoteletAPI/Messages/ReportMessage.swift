/// The request of `Messages.ReportMessage`.
public struct ReportMessageRequest: Codable, Hashable, Sendable {
    /// As `ReceivedMessage.id`.
    public var messageID: [UInt8]
    /// What is wrong with the note.
    public var reason: ReportReason
    /// At most 1,000 characters; empty when unsaid.
    public var detail: String

    private enum CodingKeys: Int, CodingKey {
        case messageID = 1
        case reason = 2
        case detail = 3
    }

    /// Creates the message; what is left out is empty.
    public init(messageID: [UInt8] = [], reason: ReportReason = .unspecified, detail: String = "") {
        self.messageID = messageID
        self.reason = reason
        self.detail = detail
    }
}

/// The response of `Messages.ReportMessage`.
public struct ReportMessageResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
