internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

// An application goes on to use the id that it made for what it wrote; once the service has given
// it another, that one is meant.
extension CopyTables {
    /// The id that the service has given to a note that was made here; the same where it has not.
    func resolvedMessage(_ id: UUID) throws(SQLiteError) -> UUID {
        try resolved(id, in: "messages")
    }

    /// The id that the service has given to a contact that was made here; the same where it has
    /// not.
    func resolvedContact(_ id: UUID) throws(SQLiteError) -> UUID {
        try resolved(id, in: "contacts")
    }

    /// Has a note or a contact be found by what named the intention, where nothing else does.
    ///
    /// - Returns: Whether the file has the note or the contact.
    /// - Throws: `SQLiteError`.
    @discardableResult
    func name(
        _ id: [UInt8],
        in table: String,
        intention: UUID?
    ) throws(SQLiteError) -> Bool {
        changed.insert(table == "messages" ? .messages : .contacts)
        let count = try connection.run(
            "UPDATE \(table) SET intention = coalesce(intention, ?) WHERE id = ?",
            SQLiteValue(optional: intention?.bytes),
            .blob(id)
        )
        return count > 0
    }

    /// The same notes, of a contact by the id that the service knows.
    func resolved(_ type: HistoryType) throws(SQLiteError) -> HistoryType {
        guard case .forContact(let id) = type else { return type }
        return .forContact(try resolvedContact(id))
    }

    /// The same write, by ids that the service knows.
    func resolved(_ write: Write) throws(SQLiteError) -> Write {
        switch write {
        case .sendToContact(let request):
            return write.redirected(toContact: try resolvedContact(bytes: request.contactID))
        case .updateContact(let request):
            return write.redirected(toContact: try resolvedContact(bytes: request.id))
        case .deleteContact(let request):
            return write.redirected(toContact: try resolvedContact(bytes: request.id))
        case .deleteMessage(var request):
            if let id = UUID(optional: request.messageID) {
                request.messageID = try resolvedMessage(id).bytes
            }
            return .deleteMessage(request)
        case .sendToLink, .answer, .addContact, .updateProfile, .delivery: return write
        }
    }

    private func resolvedContact(bytes: [UInt8]) throws(SQLiteError) -> [UInt8] {
        guard let id = UUID(optional: bytes) else { return bytes }
        return try resolvedContact(id).bytes
    }

    private func resolved(_ id: UUID, in table: String) throws(SQLiteError) -> UUID {
        let sql = "SELECT id FROM \(table) WHERE intention = ?"
        let bytes = try connection.first(sql, .blob(id.bytes)) { (row) throws(SQLiteError) in
            try row.blob(at: 0)
        }
        return bytes.flatMap { UUID(optional: $0) } ?? id
    }
}
