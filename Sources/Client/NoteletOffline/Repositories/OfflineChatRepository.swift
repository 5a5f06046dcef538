public import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Reads what is said about orders with a copy of it, and says something, without a network as
/// well: it waits in the outbox, and is shown at once.
public struct OfflineChatRepository: ObservableChatRepositoryInterface {
    let space: AccountSpace

    /// The messages of the copy, as the policy of lists has it, the newest first, page by page.
    public func messagePages(
        orderId: UUID,
        pageSize: Int
    ) -> Pages<NoteletInterface.ChatMessage> {
        let size = PagePlace.size(pageSize)
        return Pages { [space] cursor in
            let account = try await space.requireAccount()
            let read = {
                @Sendable (tables: CopyTables) throws(SQLiteError) in
                let (texts, next) = try tables.shownTexts(
                    of: orderId,
                    behind: cursor?.bytes,
                    countMax: size
                )
                return ListPage(items: texts, next: next.map { PageCursor(bytes: $0) })
            }
            guard cursor == nil else { return try await account.copy.read(read) }
            return try await account.readChannel(of: orderId, read)
        }
    }

    /// Says something: it is shown from now on, and goes out when there is a way, as the policy of
    /// writes has it.
    public func send(
        _ text: String,
        orderId: UUID,
        clientId: UUID
    ) async throws -> NoteletInterface.ChatMessage {
        let request = SendTextRequest(
            orderID: orderId.bytes,
            clientID: clientId.bytes,
            text: text
        )
        let account = try await space.requireAccount()
        let said = try await account.write(.delivery(.sendText(request)), id: clientId) {
            (tables) throws(SQLiteError) in
            try tables.shownText(clientId, of: orderId)
        }
        guard let said else { throw AppError.network(.unknown) }
        return said
    }

    /// Marks messages as read: it is shown from now on, and goes out when there is a way, as the
    /// policy of writes has it.
    public func markRead(upTo number: UInt64, orderId: UUID) async throws -> ChatMarks {
        let request = MarkReadRequest(orderID: orderId.bytes, number: number)
        let account = try await space.requireAccount()
        let read = { @Sendable (tables: CopyTables) throws(SQLiteError) in
            try tables.shownMarks(of: orderId)
        }
        switch account.configuration.writes {
        case .outbox:
            let now = account.configuration.dateClient.now()
            return try await account.copy.write { (tables) throws(SQLiteError) in
                try tables.insertMark(request, at: now)
                return try read(tables)
            }
        case .remoteThenCopy:
            return try await account.write(.delivery(.markRead(request)), id: UUID(), read)
        }
    }

    /// The last messages now, the newest first, and again after each change; those that wait are
    /// among them.
    public func observeMessages(
        orderId: UUID,
        countMax: Int
    ) -> AsyncStream<[NoteletInterface.ChatMessage]> {
        space.sharedValues(
            of: SharedFeed.channel(of: orderId),
            orElse: [],
            and: .outbox,
            begin: { $0.refreshOwnTexts(of: orderId) },
            read: { (tables) throws(SQLiteError) in
                Array(try tables.shownTexts(of: orderId, countMax: countMax).texts.prefix(countMax))
            }
        )
    }

    /// Up to which message all have read now, and again after each change.
    public func observeMarks(orderId: UUID) -> AsyncStream<ChatMarks> {
        space.sharedValues(
            of: SharedFeed.channel(of: orderId),
            orElse: ChatMarks(own: 0, others: [:]),
            and: .outbox
        ) { (tables) throws(SQLiteError) in
            try tables.shownMarks(of: orderId)
        }
    }
}

// A feed does not say which messages are the account's own; a list does, also of those that were
// sent from another device.
extension OpenAccount {
    /// Reads a channel as the policy of lists has it; its feed is followed from now on.
    fileprivate func readChannel<Value: Sendable>(
        of orderId: UUID,
        _ body: @Sendable (CopyTables) throws(SQLiteError) -> Value
    ) async throws -> Value {
        let feed = SharedFeed.channel(of: orderId)
        switch configuration.reads {
        case .copyFirst:
            refreshOwnTexts(of: orderId)
            return try await readShared(feed, body)
        case .networkFirst:
            try await follow(feed)
            return try await readList(
                refreshing: { [self] in
                    try await shared.pull(feed)
                    try await fetchOwnTexts(of: orderId)
                },
                body
            )
        }
    }

    /// Asks behind which of the last messages are the account's own.
    fileprivate func refreshOwnTexts(of orderId: UUID) {
        inBackground("Which messages are the account's own was not asked") { account in
            try await account.fetchOwnTexts(of: orderId)
        }
    }

    private func fetchOwnTexts(of orderId: UUID) async throws {
        let request = ListMessagesRequest(
            orderID: orderId.bytes,
            pageSize: Int32(PagePlace.sizeMax)
        )
        let response = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.call(DeliveryAPI.listMessages, request)
        }
        let own = response.messages.filter { $0.isOwn && $0.orderID == orderId.bytes }
        if own.isEmpty { return }
        try await copy.write { (tables) throws(SQLiteError) in
            for text in own { try tables.take(.said(text)) }
        }
    }
}
