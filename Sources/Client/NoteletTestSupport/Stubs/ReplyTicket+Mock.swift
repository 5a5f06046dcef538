public import Foundation
public import NoteletInterface

extension ReplyTicket {
    /// A ticket for tests, which ends 30 days after tests begin.
    ///
    /// - Parameters:
    ///   - messageId: To which note; a new one unless given.
    ///   - token: What the service is shown.
    /// - Returns: The ticket.
    public static func mock(
        messageId: UUID = UUID(),
        token: String = "test-ticket"
    ) -> ReplyTicket {
        let expiresAt = FakeClock.start.addingTimeInterval(30 * 86_400)
        return ReplyTicket(messageId: messageId, token: token, expiresAt: expiresAt)
    }
}
