internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Which way a note went, as the file has it.
enum DirectionNumber: Int64 {
    case sent = 1
    case received = 2
}

/// A note of the file and its place in the lists.
struct PlacedMessage: Sendable {
    let position: Int64
    let message: NoteletInterface.Message
}

extension CopyTables {
    /// Takes a note in as the feed tells it, which says where it stands in the lists.
    func arrive(_ side: NoteletAPI.Message.Side) throws(SQLiteError) {
        let intention = try intention(ofMessage: side.id)
        try deleteMessage(side.id)
        try insert(side, intention: intention, looseSince: nil)
    }

    /// Takes a note in that a reply has brought, where the feed has not brought it before: that one
    /// may be later, and stays.
    func arriveLoosely(
        _ side: NoteletAPI.Message.Side,
        intention: UUID?
    ) throws(SQLiteError) {
        if try name(side.id, in: "messages", intention: intention) { return }
        if try isLeft() { return }
        try insert(side, intention: intention, looseSince: try progress().session)
    }

    /// Takes in what a note is now; false where the file does not have it.
    @discardableResult
    func replace(_ side: NoteletAPI.Message.Side) throws(SQLiteError) -> Bool {
        changed.insert(.messages)
        let count = try connection.run(
            "UPDATE messages SET body = ?, contact = ? WHERE id = ?",
            .blob(try encodedBody(of: side)),
            SQLiteValue(optional: side.contact),
            .blob(side.id)
        )
        return count > 0
    }

    /// Takes in the answer to a note.
    func answer(_ id: [UInt8], with answer: NoteletAPI.Answer) throws(SQLiteError) {
        guard let side = try side(id) else { return }
        try replace(side.answered(with: answer))
    }

    /// Takes a note away.
    func deleteMessage(_ id: [UInt8]) throws(SQLiteError) {
        _ = try connection.run("DELETE FROM messages WHERE id = ?", .blob(id))
        changed.insert(.messages)
    }

    /// The note of an id, or of what named the intention to send it.
    func message(_ id: UUID) throws(SQLiteError) -> NoteletInterface.Message? {
        let sql = "SELECT direction, body, position FROM messages WHERE id = ? OR intention = ?"
        let found = try connection.first(sql, .blob(id.bytes), .blob(id.bytes)) {
            (row) throws(SQLiteError) in try placed(row)
        }
        return found?.message
    }

    /// Notes of a kind, the newest first.
    ///
    /// - Parameters:
    ///   - type: Which ones.
    ///   - position: Before which place; nil for the newest.
    ///   - countMax: How many.
    /// - Returns: The notes, each with its place.
    /// - Throws: `SQLiteError`.
    func messages(
        _ type: HistoryType,
        before position: Int64? = nil,
        countMax: Int
    ) throws(SQLiteError) -> [PlacedMessage] {
        let (column, value): (String, SQLiteValue) =
            switch type {
            case .sent: ("direction", .integer(DirectionNumber.sent.rawValue))
            case .received: ("direction", .integer(DirectionNumber.received.rawValue))
            case .forContact(let id): ("contact", .blob(id.bytes))
            }
        let sql = """
            SELECT direction, body, position FROM messages
            WHERE \(column) = ? AND position < ? ORDER BY position DESC LIMIT ?
            """
        return try connection.rows(
            sql,
            value,
            .integer(position ?? .max),
            .integer(Int64(countMax))
        ) { (row) throws(SQLiteError) in try placed(row) }
    }

    /// Takes away what a reply brought and the feed, read to its end twice since, does not know: it
    /// was deleted meanwhile, or its deletion was told before the reply.
    func deleteLooseRows(asOf session: Int64) throws(SQLiteError) {
        for table in ["messages", "contacts", "loose_deletions"] {
            let sql = "DELETE FROM \(table) WHERE loose_since <= ?"
            let count = try connection.run(sql, .integer(session - 2))
            if count > 0 { changed.formUnion([.messages, .contacts]) }
        }
    }

    private func insert(
        _ side: NoteletAPI.Message.Side,
        intention: UUID?,
        looseSince session: Int64?
    ) throws(SQLiteError) {
        if try isDeletedLoosely(side.id) { return }
        _ = try connection.run(
            """
            INSERT INTO messages (id, direction, contact, body, intention, loose_since)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            .blob(side.id),
            .integer(side.direction.rawValue),
            SQLiteValue(optional: side.contact),
            .blob(try encodedBody(of: side)),
            SQLiteValue(optional: intention?.bytes),
            SQLiteValue(optional: session)
        )
        changed.insert(.messages)
    }

    private func intention(ofMessage id: [UInt8]) throws(SQLiteError) -> UUID? {
        let sql = "SELECT intention FROM messages WHERE id = ?"
        let bytes = try connection.first(sql, .blob(id)) { (row) throws(SQLiteError) in
            try row.blobIfPresent(at: 0)
        }
        return (bytes ?? nil).flatMap { UUID(optional: $0) }
    }

    /// The note of an id, as the contract has it.
    func side(_ id: [UInt8]) throws(SQLiteError) -> NoteletAPI.Message.Side? {
        let sql = "SELECT direction, body FROM messages WHERE id = ?"
        return try connection.first(sql, .blob(id)) { (row) throws(SQLiteError) in
            try side(row)
        }
    }

    private func side(
        _ row: borrowing SQLiteRow
    ) throws(SQLiteError) -> NoteletAPI.Message.Side {
        let number = try row.integer(at: 0)
        let body = try row.blob(at: 1)
        switch DirectionNumber(rawValue: number) {
        case .sent: return .sent(try decoded(SentMessage.self, from: body))
        case .received: return .received(try decoded(ReceivedMessage.self, from: body))
        case nil: throw .damaged("a note of the copy went no known way: \(number)")
        }
    }

    private func placed(_ row: borrowing SQLiteRow) throws(SQLiteError) -> PlacedMessage {
        let side = try side(row)
        let message = try shown { () throws(AppError) in
            try NoteletInterface.Message(side, of: userId)
        }
        return PlacedMessage(position: try row.integer(at: 2), message: message)
    }

    private func encodedBody(
        of side: NoteletAPI.Message.Side
    ) throws(SQLiteError) -> [UInt8] {
        switch side {
        case .sent(let message): try encoded(message)
        case .received(let message): try encoded(message)
        }
    }
}

extension NoteletAPI.Message.Side {
    /// The id under which the account knows the note.
    var id: [UInt8] {
        switch self {
        case .sent(let message): message.id
        case .received(let message): message.id
        }
    }

    /// The contact that it went through; nil where that is none, or is not shown.
    fileprivate var contact: [UInt8]? {
        let contact =
            switch self {
            case .sent(let message): message.contactID
            case .received(let message): message.contactID
            }
        return contact.isEmpty ? nil : contact
    }

    fileprivate var direction: DirectionNumber {
        switch self {
        case .sent: .sent
        case .received: .received
        }
    }

    /// The same note with its answer.
    fileprivate func answered(with answer: NoteletAPI.Answer) -> Self {
        switch self {
        case .sent(var message):
            message.answer = answer
            message.status = .answered
            return .sent(message)
        case .received(var message):
            message.answer = answer
            message.status = .answered
            return .received(message)
        }
    }
}
