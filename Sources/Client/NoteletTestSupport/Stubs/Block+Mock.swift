public import Foundation
public import NoteletInterface

extension Block {
    /// A block for tests.
    ///
    /// - Parameters:
    ///   - messageId: By which note; a new one unless given.
    ///   - blockedAt: When.
    /// - Returns: The block.
    public static func mock(
        messageId: UUID = UUID(),
        blockedAt: Date = FakeClock.start
    ) -> Block {
        Block(messageId: messageId, blockedAt: blockedAt)
    }
}
