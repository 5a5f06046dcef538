/// The request of `Messages.GetMessage`.
public struct GetMessageRequest: Codable, Hashable, Sendable {
    /// The id under which the caller knows the note.
    public var id: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case id = 1
    }

    /// Creates the message; what is left out is empty.
    public init(id: [UInt8] = []) {
        self.id = id
    }
}

/// The response of `Messages.GetMessage`.
public struct GetMessageResponse: Codable, Hashable, Sendable {
    /// The note, from the caller's side.
    public var message: Message?

    private enum CodingKeys: Int, CodingKey {
        case message = 1
    }

    /// Creates the message; what is left out is empty.
    public init(message: Message? = nil) {
        self.message = message
    }
}
