/// The request of `Sync.Pull`.
public struct PullRequest: Codable, Hashable, Sendable {
    /// Empty for a first copy.
    public var cursor: [UInt8]
    /// 1 to 500 changes; 0 means 50.
    public var pageSize: Int32

    private enum CodingKeys: Int, CodingKey {
        case cursor = 1
        case pageSize = 2
    }

    /// Creates the message; what is left out is empty.
    public init(cursor: [UInt8] = [], pageSize: Int32 = 0) {
        self.cursor = cursor
        self.pageSize = pageSize
    }
}
