public import Foundation

/// Takes a block back.
public struct UnblockSenderUseCase: Sendable {
    private let blockRepository: any BlockRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter blockRepository: Has the blocks.
    public init(blockRepository: any BlockRepositoryInterface) {
        self.blockRepository = blockRepository
    }

    /// Takes it back; a sender who was blocked by several notes stays blocked by the others.
    ///
    /// - Parameters:
    ///   - messageId: The note by which the sender was blocked.
    ///   - intention: What names the intention; the same again where it is repeated.
    /// - Throws: `AppError`.
    public func execute(messageId: UUID, intention: UUID = UUID()) async throws {
        try await blockRepository.unblockSender(ofMessageId: messageId, intention: intention)
    }
}
