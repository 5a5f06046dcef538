internal import AccountStorage
internal import Domain
internal import Locking
internal import NoteRules
internal import NoteStorage
internal import Records
internal import StorageEngine

// An archive leaves out what is erased, and gives back some of what had to do with it: notes of
// which it has nothing but the places, for feeds speak of them, and entries that name nobody and
// led to records that it has not. The erasure finds such entries by those records alone.
extension RecordStore {
    /// Deletes what an archive gave back of what was erased.
    ///
    /// Entries that lie under the person stay: the erasure goes by them.
    ///
    /// - Throws: Why it cannot be deleted; some of it may be then.
    package func deleteArchiveRemains() throws(StoreOpenError) {
        for table in [TableID.inbox, .sent] {
            try deleteAll(of: table) { view, key throws(DomainError) in
                try view.isBlank(key, in: table)
            } delete: { store, key throws(DomainError) in
                try store.deleteBlankNote(at: key, of: table)
            }
        }
        for table in Schema.tables {
            guard table.outlivesRecords, let form = table.entries else { continue }
            let id = table.id
            try deleteAll(of: id) { view, key throws(DomainError) in
                try view.isLost(key, in: id, form)
            } delete: { store, key throws(DomainError) in
                try store.delete(key, in: id)
            }
        }
    }

    /// Records that one transaction deletes, with what they lead to.
    private static let pageSize = 100

    /// Deletes the records of a table that are to go, of which keys alone are read along the way.
    private func deleteAll(
        of table: TableID,
        where isToGo: (StoreView, Key) throws(DomainError) -> Bool,
        delete: @escaping @Sendable (StoreTransaction, Key) throws(DomainError) -> Void
    ) throws(StoreOpenError) {
        var last: Key?
        while true {
            let keys = try firstKeys(of: table, behind: last, where: isToGo)
            try writeAndWait { store throws(DomainError) in
                for key in keys { try delete(store, key) }
            }
            guard keys.count == Self.pageSize else { return }
            last = keys.last
        }
    }

    private func firstKeys(
        of table: TableID,
        behind last: Key?,
        where isWanted: (StoreView, Key) throws(DomainError) -> Bool
    ) throws(StoreOpenError) -> [Key] {
        var keys: [Key] = []
        do throws(DomainError) {
            try engine.read { records throws(DomainError) in
                let view = StoreView(records, secrets)
                try view.scanKeys(table, .behind(last), .ascending) { bytes throws(DomainError) in
                    // What is damaged nobody can tell anything of.
                    let found = try readable { () throws(DomainError) -> Key? in
                        guard let key = Key(bytes: bytes) else { return nil }
                        return try isWanted(view, key) ? key : nil
                    }
                    if let found { keys.append(found) }
                    return keys.count < Self.pageSize ? .next : .stop
                }
            }
        } catch {
            throw .damaged
        }
        return keys
    }
}

extension TableDeclaration {
    /// Whether an archive keeps all entries of the table, and no erasure deletes any for itself.
    fileprivate var outlivesRecords: Bool {
        guard case .stays = erasure else { return false }
        return entries != nil && archive.keepsAll
    }
}

extension StoreView {
    /// Whether nothing but its place is left of a note.
    fileprivate func isBlank(_ key: Key, in table: TableID) throws(DomainError) -> Bool {
        try value(of: key, in: table) { value throws(DomainError) in
            if table == .inbox { return try ReceivedNote(value).isBlank }
            return try SentNote(value).isBlank
        } ?? false
    }

    /// Whether an entry leads to a record that an archive may leave out, and that is not there.
    fileprivate func isLost(
        _ entry: Key,
        in table: TableID,
        _ form: EntryForm
    ) throws(DomainError) -> Bool {
        let record = try value(of: entry, in: table) { value throws(DomainError) in
            try entry.withBytes { key throws(DomainError) in
                try form.record(key, value, secrets)
            }
        }
        guard let record, let leftOut = Schema.table(record.table), !leftOut.archive.keepsAll
        else { return false }
        return try !contains(record.key, in: record.table)
    }
}

extension StoreTransaction {
    /// Deletes both records of a note whose texts were blanked, as both people had done.
    ///
    /// Those of somebody who is being erased the erasure deletes.
    fileprivate func deleteBlankNote(at key: Key, of table: TableID) throws(DomainError) {
        let place = try key.withBytes { key throws(DomainError) in
            try key.place(at: 0, of: .received)
        }
        if try isRemoved(place.user) { return }
        if table == .inbox {
            let sender =
                try value(of: .place(place), in: .inbox) { value throws(DomainError) in
                    try ReceivedNote(value).route.map(secrets.identifiers.openSenderRoute)
                } ?? nil
            guard try deleteReceived(at: place), let sender else { return }
            _ = try deleteSent(at: sender)
        } else {
            guard var note = try sentNote(at: place) else { return }
            if case .received(let route) = note.body {
                let receiver = secrets.identifiers.openReceiverRoute(route)
                if try !deleteReceived(at: receiver) {
                    note.keep(Content(stored: BlankText.text), nil, from: nil)
                    try put(note, at: place)
                }
            }
            _ = try deleteSent(at: place)
        }
    }
}
