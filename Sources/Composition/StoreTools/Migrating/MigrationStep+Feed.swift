internal import Domain
internal import NoteStorage
internal import Records
internal import StorageEngine

// What feeds tell since version 2.
extension MigrationStep {
    /// Contacts that are linked: their owners are told when whom they are linked to goes.
    static let noteLinkedContacts = forEachRecord(
        of: .contacts,
        summary: "note which contacts are linked to whom"
    ) { key, value, records, _ throws(StorageError) in
        guard let linked = (try? ContactRecord(value))?.linkedUser,
            let place = key.withBytes({ try? Place(key: $0, of: .contact) })
        else { return }
        let link = Key.linkedContact(of: UserNumber(linked), place)
        let entry: [UInt8] = [KeyRow<LinkedContact>.version]
        try records.put(entry, for: link, in: .linkedContacts)
    }

    /// Blocks, of which no feed told in version 1.
    static let tellOfBlocks = forEachRecord(
        of: .blocks,
        summary: "tell of blocks in the feeds of who made them"
    ) { key, _, records, _ throws(StorageError) in
        guard let block = key.withBytes({ try? BlockPlace(key: $0) }) else { return }
        let entry = ChangeEntry.blocked(block.note.sequence, pseudonym: block.pseudonym).encoded()
        let user = block.note.user
        // A part that is done again finds its entries at the end: nothing else was added since.
        var isTold = false
        try records.scan(.changes, in: .all(of: user), .descending) { _, value in
            isTold = value.isEqual(to: entry)
            let isOfBlock = if case .blocked? = try? ChangeEntry(value) { true } else { false }
            return !isTold && isOfBlock ? .next : .stop
        }
        if isTold { return }
        var last: UInt64 = 0
        for table in [TableID.inbox, .sent, .changes] {
            try records.scanKeys(table, in: .all(of: user), .descending) { key in
                last = max(last, (try? key.number(at: 8, of: .change)) ?? 0)
                return .stop
            }
        }
        guard last < .max - 1 else { throw .dataLoss(.changes) }
        try records.put(entry, for: .place(user, Sequence(last + 1)), in: .changes)
    }
}

/// What the key of a block says.
private struct BlockPlace {
    let note: Place
    let pseudonym: OpaqueID

    init(key: RawSpan) throws(DomainError) {
        note = Place(
            UserNumber(try key.number(at: 0, of: .block)),
            Sequence(try key.number(at: 24, of: .block))
        )
        pseudonym = try key.id(at: 8, of: .block)
    }
}
