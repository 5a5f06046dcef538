public import Foundation
public import NoteletInterface

/// Blocks of which a test says what there are.
public final class MockBlockRepository: ObservableBlockRepositoryInterface {
    /// What a call that changes a block is given.
    public typealias Change = (messageId: UUID, intention: UUID)

    /// What observers see; to set its value is to tell it.
    public let blocks: FakeStream<[Block]>
    /// Calls of `fetchBlocks(forUserId:)`.
    public let fetchBlocksCalls = FakeCall<UUID, [Block]>("fetchBlocks(forUserId:)")
    /// Calls of `blockSender(ofMessageId:intention:)`.
    public let blockSenderCalls = FakeCall<Change, Void>("blockSender(ofMessageId:intention:)")
    /// Calls of `unblockSender(ofMessageId:intention:)`.
    public let unblockSenderCalls = FakeCall<Change, Void>("unblockSender(ofMessageId:intention:)")

    /// Creates one that has handlers alone, and shows observers no blocks.
    public init() {
        blocks = FakeStream([])
    }

    /// Creates one that has blocks, and stays so: changes are not remembered.
    ///
    /// - Parameter blocksToReturn: The blocks.
    public init(blocksToReturn: [Block]) {
        blocks = FakeStream(blocksToReturn)
        fetchBlocksCalls.handler = { _ in blocksToReturn }
        blockSenderCalls.handler = { _ in }
        unblockSenderCalls.handler = { _ in }
    }

    /// Records the call, and gives the blocks of the handler.
    public func fetchBlocks(forUserId userId: UUID) async throws -> [Block] {
        try await fetchBlocksCalls(userId)
    }

    /// Records the call, and does what the handler does.
    public func blockSender(ofMessageId messageId: UUID, intention: UUID) async throws {
        try await blockSenderCalls((messageId, intention))
    }

    /// Records the call, and does what the handler does.
    public func unblockSender(ofMessageId messageId: UUID, intention: UUID) async throws {
        try await unblockSenderCalls((messageId, intention))
    }

    /// Gives what there is now, and each change that the test makes.
    public func observeBlocks() -> AsyncStream<[Block]> { blocks.makeStream() }
}
