public import Foundation

/// Lets no more notes of whoever sent a note arrive.
public struct BlockSenderUseCase: Sendable {
    private let blockRepository: any BlockRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter blockRepository: Has the blocks.
    public init(blockRepository: any BlockRepositoryInterface) {
        self.blockRepository = blockRepository
    }

    /// Blocks the sender, who notices nothing.
    ///
    /// - Parameters:
    ///   - messageId: The received note.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Throws: `AppError`.
    public func execute(messageId: UUID, intention: UUID = UUID()) async throws {
        try await blockRepository.blockSender(ofMessageId: messageId, intention: intention)
    }
}
