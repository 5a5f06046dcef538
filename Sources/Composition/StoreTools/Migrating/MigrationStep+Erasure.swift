internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteStorage
internal import Records
internal import StorageEngine

// What erasing needs to find, and version 1 did not note.
extension MigrationStep {
    /// Notes that a sender's record alone has: whose name they show.
    ///
    /// It is that of the account which has the name today. Whoever had it and has it no more cannot
    /// be found, and might be gone: that name goes.
    static let noteShownNames = forEachRecord(
        of: .sent,
        summary: "note whose names sent notes show"
    ) { key, value, records, secrets throws(StorageError) in
        guard var note = try? SentNote(value), case .kept = note.body, note.namedReceiver == nil,
            note.receiverName != DisplayName.unknown,
            let place = key.withBytes({ try? Place(key: $0, of: .sent) })
        else { return }
        let digest = secrets.digests.username(Username(stored: note.receiverName))
        var owner: UInt64?
        _ = try records.visit(.accountEntry(digest), in: .usernames) { value in
            owner = try? value.number(at: 0, of: .uniqueEntry)
        }
        if let user = owner.map(UserNumber.init(_:)) {
            note.nameReceiver(secrets.identifiers.sealName(of: user))
            let way = secrets.identifiers.sealSenderRoute(place)
            let entry: [UInt8] = [ShownName.version]
            try records.put(entry, for: .shownName(of: user, by: way), in: .shownNames)
        } else {
            note.forgetReceiver()
        }
        try records.put(note.encoded(), for: key, in: .sent)
    }

    /// Guests who sent notes and cannot come back: they are to be erased.
    static let eraseLapsedGuests = forEachRecord(
        of: .sent,
        summary: "order guests without a session to be erased"
    ) { key, _, records, _ throws(StorageError) in
        guard let number: UInt64 = key.withBytes({ try? $0.number(at: 0, of: .sent) }) else {
            return
        }
        let user = UserNumber(number)
        var isThere = try records.visit(.user(user), in: .users) { _ in }
        try records.scanKeys(.sessions, in: .all(of: user), .ascending) { _ in
            isThere = true
            return .stop
        }
        if !isThere { try records.put(ErasureOrder().value, for: .erasure(user), in: .erasures) }
    }
}
