internal import AccountStorage
internal import Domain
internal import NoteStorage
internal import Records
internal import StorageEngine

// The feed: each entry tells of something that is there, and all that must be told is.
extension PersonCheck {
    /// Checks the feed; answers what it tells.
    func checkChanges(
        answeredReceived: Int,
        answeredSent: Int
    ) throws(StorageError) -> ToldOfNotes {
        var told = ToldOfNotes()
        try forEach(of: Schema.changes) { key, row throws(StorageError) in
            let (sequence, change) = (row.place.sequence, row.change)
            if isBeingErased { return }
            if try isOrphan(change) { return told.addOrphan(change, key) }
            told.add(change)
            let isReceived = try check.exists(key, in: .inbox)
            let isSent = try check.exists(key, in: .sent)
            check.require(!isReceived && !isSent, .changes, key, "a note has the same place")
            let isTrue = try isTrue(change, at: sequence)
            check.require(isTrue, .changes, key, "what it tells of is not there")
        }
        if isBeingErased { return told }
        for key in told.orphans.values {
            check.report(.changes, key, "what it tells of is not there")
        }
        requireTold(answeredReceived, told.answeredReceivedCount, "received", of: .inbox)
        requireTold(answeredSent, told.answeredSentCount, "sent", of: .sent)
        return told
    }

    /// Whether an entry tells of a note, or of a block, that is not there, which a later entry must
    /// tell the deletion of.
    private func isOrphan(_ change: ChangeEntry) throws(StorageError) -> Bool {
        switch change {
        case .answeredReceived(let note), .receivedChanged(let note):
            try !check.exists(.place(user, note), in: .inbox)
        case .answeredSent(let note), .sentChanged(let note):
            try !check.exists(.place(user, note), in: .sent)
        case .blocked(let note, let pseudonym):
            try !check.exists(.block(by: user, pseudonym, note), in: .blocks)
        case .contact, .contactDeleted, .user, .receivedDeleted, .sentDeleted, .unblocked: false
        }
    }

    private func requireTold(_ count: Int, _ told: Int, _ side: String, of table: TableID) {
        check.require(
            count == told,
            table,
            .user(user),
            "of the notes \(side), \(count) are answered, and the feed tells of \(told)"
        )
    }

    private func isTrue(
        _ change: ChangeEntry,
        at sequence: Sequence
    ) throws(StorageError) -> Bool {
        switch change {
        case .answeredReceived(let note): return try isAnswered(.place(user, note), in: .inbox)
        case .answeredSent(let note): return try isAnswered(.place(user, note), in: .sent)
        case .contact(let contact):
            switch try check.find(
                .place(user, contact),
                in: .contacts,
                {
                    value throws(DomainError) in Sequence(try ContactRecord(value).changeSequence)
                }
            ) {
            case .sound(sequence), .damaged: return true
            case .sound, .absent: return false
            }
        case .contactDeleted(let contact):
            let place = secrets.identifiers.place(of: contact)
            guard place.user == user, place.sequence < sequence else { return false }
            return try !check.exists(.place(place), in: .contacts)
        case .user:
            switch account {
            case .sound(let record): return record.changeSequence == sequence.rawValue
            case .damaged: return true
            case .absent: return false
            }
        case .receivedDeleted(let note):
            guard note < sequence else { return false }
            return try !check.exists(.place(user, note), in: .inbox)
        case .sentDeleted(let note, let receiver):
            guard note < sequence, try !check.exists(.place(user, note), in: .sent) else {
                return false
            }
            guard let receiver else { return true }
            return try leads(receiver, fromDeletedNoteAt: Place(user, note))
        case .receivedChanged(let note), .sentChanged(let note), .blocked(let note, _),
            .unblocked(let note):
            return note < sequence
        }
    }

    /// Whether the record at the end of the way from a deleted sent note, if it is still there, is
    /// that of the same note.
    private func leads(
        _ way: OpaqueID,
        fromDeletedNoteAt place: Place
    ) throws(StorageError) -> Bool {
        let received = secrets.identifiers.openReceiverRoute(way)
        switch try check.find(
            .place(received),
            in: .inbox,
            { value throws(DomainError) in try ReceivedNote(value) }
        ) {
        case .absent, .damaged: return true
        case .sound(let note):
            let back = secrets.identifiers.sealSenderRoute(place)
            return note.route == back && note.isSenderRecordDeleted
        }
    }

    private func isAnswered(_ key: Key, in table: TableID) throws(StorageError) -> Bool {
        let identifiers = secrets.identifiers
        var route: OpaqueID?
        let found = try check.find(key, in: table) { value throws(DomainError) -> Bool in
            if table == .inbox { return try ReceivedNote(value).isAnswered }
            switch try SentNote(value).body {
            case .kept(_, let answer): return answer != nil
            case .received(let way):
                route = way
                return false
            }
        }
        if let route {
            return try isAnswered(.place(identifiers.openReceiverRoute(route)), in: .inbox)
        }
        switch found {
        case .absent: return false
        case .damaged: return true
        case .sound(let isAnswered): return isAnswered
        }
    }
}

/// What a feed tells of notes beside their coming and going.
struct ToldOfNotes {
    /// Answers of notes that are there.
    private(set) var answeredReceivedCount = 0
    private(set) var answeredSentCount = 0
    /// Received notes that were deleted.
    private(set) var deletedReceived: Set<Sequence> = []
    /// Notes that made the blocks that are there.
    private(set) var blocked: Set<Sequence> = []
    /// Entries of notes and blocks that are not there, and of whose end nothing was told so far.
    private(set) var orphans: [Note: Key] = [:]

    enum Note: Hashable {
        case received(Sequence)
        case sent(Sequence)
        case block(Sequence)
    }

    mutating func add(_ change: ChangeEntry) {
        switch change {
        case .answeredReceived: answeredReceivedCount += 1
        case .answeredSent: answeredSentCount += 1
        case .receivedDeleted(let note):
            deletedReceived.insert(note)
            orphans[.received(note)] = nil
        case .sentDeleted(let note, _): orphans[.sent(note)] = nil
        case .blocked(let note, _): blocked.insert(note)
        case .unblocked(let note): orphans[.block(note)] = nil
        case .contact, .contactDeleted, .user, .receivedChanged, .sentChanged: break
        }
    }

    mutating func addOrphan(_ change: ChangeEntry, _ key: Key) {
        switch change {
        case .answeredReceived(let note), .receivedChanged(let note):
            orphans[.received(note)] = key
        case .answeredSent(let note), .sentChanged(let note): orphans[.sent(note)] = key
        case .blocked(let note, _): orphans[.block(note)] = key
        case .receivedDeleted, .sentDeleted, .contact, .contactDeleted, .user, .unblocked: break
        }
    }
}
