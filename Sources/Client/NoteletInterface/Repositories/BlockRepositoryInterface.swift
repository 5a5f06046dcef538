public import Foundation

/// Keeps notes of some senders away from who is signed in; the senders notice nothing.
public protocol BlockRepositoryInterface: Sendable {
    /// All blocks of an account, the newest first.
    ///
    /// - Throws: `AppError`.
    func fetchBlocks(forUserId userId: UUID) async throws -> [Block]
    /// Lets no more notes of whoever sent this one arrive: anonymous ones if it is anonymous, else
    /// those that show their sender. The intention's name is the same again where it is repeated.
    ///
    /// - Throws: `AppError`.
    func blockSender(ofMessageId messageId: UUID, intention: UUID) async throws
    /// Takes back the block by a note, under the name of the intention.
    ///
    /// - Throws: `AppError`.
    func unblockSender(ofMessageId messageId: UUID, intention: UUID) async throws
}

/// Blocks that screens observe, by streams as those of notes are.
public protocol ObservableBlockRepositoryInterface: BlockRepositoryInterface {
    /// All blocks now, the newest first, and again after each change.
    func observeBlocks() -> AsyncStream<[Block]>
}
