internal import NoteletRemote
internal import SQLite

// What a reply said is deleted, and the feed has not told yet: a page of the feed that was read
// before may still bring it, and it is not to appear again for a moment.
extension CopyTables {
    /// Takes a note away that a reply said is deleted.
    func deleteMessageLoosely(_ id: [UInt8]) throws(SQLiteError) {
        try deleteMessage(id)
        try noteLooseDeletion(of: id)
    }

    /// Takes a contact away that a reply said is deleted.
    func deleteContactLoosely(_ id: [UInt8]) throws(SQLiteError) {
        try deleteContact(id)
        try noteLooseDeletion(of: id)
    }

    /// Whether a reply said that a note or a contact is deleted; the ids of either are no ids of
    /// the other, and none is given twice.
    func isDeletedLoosely(_ id: [UInt8]) throws(SQLiteError) -> Bool {
        let sql = "SELECT 1 FROM loose_deletions WHERE id = ?"
        return try connection.first(sql, .blob(id)) { _ in true } ?? false
    }

    /// Notes that the feed has told a deletion, and brings what was deleted no more.
    func confirmDeletion(of id: [UInt8]) throws(SQLiteError) {
        _ = try connection.run("DELETE FROM loose_deletions WHERE id = ?", .blob(id))
    }

    private func noteLooseDeletion(of id: [UInt8]) throws(SQLiteError) {
        _ = try connection.run(
            "INSERT OR REPLACE INTO loose_deletions (id, loose_since) VALUES (?, ?)",
            .blob(id),
            .integer(try progress().session)
        )
    }
}
