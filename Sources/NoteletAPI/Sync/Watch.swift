/// The request of `Sync.Watch`.
public struct WatchRequest: Codable, Hashable, Sendable {
    /// Empty for a first copy.
    public var cursor: [UInt8]
    /// For clients whose library sends no metadata with streams: counts where the metadata have no
    /// `authorization: Bearer`.
    public var accessToken: String

    private enum CodingKeys: Int, CodingKey {
        case cursor = 1
        case accessToken = 2
    }

    /// Creates the message; what is left out is empty.
    public init(cursor: [UInt8] = [], accessToken: String = "") {
        self.cursor = cursor
        self.accessToken = accessToken
    }
}
