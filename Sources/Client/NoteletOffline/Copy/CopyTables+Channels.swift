internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

// What is said about orders: what the service keeps, and over it what waits to be sent. A feed does
// not say which messages are the account's own; that is known of those that were sent from here, by
// what they are called, and of those that were listed.
extension CopyTables {
    /// Takes a message in, by the feed, by a reply or by a list.
    func takeText(_ entry: SharedEntry, in feed: Int64) throws(SQLiteError) {
        var text = try decoded(NoteletAPI.ChatMessage.self, from: entry.body)
        // What comes back was said, whatever became of the reply.
        if let sent = try sending(text) {
            try remove(sent.id)
            text.isOwn = true
        }
        if try self.entry(entry.id, as: .chatText)?.isOwn == true { text.isOwn = true }
        try put(try made(text, as: .chatText), in: feed)
        guard text.isOwn else { return }
        let mark = ReadMark(role: text.role, number: 0)
        try takeMark(try made(mark, as: .ownMark(of: text.orderID)), in: feed)
    }

    /// Takes a mark in, which never goes back.
    func takeMark(_ entry: SharedEntry, in feed: Int64) throws(SQLiteError) {
        let mark = try decoded(ReadMark.self, from: entry.body)
        let sql = "SELECT body FROM shared_entries WHERE id = ?"
        let body = try connection.first(sql, .blob(entry.id)) { (row) throws(SQLiteError) in
            try row.blob(at: 0)
        }
        guard let body else { return try put(entry, in: feed) }
        let known = try decoded(ReadMark.self, from: body)
        let latest = ReadMark(
            role: mark.role == .unspecified ? known.role : mark.role,
            number: max(mark.number, known.number)
        )
        guard latest != known else { return }
        let form: SharedForm<ReadMark, ReadMark> =
            entry.kind == .ownMark
            ? .ownMark(of: Array(entry.id.dropLast())) : .readMark(of: Array(entry.id.dropLast()))
        try put(try made(latest, as: form), in: feed)
    }

    /// What a channel has of the account's own, which is to outlast a new reading of its feed.
    func ownEntries(ofChannel feed: CopiedFeed) throws(SQLiteError) -> [SharedEntry] {
        guard let orderID = SharedFeed.orderID(ofChannel: feed.name) else { return [] }
        var entries: [SharedEntry] = []
        for text in try rawTexts(of: feed.name) where text.isOwn {
            entries.append(try made(text, as: .chatText))
        }
        if let mark = try ownMark(of: orderID) {
            entries.append(try made(mark, as: .ownMark(of: orderID)))
        }
        return entries
    }

    /// Takes in again what a channel had of the account's own; a message that is there no more, but
    /// for what is newer than all that was read, is not.
    func takeAgain(_ own: [SharedEntry], in feed: CopiedFeed) throws(SQLiteError) {
        if own.isEmpty { return }
        let newest = try texts(in: feed.name, behind: nil, countMax: 1).first?.sortKey
        for entry in own {
            switch entry.kind {
            case .chatText:
                let isKnown = try self.entry(entry.id, as: .chatText) != nil
                guard let key = entry.sortKey, isKnown || key.isBefore(newest) else { continue }
                try takeText(entry, in: feed.number)
            case .ownMark: try takeMark(entry, in: feed.number)
            case .item, .member, .post, .order, .readMark: break
            }
        }
    }

    /// Messages about an order, the newest first; those that wait to be sent are the newest.
    ///
    /// - Parameters:
    ///   - orderId: The order.
    ///   - key: Behind which place; nil for the newest.
    ///   - countMax: How many, from 1 on; more where more wait to be sent.
    /// - Returns: The messages, and the place behind which there may be more.
    /// - Throws: `SQLiteError`.
    func shownTexts(
        of orderId: UUID,
        behind key: [UInt8]? = nil,
        countMax: Int
    ) throws(SQLiteError) -> (texts: [NoteletInterface.ChatMessage], next: [UInt8]?) {
        let pending = key == nil ? try pendingTexts(of: orderId) : []
        let rowCountMax = max(1, countMax - pending.count)
        let feed = SharedFeed.channel(of: orderId)
        let rows = try texts(in: feed, behind: key, countMax: rowCountMax)
        let next = rows.count == rowCountMax ? rows.last?.sortKey : nil
        return (pending.reversed() + rows.map(\.value), next)
    }

    /// A message that was written here, as it waits or as the service has it; nil where the copy
    /// knows of none.
    func shownText(_ clientId: UUID, of orderId: UUID) throws(SQLiteError)
        -> NoteletInterface.ChatMessage?
    {
        if let pending = try pendingTexts(of: orderId).first(where: { $0.clientId == clientId }) {
            return pending
        }
        return try texts(in: SharedFeed.channel(of: orderId), behind: nil, countMax: .max)
            .first { $0.value.isOwn && $0.value.clientId == clientId }?.value
    }

    /// Up to which message those have read who talk about an order; the account's own is there as
    /// it will be.
    func shownMarks(of orderId: UUID) throws(SQLiteError) -> ChatMarks {
        let own = try ownMark(of: orderId.bytes)
        var number = own?.number ?? 0
        var others: [NoteletInterface.ChatRole: UInt64] = [:]
        for mark in try marks(in: SharedFeed.channel(of: orderId)) {
            // There is one agent, and one whom an order is for.
            if mark.role == own?.role, [.agent, .shopper].contains(mark.role) {
                number = max(number, mark.number)
            } else {
                let role = NoteletInterface.ChatRole(mark.role)
                others[role] = max(others[role] ?? 0, mark.number)
            }
        }
        let waiting = DeliveryWrite.markRead(MarkReadRequest(orderID: orderId.bytes))
        for entry in try entries(ofLane: waiting.lane) where entry.state == .pending {
            guard case .delivery(.markRead(let request)) = entry.write else { continue }
            number = max(number, request.number)
        }
        return ChatMarks(own: number, others: others)
    }

    /// Keeps that the account has read, unless that is known or waits already; what waits for less
    /// is given up for it.
    func insertMark(_ request: MarkReadRequest, at moment: Date) throws(SQLiteError) {
        if try ownMark(of: request.orderID)?.number ?? 0 >= request.number { return }
        let write = DeliveryWrite.markRead(request)
        for entry in try entries(ofLane: write.lane) {
            guard case .delivery(.markRead(let earlier)) = entry.write else { continue }
            if entry.state == .pending, earlier.number >= request.number { return }
            if entry.state != .pending || entry.triedAt == nil { try remove(entry.id) }
        }
        try insert(.delivery(write), id: UUID(), at: moment)
    }

    /// Takes in what the service said to a write of delivery.
    func take(_ reply: DeliveryReply) throws(SQLiteError) {
        if try isLeft() { return }
        switch reply {
        case .said(let message):
            guard let orderId = UUID(optional: message.orderID) else { return }
            var said = message
            said.isOwn = true
            let feed = try number(ofFeed: SharedFeed.channel(of: orderId))
            try takeText(try made(said, as: .chatText), in: feed)
        case .read(let response, let orderID):
            guard let orderId = UUID(optional: orderID) else { return }
            let feed = try number(ofFeed: SharedFeed.channel(of: orderId))
            let own = ReadMark(role: .unspecified, number: response.number)
            try takeMark(try made(own, as: .ownMark(of: orderID)), in: feed)
            for mark in response.others {
                try takeMark(try made(mark, as: .readMark(of: orderID)), in: feed)
            }
        case .done: break
        }
    }

    /// The write that sends a message, where it waits still; nil for none.
    private func sending(_ text: NoteletAPI.ChatMessage) throws(SQLiteError) -> OutboxEntry? {
        guard let id = UUID(optional: text.clientID), let entry = try entry(id),
            case .delivery(.sendText(let request)) = entry.write,
            request.orderID == text.orderID
        else { return nil }
        return entry
    }

    /// Messages that wait, the oldest first, but for those that the service has.
    private func pendingTexts(
        of orderId: UUID
    ) throws(SQLiteError) -> [NoteletInterface.ChatMessage] {
        let lane = DeliveryWrite.sendText(SendTextRequest(orderID: orderId.bytes)).lane
        let role = try ownMark(of: orderId.bytes)?.role ?? .unspecified
        var texts: [NoteletInterface.ChatMessage] = []
        for entry in try entries(ofLane: lane) {
            let number = texts.last?.id ?? 0
            if let text = entry.text(above: number, as: .init(role)) { texts.append(text) }
        }
        return texts
    }

    private func made<Message: Encodable, Value>(
        _ message: Message,
        as form: SharedForm<Message, Value>
    ) throws(SQLiteError) -> SharedEntry {
        try shown { () throws(AppError) in try SharedEntry(message, as: form) }
    }

    private func ownMark(of orderID: [UInt8]) throws(SQLiteError) -> ReadMark? {
        let form = SharedForm<ReadMark, ReadMark>.ownMark(of: orderID)
        return try entry(form.id(ReadMark()), as: form)
    }

    private func marks(in feed: String) throws(SQLiteError) -> [ReadMark] {
        try bodies(of: .readMark, in: feed).map { (body) throws(SQLiteError) in
            try decoded(ReadMark.self, from: body)
        }
    }

    private func rawTexts(of feed: String) throws(SQLiteError) -> [NoteletAPI.ChatMessage] {
        try bodies(of: .chatText, in: feed).map { (body) throws(SQLiteError) in
            try decoded(NoteletAPI.ChatMessage.self, from: body)
        }
    }

    private func bodies(of kind: SharedKind, in feed: String) throws(SQLiteError) -> [[UInt8]] {
        try connection.rows(
            """
            SELECT body FROM shared_entries
            WHERE feed = (SELECT number FROM shared_feeds WHERE name = ?) AND kind = ?
            """,
            .text(feed),
            .integer(kind.rawValue)
        ) { (row) throws(SQLiteError) in try row.blob(at: 0) }
    }

    private func texts(
        in feed: String,
        behind key: [UInt8]?,
        countMax: Int
    ) throws(SQLiteError) -> [SortedEntry<NoteletInterface.ChatMessage>] {
        try sortedEntries(as: .chatText, in: feed, behind: key, countMax: countMax)
    }
}

extension [UInt8] {
    /// Whether it stands before another key; before none, all do.
    fileprivate func isBefore(_ key: [UInt8]?) -> Bool {
        key.map { lexicographicallyPrecedes($0) } ?? true
    }
}

extension OutboxEntry {
    /// The message that it sends, as it is shown meanwhile; nil where it sends none.
    ///
    /// - Parameters:
    ///   - number: Above which number, so that each has another.
    ///   - role: As whom the account talks.
    /// - Returns: The message.
    func text(
        above number: UInt64,
        as role: NoteletInterface.ChatRole
    ) -> NoteletInterface.ChatMessage? {
        guard case .delivery(.sendText(let request)) = write,
            let orderId = UUID(optional: request.orderID)
        else { return nil }
        let microseconds = UInt64(exactly: (createdAt.timeIntervalSince1970 * 1e6).rounded()) ?? 0
        // The service counts from one on, and never comes near to half of all numbers.
        let place = 1 << 63 | min(microseconds, 1 << 62)
        return NoteletInterface.ChatMessage(
            id: max(place, number + 1),
            orderId: orderId,
            role: role,
            text: request.text,
            sentAt: createdAt,
            clientId: id,
            isOwn: true,
            writeState: state
        )
    }
}
