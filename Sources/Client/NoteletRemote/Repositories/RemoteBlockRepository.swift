public import Foundation
internal import NoteletClient
public import NoteletInterface

/// Blocks senders at the service.
public struct RemoteBlockRepository: BlockRepositoryInterface {
    let caller: RemoteCaller

    /// Asks for all blocks, the newest first.
    public func fetchBlocks(forUserId userId: UUID) async throws -> [NoteletInterface.Block] {
        try await caller.require(userId)
        let blocks = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.blocks()
        }
        return try blocks.map { try Block($0) }
    }

    /// Blocks the sender of a note under the key of the intention.
    public func blockSender(ofMessageId messageId: UUID, intention: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.block(senderOf: messageId.bytes, idempotencyKey: .of(intention))
        }
    }

    /// Takes a block back under the key of the intention.
    public func unblockSender(ofMessageId messageId: UUID, intention: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.unblock(senderOf: messageId.bytes, idempotencyKey: .of(intention))
        }
    }
}
