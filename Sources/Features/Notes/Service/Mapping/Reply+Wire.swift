internal import NoteRules
internal import NoteletAPI
internal import Serving

extension GetReplyResponse {
    /// What the holder of a ticket is told.
    init(_ reply: ReadReply.Reply) {
        self.init(
            status: reply.answer == nil ? .pending : .answered,
            answer: reply.answer.map { answer in
                NoteletAPI.Answer(
                    content: answer.content.text,
                    answeredAt: Timestamp(answer.answeredAt)
                )
            },
            expiresAt: Timestamp(reply.expiresAt)
        )
    }
}
