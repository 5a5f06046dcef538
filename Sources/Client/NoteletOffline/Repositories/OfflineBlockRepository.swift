public import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Shows the blocks of the copy; to change them there must be a network, so that nobody believes a
/// sender blocked who is not.
public struct OfflineBlockRepository: ObservableBlockRepositoryInterface {
    let space: AccountSpace
    let dateClient: DateClient

    /// All blocks, the newest first, as the policy of lists has it.
    public func fetchBlocks(forUserId userId: UUID) async throws -> [NoteletInterface.Block] {
        try await space.requireAccount(userId).readList { (tables) throws(SQLiteError) in
            try tables.shownBlocks()
        }
    }

    /// Blocks the sender of a note, and then in the copy.
    public func blockSender(ofMessageId messageId: UUID, intention: UUID) async throws {
        let block = NoteletAPI.Block(
            messageID: messageId.bytes,
            blockedAt: Timestamp(dateClient.now())
        )
        try await change { (notelet) throws(NoteletError) in
            try await notelet.block(senderOf: messageId.bytes, idempotencyKey: .of(intention))
        } copying: { (tables) throws(SQLiteError) in
            // The service has done nothing where it was blocked before.
            if try tables.blocks().allSatisfy({ $0.messageID != block.messageID }) {
                try tables.put(block)
            }
        }
    }

    /// Takes a block back, and then from the copy.
    public func unblockSender(ofMessageId messageId: UUID, intention: UUID) async throws {
        try await change { (notelet) throws(NoteletError) in
            try await notelet.unblock(senderOf: messageId.bytes, idempotencyKey: .of(intention))
        } copying: { (tables) throws(SQLiteError) in
            try tables.deleteBlock(ofMessage: messageId.bytes)
        }
    }

    /// All blocks now, the newest first, and again after each change.
    public func observeBlocks() -> AsyncStream<[NoteletInterface.Block]> {
        space.hub.values(of: .blocks) { [space] in
            try await space.account()?.copy.read { (tables) throws(SQLiteError) in
                try tables.shownBlocks()
            } ?? []
        }
    }

    /// Changes a block at the service, then in the copy, but where the feed has gone on meanwhile:
    /// it may have told more of that block, and tells what it has not told.
    private func change(
        _ call: (Notelet) async throws(NoteletError) -> Void,
        copying body: @Sendable (CopyTables) throws(SQLiteError) -> Void
    ) async throws {
        let account = try await space.requireAccount()
        let copy = account.copy
        let cursor = try await copy.read { (tables) throws(SQLiteError) in
            try tables.progress().cursor
        }
        try await account.caller.call(call)
        try await copy.write { (tables) throws(SQLiteError) in
            if try tables.progress().cursor == cursor { try body(tables) }
        }
    }
}
