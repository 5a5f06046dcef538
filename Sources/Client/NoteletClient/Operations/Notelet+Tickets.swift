extension Notelet {
    /// Sends a note as somebody who has no account, whoever is signed in: no token goes with it.
    ///
    /// - Parameters:
    ///   - content: 1 to 2,000 characters after trimming, at most 8 KiB.
    ///   - link: The token, or the whole url.
    ///   - key: What names the intention, which gets the same ticket when it is repeated; a new one
    ///     where it is nil.
    /// - Returns: The sender's id of the note, and the ticket to its answer.
    /// - Throws: `NoteletError`, `refused` with `linkNotFound` and others.
    public func sendAsStranger(
        _ content: String,
        toLink link: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> SendResponse {
        let method = MessagesAPI.sendToLink
        var call = caller.ticket(for: method.summary, named: key)
        let request = SendToLinkRequest(link: link, content: content)
        return try await caller.call(method, request, token: nil, &call)
    }

    /// Whether a stranger's note was answered, and how.
    ///
    /// - Parameter ticket: The ticket that came when the note was sent.
    /// - Returns: The answer, and when the ticket ends.
    /// - Throws: `NoteletError`, `refused` with `ticketNotFound`.
    public func reply(toTicket ticket: String) async throws(NoteletError) -> GetReplyResponse {
        try await call(MessagesAPI.getReply, GetReplyRequest(replyTicket: ticket))
    }
}
