extension Notelet {
    /// One note, by the id under which the caller knows it.
    ///
    /// - Parameter id: The caller's id of the note.
    /// - Returns: The note as its receiver or as its sender sees it.
    /// - Throws: `NoteletError`, `refused` with `messageNotFound`.
    public func message(_ id: NoteID) async throws(NoteletError) -> Message.Side {
        try await message(id.bytes)
    }

    /// Answers a note, once.
    ///
    /// - Parameters:
    ///   - id: The receiver's id of the note.
    ///   - content: 1 to 2,000 characters after trimming, at most 8 KiB.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The note with its answer.
    /// - Throws: `NoteletError`, `refused` with `messageNotFound`, `alreadyAnswered` and others.
    @discardableResult
    public func answer(
        _ id: NoteID,
        with content: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> ReceivedMessage {
        try await answer(id.bytes, with: content, idempotencyKey: key)
    }

    /// Lets no more notes of a note's sender arrive, without telling who it is.
    ///
    /// - Parameters:
    ///   - id: The receiver's id of the note.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `messageNotFound`.
    public func block(
        senderOf id: NoteID,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        try await block(senderOf: id.bytes, idempotencyKey: key)
    }

    /// Takes back one block; a sender blocked by several notes stays blocked by the others.
    ///
    /// - Parameters:
    ///   - id: The receiver's id of the note.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`.
    public func unblock(
        senderOf id: NoteID,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        try await unblock(senderOf: id.bytes, idempotencyKey: key)
    }

    /// Deletes a note from the caller's own view; the other person notices nothing.
    ///
    /// - Parameters:
    ///   - id: The caller's id of the note.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `messageNotFound`.
    public func deleteMessage(
        _ id: NoteID,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        try await deleteMessage(id.bytes, idempotencyKey: key)
    }

    /// Tells the operator about a note.
    ///
    /// - Parameters:
    ///   - id: The receiver's id of the note.
    ///   - reason: What is wrong with it.
    ///   - detail: What the operator should know, at most 1,000 characters.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `messageNotFound`.
    public func report(
        _ id: NoteID,
        reason: ReportReason,
        detail: String = "",
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        try await report(id.bytes, reason: reason, detail: detail, idempotencyKey: key)
    }

    /// Sends a note to the other end of a contact.
    ///
    /// - Parameters:
    ///   - content: 1 to 2,000 characters after trimming, at most 8 KiB.
    ///   - contactID: The contact.
    ///   - signature: Whether the receiver sees who sent it.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The sender's id of the note, and when it was sent.
    /// - Throws: `NoteletError`, `refused` with `contactNotFound`, `contactNotLinked` and others.
    @discardableResult
    public func send(
        _ content: String,
        toContact contactID: ContactID,
        signed signature: Signature = .anonymous,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> SendResponse {
        try await send(content, toContact: contactID.bytes, signed: signature, idempotencyKey: key)
    }

    /// The notes that went through a contact, newest first.
    ///
    /// - Parameters:
    ///   - contactID: The contact.
    ///   - pageSize: 1 to 500 notes.
    /// - Returns: The pages.
    public func history(ofContact contactID: ContactID, pageSize: Int32 = 50)
        -> PageSequence<Message>
    {
        history(ofContact: contactID.bytes, pageSize: pageSize)
    }

    /// One contact.
    ///
    /// - Parameter id: The contact.
    /// - Returns: The contact.
    /// - Throws: `NoteletError`, `refused` with `contactNotFound`.
    public func contact(_ id: ContactID) async throws(NoteletError) -> Contact {
        try await contact(id.bytes)
    }

    /// Deletes a contact, three days after it was added at the earliest.
    ///
    /// - Parameters:
    ///   - id: The contact.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `contactNotFound` or `contactLocked`.
    public func deleteContact(
        _ id: ContactID,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        try await deleteContact(id.bytes, idempotencyKey: key)
    }
}
