internal import Domain
internal import NoteRules
internal import NoteStorage
internal import Records
internal import StorageEngine

// Notes: each is one with its receiver and one with its sender, and both must tell the same.
extension PersonCheck {
    /// Checks the notes that the user received; answers how many are answered.
    func checkReceived() throws(StorageError) -> Int {
        var answeredCount = 0
        try forEach(of: Schema.inbox) { key, note throws(StorageError) in
            check.require(note.isLegal, .inbox, key, "a field is beyond its limits")
            if note.answer != nil { answeredCount += 1 }
            try checkSender(of: note, key)
        }
        return answeredCount
    }

    private func checkSender(
        of note: ReceivedRow,
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
                ? note.receivedAt >= sent.sentAt.toTheDay
                : note.receivedAt == sent.sentAt.toTheMinute
            let agree =
                sent.isAnonymous == (note.sender == .anonymous) && isTime
                && (sent.isAnonymous || note.contact == sent.contact)
            check.require(agree, .inbox, key, "its sender's record tells something else")
        }
    }

    /// Checks the notes that the user sent; answers how many are answered.
    func checkSent() throws(StorageError) -> Int {
        var answeredCount = 0
        try forEach(of: Schema.sent) { key, row throws(StorageError) in
            let isReceived = try check.exists(key, in: .inbox)
            check.require(!isReceived, .sent, key, "a received note has the same place")
            if try isAnswered(row.note, at: row.place, key) { answeredCount += 1 }
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

    func checkUntoldChanges() throws(StorageError) {
        try forEach(of: Schema.untoldChanges) { key, _ in
            let problem = "whom others are to be told of is not being erased"
            check.require(isBeingErased, .untoldChanges, key, problem)
        }
    }

    func checkBlocks(_ told: ToldOfNotes) throws(StorageError) {
        var count = 0
        try forEach(of: Schema.blocks) { key, row throws(StorageError) in
            count += 1
            if isBeingErased { return }
            let isTold = told.blocked.contains(row.place.sequence)
            check.require(isTold, .blocks, key, "the feed does not tell of it")
            let isDeleted = told.deletedReceived.contains(row.place.sequence)
            if isDeleted, row.block.disclosure != nil { return }
            try checkBlock(row, key)
        }
        if count > DomainLimits.blocksPerUserMax {
            check.report(.blocks, .user(user), "there are \(count) blocks, which is too many")
        }
    }

    private func checkBlock(_ row: BlockRow, _ key: Key) throws(StorageError) {
        switch try check.find(
            .place(row.place),
            in: .inbox,
            { value throws(DomainError) in
                let note = try ReceivedNote(value)
                return (note.route, try ReceivedNoteFields(note, in: value).isAnonymous)
            }
        ) {
        case .damaged: return
        case .absent: check.report(.blocks, key, "the note that it was made by is not there")
        case .sound((let route, let isAnonymous)):
            let made = Disclosure(isAnonymous: isAnonymous)
            let agrees = row.block.disclosure.map { $0 == made } ?? true
            check.require(agrees, .blocks, key, "it stops other notes than that which made it")
            guard let route else { return }
            let sender = secrets.identifiers.openSenderRoute(route).user
            let expected = secrets.digests.pseudonym(of: sender, for: user)
            check.require(row.pseudonym == expected, .blocks, key, "it is not of the note's sender")
        }
    }
}

extension ReceivedRow {
    /// Whether its fields are within their limits.
    var isLegal: Bool {
        Content(stored: content).isLegal && answer?.content.isLegal ?? true
            && receivedAt == receivedAt.toTheMinute
            && (sender != .anonymous || contact == nil)
    }
}

extension Content {
    /// Whether the domain would take it.
    var isLegal: Bool { (try? Content(text))?.text == text }
}
