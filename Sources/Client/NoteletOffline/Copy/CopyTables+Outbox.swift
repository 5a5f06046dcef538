internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import ProtobufCoding
internal import SQLite

/// How far an entry has got, as the file has it.
private enum StateNumber: Int64 {
    case waiting = 0
    case failed = 1
    case unknown = 2
}

extension CopyTables {
    /// Keeps a write; one whose intention is kept or was sent already is kept once.
    func insert(_ write: Write, id: UUID, at moment: Date) throws(SQLiteError) {
        if try wasSent(id) { return }
        let write = try resolved(write)
        if try folded(write) { return }
        guard let write = try reduced(write) else { return }
        _ = try connection.run(
            """
            INSERT OR IGNORE INTO outbox (id, lane, method, request, created_at, state)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            .blob(id.bytes),
            .blob(try lane(of: write, id: id)),
            .text(write.method.description),
            .blob(try encoded(write)),
            .integer(moment.microseconds),
            .integer(StateNumber.waiting.rawValue)
        )
        changeOutbox()
    }

    /// How long a request may be, in bytes.
    ///
    /// PROTOCOL.md, "Limits", has frames of 80 KiB, of which the token and the key take their part.
    /// What is longer the service does not even read, and cannot say why it takes it not.
    static let requestByteCountMax = 64 << 10

    /// Has a change be part of what it changes, where that was not sent or was refused; changes of
    /// the same thing that were refused are given up for it.
    ///
    /// - Returns: Whether it was an addition that is another one now.
    /// - Throws: `SQLiteError`.
    private func folded(_ change: Write) throws(SQLiteError) -> Bool {
        guard change.isChange else { return false }
        for entry in try entries(ofLane: change.lane(of: UUID())) {
            if let addition = entry.write.changed(by: change, of: entry.id) {
                // One that is on its way may have arrived as it was.
                guard entry.triedAt == nil else { return false }
                return try release(entry.id, as: addition)
            }
            if case .failed = entry.state, entry.write.isReplaced(by: change) {
                try remove(entry.id)
            }
        }
        return false
    }

    /// The lane of a write; the deletion of a note that waits to be sent waits for that.
    private func lane(of write: Write, id: UUID) throws(SQLiteError) -> [UInt8] {
        if case .deleteMessage(let request) = write, let note = UUID(optional: request.messageID),
            let sending = try entry(note)
        {
            return sending.lane
        }
        return write.lane(of: id)
    }

    /// All entries, in the order in which they were asked for.
    func entries() throws(SQLiteError) -> [OutboxEntry] {
        try connection.rows("SELECT \(Self.entryColumns) FROM outbox ORDER BY number") {
            (row) throws(SQLiteError) in try entry(row)
        }.compactMap(\.self)
    }

    /// Gives all writes up: there is no account any more that they could be for.
    func removeWrites() throws(SQLiteError) {
        _ = try connection.run("DELETE FROM outbox")
        changeOutbox()
    }

    /// The entries of a lane, in the order in which they were asked for.
    func entries(ofLane lane: [UInt8]) throws(SQLiteError) -> [OutboxEntry] {
        let sql = "SELECT \(Self.entryColumns) FROM outbox WHERE lane = ? ORDER BY number"
        return try connection.rows(sql, .blob(lane)) { (row) throws(SQLiteError) in
            try entry(row)
        }.compactMap(\.self)
    }

    /// The entry of an intention.
    func entry(_ id: UUID) throws(SQLiteError) -> OutboxEntry? {
        let sql = "SELECT \(Self.entryColumns) FROM outbox WHERE id = ?"
        return try connection.first(sql, .blob(id.bytes)) { (row) throws(SQLiteError) in
            try entry(row)
        } ?? nil
    }

    /// The first waiting entry of each lane, but for those of a contact that is not added yet.
    func firstEntries(countMax: Int) throws(SQLiteError) -> [OutboxEntry] {
        // What only a later version can send takes no place of what can be sent.
        let methods = Write.methods.map { SQLiteValue.text($0.description) }
        let sql = """
            SELECT \(Self.entryColumns) FROM outbox AS entry
            WHERE state = ? AND method IN (\(methods.map { _ in "?" }.joined(separator: ", ")))
            AND NOT EXISTS (
                SELECT 1 FROM outbox AS earlier
                WHERE earlier.lane = entry.lane AND earlier.number < entry.number
                AND (earlier.state = entry.state OR earlier.method = ?)
            )
            ORDER BY number LIMIT ?
            """
        let waiting = SQLiteValue.integer(StateNumber.waiting.rawValue)
        let added = SQLiteValue.text(ContactsAPI.addContact.summary.description)
        return try connection.rows(
            sql,
            bindings: [waiting] + methods + [added, .integer(Int64(countMax))]
        ) { (row) throws(SQLiteError) in try entry(row) }.compactMap(\.self)
    }

    /// Notes that an entry is about to be sent.
    ///
    /// - Returns: The entry as it was before, which is what is to be sent; nil where it waits no
    ///   more.
    func noteTry(_ id: UUID, at moment: Date) throws(SQLiteError) -> OutboxEntry? {
        guard let entry = try entry(id), entry.state == .pending else { return nil }
        if entry.triedAt == nil {
            _ = try connection.run(
                "UPDATE outbox SET tried_at = ? WHERE id = ?",
                .integer(moment.microseconds),
                .blob(id.bytes)
            )
        }
        return entry
    }

    /// Notes that nothing came of the tries of an entry, or that they are not to count.
    func forgetTry(_ id: UUID) throws(SQLiteError) {
        _ = try connection.run("UPDATE outbox SET tried_at = NULL WHERE id = ?", .blob(id.bytes))
    }

    /// Notes that the service said no to an entry.
    ///
    /// What a rule refused was not written, by this try or by an earlier one with the same key; of
    /// what failed otherwise that is not known, and its try is not forgotten.
    func fail(_ id: UUID, with error: NoteletError) throws(SQLiteError) {
        if try isToBeDeleted(id) { return _ = try giveUp(id) }
        let refusal = try error.refusal.map { (refusal) throws(SQLiteError) in
            try encoded(refusal)
        }
        _ = try connection.run(
            """
            UPDATE outbox SET state = ?, refusal = ?, failure = ?,
                tried_at = iif(?, tried_at, NULL)
            WHERE id = ?
            """,
            .integer(StateNumber.failed.rawValue),
            SQLiteValue(optional: refusal),
            .text(error.message),
            .bool(error.refusal == nil && error.mayBeDone),
            .blob(id.bytes)
        )
        changeOutbox()
    }

    /// Notes that nobody can tell what became of an entry.
    func noteUnknown(_ id: UUID) throws(SQLiteError) {
        if try isToBeDeleted(id) { return _ = try giveUp(id) }
        _ = try connection.run(
            "UPDATE outbox SET state = ? WHERE id = ?",
            .integer(StateNumber.unknown.rawValue),
            .blob(id.bytes)
        )
        changeOutbox()
    }

    /// Has an entry wait as if it had just come; false where there is none that can.
    func release(_ id: UUID, as write: Write? = nil) throws(SQLiteError) -> Bool {
        let request = try write.map { (write) throws(SQLiteError) in try encoded(write) }
        let count = try connection.run(
            """
            UPDATE outbox SET state = ?, refusal = NULL, failure = NULL,
                tried_at = iif(state = ?, NULL, tried_at), request = coalesce(?, request)
            WHERE id = ?
            """,
            .integer(StateNumber.waiting.rawValue),
            .integer(StateNumber.unknown.rawValue),
            SQLiteValue(optional: request),
            .blob(id.bytes)
        )
        changeOutbox()
        return count > 0
    }

    /// Gives an entry up, with what has nothing to be done to then; false where there is none.
    func giveUp(_ id: UUID) throws(SQLiteError) -> Bool {
        guard let entry = try entry(id) else { return try remove(id) }
        for waiting in try entries(ofLane: entry.lane) where waiting.write.isVoid(without: entry) {
            try remove(waiting.id)
        }
        return try remove(id)
    }

    /// Whether what an entry makes is to be deleted again: nobody waits for it any more.
    func isToBeDeleted(_ id: UUID) throws(SQLiteError) -> Bool {
        guard let entry = try entry(id) else { return false }
        return try entries(ofLane: entry.lane).contains { waiting in
            waiting.state == .pending && waiting.write.isDeletion(of: entry)
        }
    }

    /// Takes an entry away; false where there is none.
    @discardableResult
    func remove(_ id: UUID) throws(SQLiteError) -> Bool {
        let count = try connection.run("DELETE FROM outbox WHERE id = ?", .blob(id.bytes))
        changeOutbox()
        return count > 0
    }

    /// Gives a write up that is not on its way; false where there is none.
    func withdraw(_ id: UUID) throws(SQLiteError) -> Bool {
        guard let entry = try entry(id), entry.triedAt == nil || entry.state != .pending else {
            return false
        }
        return try giveUp(id)
    }

    /// Gives what waits for a contact the id that the contact has got.
    func redirect(from id: UUID, toContact contactID: [UInt8]) throws(SQLiteError) {
        for entry in try entries(ofLane: id.bytes) {
            let write = entry.write.redirected(toContact: contactID)
            try change(entry.id, to: write, lane: contactID)
        }
    }

    /// Gives the deletion of a note that was sent meanwhile the id that the note has got.
    func redirectDeletion(
        of id: UUID,
        in lane: [UInt8],
        toNote noteID: [UInt8]
    ) throws(SQLiteError) {
        let deletion = Write.deleteMessage(DeleteMessageRequest(messageID: id.bytes))
        for entry in try entries(ofLane: lane) where entry.write == deletion {
            let write = Write.deleteMessage(DeleteMessageRequest(messageID: noteID))
            try change(entry.id, to: write, lane: noteID)
        }
    }

    private func change(_ id: UUID, to write: Write, lane: [UInt8]) throws(SQLiteError) {
        _ = try connection.run(
            "UPDATE outbox SET lane = ?, request = ? WHERE id = ?",
            .blob(lane),
            .blob(try encoded(write)),
            .blob(id.bytes)
        )
    }

    private static let entryColumns =
        "id, lane, method, request, created_at, tried_at, state, refusal, failure"

    /// A write that waits is shown in the lists as well.
    private func changeOutbox() {
        changed.formUnion([.outbox, .messages, .contacts, .user])
    }

    private func wasSent(_ id: UUID) throws(SQLiteError) -> Bool {
        let sql = """
            SELECT 1 FROM messages WHERE intention = ?
            UNION ALL SELECT 1 FROM contacts WHERE intention = ?
            """
        return try connection.first(sql, .blob(id.bytes), .blob(id.bytes)) { _ in true } ?? false
    }

    /// Reads an entry; nil is one of a later version of this library, which knows further methods.
    private func entry(_ row: borrowing SQLiteRow) throws(SQLiteError) -> OutboxEntry? {
        guard
            let write = try write(of: try row.text(at: 2), request: try row.blob(at: 3))
        else { return nil }
        guard let id = UUID(optional: try row.blob(at: 0)) else {
            throw .damaged("an entry of the outbox has no id")
        }
        return OutboxEntry(
            id: id,
            lane: try row.blob(at: 1),
            write: write,
            createdAt: Date(microseconds: try row.integer(at: 4)),
            triedAt: try row.integerIfPresent(at: 5).map { Date(microseconds: $0) },
            state: try state(row)
        )
    }

    private func state(_ row: borrowing SQLiteRow) throws(SQLiteError) -> WriteState {
        let number = try row.integer(at: 6)
        switch StateNumber(rawValue: number) {
        case .waiting: return .pending
        case .unknown: return .unknown
        case .failed:
            guard let refusal = try row.blobIfPresent(at: 7) else {
                return .failed(.unknown(try row.textIfPresent(at: 8) ?? ""))
            }
            return .failed(AppError(try decoded(NoteletAPI.Refusal.self, from: refusal)))
        case nil: throw .damaged("an entry of the outbox is in no known state: \(number)")
        }
    }

    private func encoded(_ write: Write) throws(SQLiteError) -> [UInt8] {
        let request = try request(of: write)
        guard request.count <= Self.requestByteCountMax else { throw .tooLarge }
        return request
    }

    private func request(of write: Write) throws(SQLiteError) -> [UInt8] {
        switch write {
        case .sendToContact(let request): try encoded(request)
        case .sendToLink(let request): try encoded(request)
        case .answer(let request): try encoded(request)
        case .deleteMessage(let request): try encoded(request)
        case .addContact(let request): try encoded(request)
        case .updateContact(let request): try encoded(request)
        case .deleteContact(let request): try encoded(request)
        case .updateProfile(let request): try encoded(request)
        case .delivery(let write): try write.encoded(by: self)
        }
    }

    /// The write that a method and its request are; nil for a method that the outbox does not know.
    private func write(
        of method: String,
        request: [UInt8]
    ) throws(SQLiteError) -> Write? {
        switch method {
        case MessagesAPI.sendToContact.summary.description:
            .sendToContact(try decoded(SendToContactRequest.self, from: request))
        case MessagesAPI.sendToLink.summary.description:
            .sendToLink(try decoded(SendToLinkRequest.self, from: request))
        case MessagesAPI.answerMessage.summary.description:
            .answer(try decoded(AnswerMessageRequest.self, from: request))
        case MessagesAPI.deleteMessage.summary.description:
            .deleteMessage(try decoded(DeleteMessageRequest.self, from: request))
        case ContactsAPI.addContact.summary.description:
            .addContact(try decoded(AddContactRequest.self, from: request))
        case ContactsAPI.updateContact.summary.description:
            .updateContact(try decoded(UpdateContactRequest.self, from: request))
        case ContactsAPI.deleteContact.summary.description:
            .deleteContact(try decoded(DeleteContactRequest.self, from: request))
        case ProfilesAPI.updateProfile.summary.description:
            .updateProfile(try decoded(UpdateProfileRequest.self, from: request))
        default:
            try DeliveryWrite(of: method, request: request, by: self).map { .delivery($0) }
        }
    }
}

extension Date {
    /// Takes microseconds since 1970.
    fileprivate init(microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    /// Microseconds since 1970; 1970 for a moment that no calendar has.
    fileprivate var microseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1_000_000).rounded()) ?? 0
    }
}
