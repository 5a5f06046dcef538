public import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Reads, sends and answers notes with a copy of them.
public struct OfflineMessageRepository: ObservableMessageRepositoryInterface {
    let space: AccountSpace

    /// Sends a note to a contact or to a link.
    public func sendMessage(
        _ message: NoteletInterface.Message
    ) async throws -> NoteletInterface.Message {
        let account = try await space.requireAccount()
        // Somebody else may have signed in since the note was written.
        guard message.senderId ?? account.userId == account.userId else {
            throw AppError.data(.notFound())
        }
        let write = try Write(sending: message)
        let shown = try await account.write(write, id: message.id) {
            (tables) throws(SQLiteError) in try tables.shownMessage(message.id)
        }
        return shown ?? message
    }

    /// All notes that were sent, the newest first, as the policy of lists has it.
    public func fetchSentMessages(
        forUserId userId: UUID
    ) async throws -> [NoteletInterface.Message] {
        try await messages(.sent, of: try await space.requireAccount(userId))
    }

    /// All notes that were received, the newest first, as the policy of lists has it.
    public func fetchReceivedMessages(
        forUserId userId: UUID
    ) async throws -> [NoteletInterface.Message] {
        try await messages(.received, of: try await space.requireAccount(userId))
    }

    /// All notes to and from a contact, the newest first, as the policy of lists has it.
    public func fetchMessagesForContact(
        contactId: UUID
    ) async throws -> [NoteletInterface.Message] {
        try await messages(.forContact(contactId), of: try await space.requireAccount())
    }

    /// One note, also by what named the intention to send it: the copy, else the service, which the
    /// copy then has.
    public func fetchMessage(byId id: UUID) async throws -> NoteletInterface.Message {
        let account = try await space.requireAccount()
        let known = try await account.copy.read { (tables) throws(SQLiteError) in
            try tables.knownMessage(id)
        }
        if let message = try known.value() { return message }
        let side = try await account.caller.call { (notelet) throws(NoteletError) in
            try await notelet.message(id.bytes)
        }
        try await account.copy.write { (tables) throws(SQLiteError) in
            try tables.arriveLoosely(side, intention: nil)
        }
        return try NoteletInterface.Message(side, of: account.userId)
    }

    /// Answers a note; one that is known to have its answer is refused at once.
    public func answerMessage(
        messageId: UUID,
        answer: NoteletInterface.Answer
    ) async throws -> NoteletInterface.Message {
        let account = try await space.requireAccount()
        let known = try await fetchMessage(byId: messageId)
        if let given = known.answer, given.id != answer.id {
            // The same intention once more, of an answer that has gone out.
            if given.content == answer.content, given.writeState == .saved { return known }
            guard case .failed = given.writeState else { throw AppError.alreadyAnswered }
            try await account.copy.write { (tables) throws(SQLiteError) in
                _ = try tables.withdraw(given.id)
            }
        }
        let write = Write(answering: messageId, with: answer)
        let shown = try await account.write(write, id: answer.id) {
            (tables) throws(SQLiteError) in try tables.shownMessage(messageId)
        }
        return shown ?? known
    }

    /// Deletes a note from the account's own view; one that was not sent yet never is.
    public func deleteMessage(byId id: UUID) async throws {
        let account = try await space.requireAccount()
        let wasUnsent = try await account.copy.write { (tables) throws(SQLiteError) in
            try tables.withdraw(id)
        }
        if wasUnsent { return }
        let write = Write.deleteMessage(DeleteMessageRequest(messageID: id.bytes))
        try await account.write(write, id: UUID()) { _ in }
    }

    /// Notes of a kind, the newest first, page by page: those of the copy, which grows meanwhile
    /// where it is the first.
    public func messagePages(
        _ type: HistoryType,
        pageSize: Int
    ) -> Pages<NoteletInterface.Message> {
        let size = PagePlace.size(pageSize)
        return Pages { [space] cursor in
            let account = try await space.requireAccount()
            let position = try cursor.map(PagePlace.number)
            let read = { @Sendable (tables: CopyTables) throws(SQLiteError) in
                let page = try tables.shownMessages(type, before: position, countMax: size)
                return ListPage(items: page.messages, next: page.next.map(PagePlace.cursor))
            }
            // A list is asked for where it begins, and read on as it was then.
            return cursor == nil
                ? try await account.readList(read) : try await account.copy.read(read)
        }
    }

    /// The newest notes of a kind now, and again after each change.
    public func observeMessages(
        _ type: HistoryType,
        countMax: Int
    ) -> AsyncStream<[NoteletInterface.Message]> {
        let countMax = max(0, countMax)
        // A note that waits is shown with the name of its contact.
        return space.hub.values(of: [.messages, .contacts]) { [space] in
            try await space.account()?.copy.read { (tables) throws(SQLiteError) in
                Array(try tables.shownMessages(type, countMax: countMax).messages.prefix(countMax))
            } ?? []
        }
    }

    /// A note now, and again after each change, also by what named the intention to send it.
    public func observeMessage(byId id: UUID) -> AsyncStream<NoteletInterface.Message?> {
        space.hub.values(of: [.messages, .contacts]) { [space] in
            try await space.account()?.copy.read { (tables) throws(SQLiteError) in
                try tables.shownMessage(id)
            }
        }
    }

    private func messages(
        _ type: HistoryType,
        of account: OpenAccount
    ) async throws -> [NoteletInterface.Message] {
        try await account.readList { (tables) throws(SQLiteError) in
            try tables.shownMessages(type, countMax: Int(Int32.max)).messages
        }
    }
}

extension AppError {
    /// What is known without asking.
    fileprivate static let alreadyAnswered = AppError(
        NoteletAPI.Refusal(
            reason: .alreadyAnswered,
            texts: RefusalCatalogue.texts(for: .alreadyAnswered)
        )
    )
}
