internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

extension CopyTables {
    /// Takes a contact in as it is now.
    func put(_ contact: NoteletAPI.Contact) throws(SQLiteError) {
        try put(contact, intention: nil, looseSince: nil)
    }

    /// Takes a contact in that a reply has brought, where the feed has not brought it before: that
    /// one may be later, and stays.
    func putLoosely(
        _ contact: NoteletAPI.Contact,
        intention: UUID?
    ) throws(SQLiteError) {
        if try name(contact.id, in: "contacts", intention: intention) { return }
        if try isLeft() { return }
        try put(contact, intention: intention, looseSince: try progress().session)
    }

    /// Takes in what a contact is now by a reply that is later than all that the feed has brought.
    func putChange(_ contact: NoteletAPI.Contact) throws(SQLiteError) {
        if try isLeft() { return }
        try put(contact, intention: nil, looseSince: try progress().session)
    }

    /// Takes a contact away.
    func deleteContact(_ id: [UInt8]) throws(SQLiteError) {
        _ = try connection.run("DELETE FROM contacts WHERE id = ?", .blob(id))
        changed.insert(.contacts)
    }

    /// All contacts, by time of registration.
    func contacts() throws(SQLiteError) -> [NoteletInterface.Contact] {
        let sql = "SELECT body FROM contacts ORDER BY registered_at, rowid"
        return try connection.rows(sql) { (row) throws(SQLiteError) in try contact(row) }
    }

    /// The contact of an id, or of what named the intention to add it.
    func contact(_ id: UUID) throws(SQLiteError) -> NoteletInterface.Contact? {
        let sql = "SELECT body FROM contacts WHERE id = ? OR intention = ?"
        return try connection.first(sql, .blob(id.bytes), .blob(id.bytes)) {
            (row) throws(SQLiteError) in try contact(row)
        }
    }

    private func put(
        _ contact: NoteletAPI.Contact,
        intention: UUID?,
        looseSince session: Int64?
    ) throws(SQLiteError) {
        if try isDeletedLoosely(contact.id) { return }
        let registeredAt = contact.registeredAt.map { moment in
            moment.seconds * 1_000_000 + Int64(moment.nanos / 1_000)
        }
        // What the feed has told once is loose no more.
        _ = try connection.run(
            """
            INSERT INTO contacts (id, registered_at, body, intention, loose_since)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                registered_at = excluded.registered_at,
                body = excluded.body,
                intention = coalesce(excluded.intention, intention),
                loose_since = min(excluded.loose_since, loose_since)
            """,
            .blob(contact.id),
            .integer(registeredAt ?? 0),
            .blob(try encoded(contact)),
            SQLiteValue(optional: intention?.bytes),
            SQLiteValue(optional: session)
        )
        changed.insert(.contacts)
    }

    private func contact(
        _ row: borrowing SQLiteRow
    ) throws(SQLiteError) -> NoteletInterface.Contact {
        let contact = try decoded(NoteletAPI.Contact.self, from: try row.blob(at: 0))
        return try shown { () throws(AppError) in
            try NoteletInterface.Contact(contact, of: userId)
        }
    }
}
