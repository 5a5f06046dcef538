internal import NoteletClient
internal import SQLite

extension CopyTables {
    /// Takes a page of the feed in, with the cursor that follows it.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - cursor: The cursor that it was asked for with.
    /// - Returns: How far the copy is now; nil where it has moved on from that cursor meanwhile,
    ///   and the page is not taken in.
    /// - Throws: `SQLiteError`.
    func take(_ page: ChangePage, after cursor: [UInt8]) throws(SQLiteError) -> CopyProgress? {
        var progress = try progress()
        guard progress.cursor == cursor, try !isLeft() else { return nil }
        let before = progress
        for change in page.changes { try take(change.kind) }
        if !page.cursor.isEmpty { progress.cursor = page.cursor }
        if !progress.isComplete { progress.changeCount += page.changes.count }
        if page.isUpToDate {
            progress.isComplete = true
            try deleteLooseRows(asOf: progress.session)
        }
        if progress != before { try note(progress) }
        return progress
    }

    /// Begins to read the feed anew, which is how it is told what came before from what came after.
    ///
    /// - Returns: How far the copy is.
    @discardableResult
    func beginSession() throws(SQLiteError) -> CopyProgress {
        var progress = try progress()
        progress.session += 1
        try note(progress)
        return progress
    }

    /// Forgets all that the feed has told, and where it stood; what waits to be written stays.
    func reset() throws(SQLiteError) {
        for table in ["messages", "contacts", "blocks", "loose_deletions"] {
            _ = try connection.run("DELETE FROM \(table)")
        }
        var progress = try progress()
        progress.cursor = []
        progress.isComplete = false
        progress.changeCount = 0
        try note(progress)
        changed.formUnion([.messages, .contacts, .blocks])
    }

    /// Forgets the account and all that the feed has told of it, and takes nothing in any more:
    /// what is on its way, also to another process, is nobody's to read.
    func erase() throws(SQLiteError) {
        try reset()
        try eraseShared()
        _ = try connection.run("UPDATE copy SET account = NULL, is_left = 1")
        // Not even how many notes there were; those of the outbox go on in their order.
        _ = try connection.run("DELETE FROM sqlite_sequence WHERE name = 'messages'")
        changed.insert(.user)
    }

    /// Takes in again what comes: the account has signed in.
    func enter() throws(SQLiteError) {
        _ = try connection.run("UPDATE copy SET is_left = 0")
    }

    /// Whether the account has signed out.
    func isLeft() throws(SQLiteError) -> Bool {
        try connection.first("SELECT is_left FROM copy") { (row) throws(SQLiteError) in
            try row.bool(at: 0)
        } ?? true
    }

    private func take(_ kind: Change.Kind?) throws(SQLiteError) {
        switch kind {
        case .received(let note): try arrive(.received(note))
        case .sent(let note): try arrive(.sent(note))
        case .answered(let answered):
            if let given = answered.answer { try answer(answered.messageID, with: given) }
        case .changedMessage(let message):
            if let side = message.side, try !replace(side) { try arrive(side) }
        case .deletedMessageID(let id):
            try deleteMessage(id)
            try confirmDeletion(of: id)
        case .contact(let contact): try put(contact)
        case .deletedContactID(let id):
            try deleteContact(id)
            try confirmDeletion(of: id)
        case .user(let user): try put(user)
        case .block(let block): try put(block)
        case .unblockedMessageID(let id): try deleteBlock(ofMessage: id)
        // What people share has feeds of its own, and what this version does not know is nothing
        // that it shows.
        case .shared, nil: break
        }
    }
}
