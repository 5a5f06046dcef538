/// The request of `Messages.DeleteMessage`.
public struct DeleteMessageRequest: Codable, Hashable, Sendable {
    /// The id under which the caller knows the note.
    public var messageID: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case messageID = 1
    }

    /// Creates the message; what is left out is empty.
    public init(messageID: [UInt8] = []) {
        self.messageID = messageID
    }
}

/// The response of `Messages.DeleteMessage`.
public struct DeleteMessageResponse: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}
