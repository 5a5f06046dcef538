public import ProtobufCoding

/// The request of `Health.Check`.
public struct CheckRequest: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}

/// The response of `Health.Check`.
public struct CheckResponse: Codable, Hashable, Sendable {
    /// Whether the server takes calls.
    public var status: ServingStatus
    /// The server's version.
    public var version: String
    /// The server's clock.
    public var now: Timestamp?

    private enum CodingKeys: Int, CodingKey {
        case status = 1
        case version = 2
        case now = 3
    }

    /// Creates the message; what is left out is empty.
    public init(status: ServingStatus = .unspecified, version: String = "", now: Timestamp? = nil) {
        self.status = status
        self.version = version
        self.now = now
    }
}
