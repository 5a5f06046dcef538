internal import Domain

// Notes: each is one with its receiver and one with its sender, and both must tell the same.
extension PersonCheck {
    /// Checks the notes that the user received; answers how many are answered.
    func checkReceived() throws(StorageError) -> Int {
        var answeredCount = 0
        try check.forEach(of: .inbox, in: .all(of: user), keyByteCount: 16) {
            key,
            value throws(DomainError) in
            try ReceivedNoteForCheck(key: key, value: value, secrets)
        } _: { key, note throws(StorageError) in
            requireOwner(.inbox, key)
            check.require(note.isCanonical, .inbox, key, "it is not in the form it is written in")
            check.require(note.isLegal, .inbox, key, "a field is beyond its limits")
            if note.message.answer != nil { answeredCount += 1 }
            if let contact = note.message.contact {
                let sequence = note.place.sequence
                try checkContactMessage(contact, sequence, .received, of: .inbox, key)
            }
            try checkSender(of: note, key)
        }
        return answeredCount
    }

    private func checkSender(
        of note: ReceivedNoteForCheck,
        _ key: Key
    ) throws(StorageError) {
        guard let route = note.route else { return }
        let sender = secrets.identifiers.openSenderRoute(route)
        switch try check.find(
            .place(sender),
            in: .sent,
            { value throws(DomainError) in
                try SentNote(value)
            }
        ) {
        case .damaged: return
        case .absent:
            let isMeant = note.isSenderRecordDeleted
            check.require(isMeant, .inbox, key, "its sender has no record of it")
        case .sound where note.isSenderRecordDeleted:
            check.report(.inbox, key, "its sender's record is there and was deleted")
        case .sound(let sent):
            let way = secrets.identifiers.sealReceiverRoute(note.place)
            guard case .received(way) = sent.body else {
                return check.report(.inbox, key, "its sender's record is that of another note")
            }
            // Of an anonymous note its receiver may have wanted the day alone, or it waited.
            let isTime =
                sent.isAnonymous
                ? note.message.receivedAt >= sent.sentAt.toTheDay
                : note.message.receivedAt == sent.sentAt.toTheMinute
            let agree =
                sent.isAnonymous == (note.message.sender == .anonymous) && isTime
                && (sent.isAnonymous || note.message.contact == sent.contact)
            check.require(agree, .inbox, key, "its sender's record tells something else")
        }
    }

    /// Checks the notes that the user sent; answers how many are answered.
    func checkSent() throws(StorageError) -> Int {
        var answeredCount = 0
        try check.forEach(of: .sent, in: .all(of: user), keyByteCount: 16) {
            key,
            value throws(DomainError) in
            let note = try SentNote(value)
            guard note.isWritten(as: value) else { throw RecordKind.sent.damaged }
            return (try Place(key: key, of: .sent), note)
        } _: { key, entry throws(StorageError) in
            let (place, note) = entry
            let isReceived = try check.exists(key, in: .inbox)
            check.require(!isReceived, .sent, key, "a received note has the same place")
            if let contact = note.contact {
                try checkContactMessage(contact, place.sequence, .sent, of: .sent, key)
            }
            if try isAnswered(note, at: place, key) { answeredCount += 1 }
        }
        return answeredCount
    }

    /// Checks where a sent note's content is; answers whether there is an answer.
    private func isAnswered(
        _ note: SentNote,
        at place: Place,
        _ key: Key
    ) throws(StorageError) -> Bool {
        switch note.body {
        case .kept(let content, let answer):
            let isLegal = content.isLegal && answer?.content.isLegal ?? true
            check.require(isLegal, .sent, key, "a field is beyond its limits")
            if let receiver = note.namedReceiver { try checkName(of: receiver, at: place, key) }
            return answer != nil
        case .received(let route):
            let way = secrets.identifiers.sealSenderRoute(place)
            let receiver = secrets.identifiers.openReceiverRoute(route)
            switch try check.find(
                .place(receiver),
                in: .inbox,
                { value throws(DomainError) in
                    try ReceivedNote(value)
                }
            ) {
            case .damaged: return false
            case .absent:
                check.report(.sent, key, "its receiver has no record of it")
                return false
            case .sound(let received):
                let isThis = received.route == way
                check.require(isThis, .sent, key, "its receiver's record is that of another note")
                return received.isAnswered
            }
        }
    }

    /// The entry by which the name of a note goes with the one whose it is.
    private func checkName(
        of receiver: OpaqueID,
        at place: Place,
        _ key: Key
    ) throws(StorageError) {
        let user = secrets.identifiers.openReceiverRoute(receiver).user
        let entry = Key.shownName(of: user, by: secrets.identifiers.sealSenderRoute(place))
        let isNoted = try check.exists(entry, in: .shownNames)
        check.require(isNoted, .sent, key, "the name that it shows would outlive its receiver")
    }

    /// Checks what finds the user's name in the records of senders.
    func checkShownNames() throws(StorageError) {
        try check.forEach(of: .shownNames, in: .all(of: user), keyByteCount: 24) {
            key,
            value throws(DomainError) in
            guard ShownName.isValue(value) else { throw RecordKind.uniqueEntry.damaged }
            return try ShownName(key: key)
        } _: { key, name throws(StorageError) in
            let sender = secrets.identifiers.openSenderRoute(name.way)
            switch try check.find(
                .place(sender),
                in: .sent,
                { value throws(DomainError) in
                    try SentNote(value).namedReceiver
                }
            ) {
            case .damaged: return
            case .sound(let receiver):
                let isOwn = receiver.map { secrets.identifiers.openReceiverRoute($0).user == user }
                check.require(isOwn == true, .shownNames, key, "it leads to no note of that name")
            case .absent: check.report(.shownNames, key, "it leads to no note")
            }
        }
    }

    func checkUntoldChanges() throws(StorageError) {
        try check.forEach(of: .untoldChanges, in: .all(of: user), keyByteCount: 24) {
            key,
            value throws(DomainError) in
            guard value.isEqual(to: [UntoldChange.version]) else {
                throw RecordKind.uniqueEntry.damaged
            }
            return try UntoldChange(key: key)
        } _: { key, _ in
            let problem = "whom others are to be told of is not being erased"
            check.require(isBeingErased, .untoldChanges, key, problem)
        }
    }

    func checkBlocks(_ told: ToldOfNotes) throws(StorageError) {
        var count = 0
        try check.forEach(of: .blocks, in: .all(of: user), keyByteCount: 32) {
            key,
            value throws(DomainError) in
            let block = try BlockEntry(value)
            let sequence = Sequence(try key.number(at: 24, of: .block))
            return (try key.id(at: 8, of: .block), sequence, block)
        } _: { key, block throws(StorageError) in
            count += 1
            if isBeingErased { return }
            let (pseudonym, sequence, entry) = block
            let isTold = told.blocked.contains(sequence)
            check.require(isTold, .blocks, key, "the feed does not tell of it")
            if told.deletedReceived.contains(sequence), entry.disclosure != nil { return }
            try checkBlock(pseudonym, Place(user, sequence), entry, key)
        }
        if count > DomainLimits.blocksPerUserMax {
            check.report(.blocks, .user(user), "there are \(count) blocks, which is too many")
        }
    }

    private func checkBlock(
        _ pseudonym: OpaqueID,
        _ place: Place,
        _ entry: BlockEntry,
        _ key: Key
    ) throws(StorageError) {
        switch try check.find(
            .place(place),
            in: .inbox,
            { value throws(DomainError) in
                let note = try ReceivedNote(value)
                return (note.route, try ReceivedNoteFields(note, in: value).isAnonymous)
            }
        ) {
        case .damaged: return
        case .absent: check.report(.blocks, key, "the note that it was made by is not there")
        case .sound((let route, let isAnonymous)):
            let agrees = entry.disclosure.map { $0 == Disclosure(isAnonymous: isAnonymous) } ?? true
            check.require(agrees, .blocks, key, "it stops other notes than that which made it")
            guard let route else { return }
            let sender = secrets.identifiers.openSenderRoute(route).user
            let expected = secrets.digests.pseudonym(of: sender, for: user)
            check.require(pseudonym == expected, .blocks, key, "it is not of the note's sender")
        }
    }
}

/// A received note with what a check wants to know of it.
struct ReceivedNoteForCheck {
    let place: Place
    let route: OpaqueID?
    let message: ReceivedMessage
    /// Whether the sender has deleted the own record.
    let isSenderRecordDeleted: Bool
    /// Whether writing it again gives the same bytes.
    let isCanonical: Bool

    init(key: RawSpan, value: RawSpan, _ secrets: StoreSecrets) throws(DomainError) {
        let note = try DumpedReceivedNote(key: key, value: value)
        place = note.place
        route = note.route
        message = note.note
        isSenderRecordDeleted = note.isSenderRecordDeleted
        var stored = note.note.stored(as: secrets.identifiers.receivedID(place), route: note.route)
        if isSenderRecordDeleted { ReceivedNote.mark(.senderRecordDeleted, in: &stored) }
        if note.isReported { ReceivedNote.mark(.reported, in: &stored) }
        isCanonical = value.isEqual(to: stored)
    }

    /// Whether its fields are within their limits.
    var isLegal: Bool {
        message.content.isLegal && message.answer?.content.isLegal ?? true
            && message.receivedAt == message.receivedAt.toTheMinute
            && (message.sender != .anonymous || message.contact == nil)
    }
}

extension Content {
    /// Whether the domain would take it.
    var isLegal: Bool { (try? Content(text))?.text == text }
}
