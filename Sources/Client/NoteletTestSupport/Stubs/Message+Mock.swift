public import Foundation
public import NoteletInterface

extension Message {
    /// A note for tests, anonymous and received.
    ///
    /// - Parameters:
    ///   - id: Its id; a new one unless given.
    ///   - direction: Which way it went.
    ///   - contactId: Whose it is.
    ///   - content: What it says.
    ///   - sentAt: When it was sent.
    ///   - answer: Its answer.
    /// - Returns: The note.
    public static func mock(
        id: UUID = UUID(),
        direction: Direction = .received,
        contactId: UUID? = nil,
        content: String = "오늘 발표 정말 멋졌어요!",
        sentAt: Date = FakeClock.start,
        answer: Answer? = nil
    ) -> Message {
        Message(
            id: id,
            direction: direction,
            contactId: contactId,
            content: content,
            isAnonymous: true,
            sentAt: sentAt,
            answer: answer
        )
    }
}
