public import Foundation
internal import NoteletClient
public import NoteletInterface

/// Reads, sends and answers notes at the service.
public struct RemoteMessageRepository: MessageRepositoryInterface {
    let caller: RemoteCaller

    /// Sends a note under the key of its id.
    public func sendMessage(
        _ message: NoteletInterface.Message
    ) async throws -> NoteletInterface.Message {
        if let senderId = message.senderId { try await caller.require(senderId) }
        let sending = try MessageSending(message)
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await sending.send(by: notelet, key: .of(message.id))
        }
        return try message.sent(response)
    }

    /// Asks for all notes that were sent, the newest first.
    public func fetchSentMessages(
        forUserId userId: UUID
    ) async throws -> [NoteletInterface.Message] {
        try await caller.require(userId)
        let messages = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.sent(pageSize: largestPage).collected()
        }
        return try messages.map { try Message($0, of: userId) }
    }

    /// Asks for all notes that were received, the newest first.
    public func fetchReceivedMessages(
        forUserId userId: UUID
    ) async throws -> [NoteletInterface.Message] {
        try await caller.require(userId)
        let messages = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.inbox(pageSize: largestPage).collected()
        }
        return try messages.map { try Message($0, of: userId) }
    }

    /// Asks for one note.
    public func fetchMessage(byId id: UUID) async throws -> NoteletInterface.Message {
        let userId = try await caller.userId()
        let side = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.message(id.bytes)
        }
        return try Message(side, of: userId)
    }

    /// Asks for all notes to and from a contact, the newest first.
    public func fetchMessagesForContact(
        contactId: UUID
    ) async throws -> [NoteletInterface.Message] {
        let userId = try await caller.userId()
        let messages = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.history(ofContact: contactId.bytes, pageSize: largestPage).collected()
        }
        return try messages.compactMap(\.side).map { try Message($0, of: userId) }
    }

    /// Answers a note under the key of the answer's id.
    public func answerMessage(
        messageId: UUID,
        answer: NoteletInterface.Answer
    ) async throws -> NoteletInterface.Message {
        let userId = try await caller.userId()
        let message = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.answer(
                messageId.bytes,
                with: answer.content,
                idempotencyKey: .of(answer.id)
            )
        }
        return try Message(message, of: userId)
    }

    /// Deletes a note from the account's own view.
    public func deleteMessage(byId id: UUID) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.deleteMessage(id.bytes)
        }
    }

    /// Asks for one page of notes, the newest first.
    ///
    /// - Parameters:
    ///   - type: Which notes.
    ///   - cursor: Where the page begins; nil for the newest.
    ///   - pageSize: 1 to 500.
    /// - Returns: The page.
    /// - Throws: `AppError`.
    package func fetchPage(
        _ type: HistoryType,
        at cursor: PageCursor?,
        pageSize: Int
    ) async throws -> ListPage<NoteletInterface.Message> {
        let userId = try await caller.userId()
        let size = Int32(clamping: pageSize)
        let page = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.sides(type, at: cursor?.bytes ?? [], pageSize: size)
        }
        return ListPage(
            items: try page.items.map { try Message($0, of: userId) },
            next: page.nextCursor.isEmpty ? nil : PageCursor(bytes: page.nextCursor)
        )
    }
}

extension NoteletInterface.Message {
    /// The note as the service keeps it.
    fileprivate func sent(_ response: SendResponse) throws(AppError) -> Message {
        Message(
            id: try UUID(required: response.messageID),
            direction: .sent,
            senderId: senderId,
            receiverId: receiverId,
            contactId: contactId,
            otherName: otherName,
            content: content,
            isAnonymous: isAnonymous,
            sentAt: response.sentAt?.date ?? sentAt
        )
    }
}

extension Notelet {
    /// One page of notes of a kind.
    fileprivate func sides(
        _ type: HistoryType,
        at cursor: [UInt8],
        pageSize: Int32
    ) async throws(NoteletError) -> NoteletClient.Page<NoteletAPI.Message.Side> {
        switch type {
        case .sent:
            let request = ListSentRequest(cursor: cursor, pageSize: pageSize)
            let response = try await call(MessagesAPI.listSent, request)
            return Page(items: response.messages.map { .sent($0) }, nextCursor: response.nextCursor)
        case .received:
            let request = ListReceivedRequest(cursor: cursor, pageSize: pageSize)
            let response = try await call(MessagesAPI.listReceived, request)
            return Page(
                items: response.messages.map { .received($0) },
                nextCursor: response.nextCursor
            )
        case .forContact(let contactId):
            let request = ListByContactRequest(
                contactID: contactId.bytes,
                cursor: cursor,
                pageSize: pageSize
            )
            let response = try await call(MessagesAPI.listByContact, request)
            return Page(
                items: response.messages.compactMap(\.side),
                nextCursor: response.nextCursor
            )
        }
    }
}
