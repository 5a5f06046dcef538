/// An identity without an account.
public struct Guest: Codable, Hashable, Sendable {
    /// 16 bytes.
    public var id: [UInt8]

    private enum CodingKeys: Int, CodingKey {
        case id = 1
    }

    /// Creates the message; what is left out is empty.
    public init(id: [UInt8] = []) {
        self.id = id
    }
}
