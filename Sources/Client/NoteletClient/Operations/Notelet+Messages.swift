/// Whether the receiver of a note sees who sent it.
public enum Signature: Hashable, Sendable {
    /// Nobody learns who wrote it.
    case anonymous
    /// The receiver sees the sender's username.
    case username
}

extension Notelet {
    /// Sends a note to whoever a personal link belongs to.
    ///
    /// - Parameters:
    ///   - content: 1 to 2,000 characters after trimming, at most 8 KiB.
    ///   - link: The token, or the whole url.
    ///   - signature: Whether the receiver sees who sent it.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The sender's id of the note, and when it was sent.
    /// - Throws: `NoteletError`, `refused` with `linkNotFound`, `ownLink` and others.
    @discardableResult
    public func send(
        _ content: String,
        toLink link: String,
        signed signature: Signature = .anonymous,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> SendResponse {
        let request = SendToLinkRequest(
            link: link,
            content: content,
            revealSender: signature == .username
        )
        return try await call(MessagesAPI.sendToLink, request, idempotencyKey: key)
    }

    /// Sends a note to the other end of a contact.
    ///
    /// - Parameters:
    ///   - content: 1 to 2,000 characters after trimming, at most 8 KiB.
    ///   - contactID: The contact's id.
    ///   - signature: Whether the receiver sees who sent it.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The sender's id of the note, and when it was sent.
    /// - Throws: `NoteletError`, `refused` with `contactNotFound`, `contactNotLinked` and others.
    @discardableResult
    public func send(
        _ content: String,
        toContact contactID: [UInt8],
        signed signature: Signature = .anonymous,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> SendResponse {
        let request = SendToContactRequest(
            contactID: contactID,
            content: content,
            revealSender: signature == .username
        )
        return try await call(MessagesAPI.sendToContact, request, idempotencyKey: key)
    }

    /// One note, by the id under which the caller knows it.
    ///
    /// - Parameter id: The caller's id of the note.
    /// - Returns: The note as its receiver or as its sender sees it.
    /// - Throws: `NoteletError`, `refused` with `messageNotFound`.
    public func message(_ id: [UInt8]) async throws(NoteletError) -> Message.Side {
        return try await call(
            MessagesAPI.getMessage,
            GetMessageRequest(id: id),
            giving: { $0.message?.side }
        )
    }

    /// Answers a note: only its receiver can, and only once.
    ///
    /// - Parameters:
    ///   - messageID: The receiver's id of the note.
    ///   - content: 1 to 2,000 characters after trimming, at most 8 KiB.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The note with its answer.
    /// - Throws: `NoteletError`, `refused` with `alreadyAnswered`, `notReceiver` and others.
    @discardableResult
    public func answer(
        _ messageID: [UInt8],
        with content: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> ReceivedMessage {
        let request = AnswerMessageRequest(messageID: messageID, content: content)
        return try await call(
            MessagesAPI.answerMessage,
            request,
            giving: \.message,
            idempotencyKey: key
        )
    }

    /// Deletes a note from the caller's own view, received or sent; the other person notices
    /// nothing.
    ///
    /// - Parameters:
    ///   - messageID: The id under which the caller knows the note.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `messageNotFound`.
    public func deleteMessage(
        _ messageID: [UInt8],
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        _ = try await call(
            MessagesAPI.deleteMessage,
            DeleteMessageRequest(messageID: messageID),
            idempotencyKey: key
        )
    }

    /// Lets no more notes of whoever sent this one arrive; the sender notices nothing.
    ///
    /// - Parameters:
    ///   - messageID: The receiver's id of the note.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`.
    public func block(
        senderOf messageID: [UInt8],
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        _ = try await call(
            MessagesAPI.blockSender,
            BlockSenderRequest(messageID: messageID),
            idempotencyKey: key
        )
    }

    /// Takes back one block; a sender blocked by several notes stays blocked by the others.
    ///
    /// - Parameters:
    ///   - messageID: The note by which the sender was blocked; it may be deleted.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`.
    public func unblock(
        senderOf messageID: [UInt8],
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        _ = try await call(
            MessagesAPI.unblockSender,
            UnblockSenderRequest(messageID: messageID),
            idempotencyKey: key
        )
    }

    /// The notes by which senders are blocked, newest first.
    ///
    /// - Returns: At most 1,000 blocks.
    /// - Throws: `NoteletError`.
    public func blocks() async throws(NoteletError) -> [Block] {
        try await call(MessagesAPI.listBlocks, ListBlocksRequest()).blocks
    }

    /// Tells the operator about a note.
    ///
    /// - Parameters:
    ///   - messageID: The receiver's id of the note.
    ///   - reason: What is wrong with it.
    ///   - detail: At most 1,000 characters.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`.
    public func report(
        _ messageID: [UInt8],
        reason: ReportReason,
        detail: String = "",
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        let request = ReportMessageRequest(messageID: messageID, reason: reason, detail: detail)
        _ = try await call(MessagesAPI.reportMessage, request, idempotencyKey: key)
    }
}
