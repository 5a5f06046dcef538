public import Foundation

/// That notes of a sender arrive no more, and by which note that sender was blocked.
///
/// Nobody is told who that is. Who was blocked by several notes stays blocked until the last of
/// these blocks is taken back.
public struct Block: Hashable, Identifiable, Sendable {
    /// The received note by which its sender was blocked; it may be deleted.
    public let messageId: UUID
    /// When its sender was blocked.
    public let blockedAt: Date

    /// Creates a block's picture.
    ///
    /// - Parameters:
    ///   - messageId: The received note by which its sender was blocked.
    ///   - blockedAt: When its sender was blocked.
    public init(messageId: UUID, blockedAt: Date) {
        self.messageId = messageId
        self.blockedAt = blockedAt
    }

    /// The note, by which there is one block at most.
    public var id: UUID { messageId }
}
