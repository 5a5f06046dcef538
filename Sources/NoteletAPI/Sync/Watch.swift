/// The request of `Sync.Watch`.
public struct WatchRequest: Codable, Hashable, Sendable {
    /// Empty for a first copy.
    public var cursor: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case cursor = 1
    }

    /// Creates the message; what is left out is empty.
    public init(cursor: [UInt8] = []) {
        self.cursor = cursor
    }
}
