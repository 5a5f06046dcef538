/// The request of `Messages.ListBlocks`.
public struct ListBlocksRequest: Codable, Hashable, Sendable {
    /// Creates the message, which has no fields.
    public init() {}
}

/// The response of `Messages.ListBlocks`.
public struct ListBlocksResponse: Codable, Hashable, Sendable {
    /// At most 1,000.
    public var blocks: [Block]

    private enum CodingKeys: Int, CodingKey {
        case blocks = 1
    }

    /// Creates the message; what is left out is empty.
    public init(blocks: [Block] = []) {
        self.blocks = blocks
    }
}
