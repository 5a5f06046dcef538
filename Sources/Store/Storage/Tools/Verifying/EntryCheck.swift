internal import Domain

/// Checks the records that belong to nobody in particular, and those that only find others.
struct EntryCheck {
    private let check: RecordCheck

    private var secrets: StoreSecrets { check.secrets }

    init(_ check: RecordCheck) {
        self.check = check
    }

    /// Checks all tables but that of the counter.
    func run() throws(StorageError) {
        try checkMeta()
        let digests = secrets.digests
        try checkEntries(.usernames, "it leads to no account of that name") { record, _ in
            .username(digests.username(Username(stored: record.username)))
        }
        try checkEntries(.emails, "it leads to no account of that e-mail address") { record, _ in
            .email(digests.email(EmailAddress(stored: record.email)))
        }
        try checkEntries(.links, "it leads to no account of that link") { record, user in
            guard let box = record.sealedLinkToken,
                let token = secrets.openLinkToken(box, of: user)
            else { return nil }
            return .link(digests.link(token))
        }
        try checkReports()
        try checkReplies()
        try checkErasures()
        try check.forEach(of: .erased, keyByteCount: 16) { key, value throws(DomainError) in
            _ = try ErasureMark(key: key, value: value)
        } _: { _, _ in
        }
        try check.forEach(of: .audit, keyByteCount: 8) { _, value throws(DomainError) in
            let record = try AuditRecord(value)
            guard value.isEqual(to: record.encoded()) else { throw AuditRecord.kind.damaged }
        } _: { _, _ in
        }
        try checkResets()
        try checkWords()
        try checkHeld()
        // Whom a ban is about cannot be told from it, and it may be of somebody without records.
        try check.forEach(of: .bans, keyByteCount: OpaqueID.byteCount) {
            _,
            value throws(DomainError) in
            try value.requireByteCount(8, of: .ban)
        } _: { _, _ in
        }
    }

    private func checkMeta() throws(StorageError) {
        try check.forEach(of: .meta, keyByteCount: 1) { _, value throws(DomainError) in
            let record = try MetaRecord(value)
            guard value.isEqual(to: record.encoded()) else { throw MetaRecord.kind.damaged }
        } _: { key, _ in
            check.require(key == .store, .meta, key, "it is unknown")
        }
    }

    /// Checks entries that lead to an account by something that it has.
    private func checkEntries(
        _ table: SchemaTable,
        _ problem: String,
        key: (UserRecord, UserNumber) -> Key?
    ) throws(StorageError) {
        try check.forEach(of: table, keyByteCount: 32) { _, value throws(DomainError) in
            try value.requireByteCount(8, of: .uniqueEntry)
            return UserNumber(try value.number(at: 0, of: .uniqueEntry))
        } _: { entry, user throws(StorageError) in
            switch try check.find(
                .user(user),
                in: .users,
                { value throws(DomainError) in
                    try UserRecord(value)
                }
            ) {
            case .damaged: return
            case .absent: check.report(table, entry, problem)
            case .sound(let record):
                check.require(key(record, user) == entry, table, entry, problem)
            }
        }
    }

    private func checkReports() throws(StorageError) {
        var missing: [UserNumber: [Sequence: Key]] = [:]
        try check.forEach(of: .reports, keyByteCount: 8) { _, value throws(DomainError) in
            let record = try ReportRecord(value)
            guard value.isEqual(to: record.encoded()),
                ReportReason(rawValue: UInt8(clamping: record.reason)) != nil,
                record.sealedSenderRoute.map({ $0.count == OpaqueID.byteCount }) ?? true
            else { throw ReportRecord.kind.damaged }
            return record
        } _: { key, record throws(StorageError) in
            let detailMax = DomainLimits.reportDetailCharactersMax
            let isLegal =
                Content(stored: record.content).isLegal
                && ShortText.fits(record.detail, 0...detailMax)
            check.require(isLegal, .reports, key, "a field is beyond its limits")
            guard try hasNote(record, key) else {
                let receiver = UserNumber(record.receiver)
                missing[receiver, default: [:]][Sequence(record.sequence)] = key
                return
            }
        }
        for (receiver, reports) in missing {
            let deleted = try check.deletedNotes(receivedBy: receiver)
            for (note, key) in reports where !deleted.contains(note) {
                check.report(.reports, key, "the reported note is not there")
            }
        }
    }

    /// Whether the note of a report is there, or went with its receiver.
    ///
    /// Its sender's route goes with the sender.
    private func hasNote(_ record: ReportRecord, _ key: Key) throws(StorageError) -> Bool {
        let receiver = UserNumber(record.receiver)
        let place = Place(receiver, Sequence(record.sequence))
        switch try check.find(
            .place(place),
            in: .inbox,
            { value throws(DomainError) in
                let note = try ReceivedNote(value)
                let fields = try ReceivedNoteFields(note, in: value)
                return (note.route, try value.text(in: fields.content, of: .received))
            }
        ) {
        case .damaged: return true
        case .absent: return try !check.exists(.user(receiver), in: .users)
        case .sound((let route, let content)):
            let isSame =
                content == record.content
                && (route.map { $0.bytes == record.sealedSenderRoute } ?? true)
            check.require(isSame, .reports, key, "the reported note is another one")
            return true
        }
    }

    private func checkReplies() throws(StorageError) {
        try check.forEach(of: .replies, keyByteCount: 28) { _, value throws(DomainError) in
            // An earlier version kept digests of 32 bytes.
            guard [16, 32].contains(try KeptReply(value).requestDigest.count) else {
                throw RecordKind.reply.damaged
            }
        } _: { _, _ in
        }
    }

    private func checkResets() throws(StorageError) {
        try check.forEach(
            of: .resetCodes,
            keyByteCount: ResetRecord.digestByteCount
        ) { _, value throws(DomainError) in
            let record = try ResetRecord(value)
            guard value.isEqual(to: record.encoded()) else { throw ResetRecord.kind.damaged }
            return UserNumber(record.user)
        } _: { key, user throws(StorageError) in
            let isThere = try check.exists(.user(user), in: .users)
            check.require(isThere, .resetCodes, key, "it is for an account that is not there")
        }
    }

    private func checkWords() throws(StorageError) {
        try check.forEach(of: .unwantedWords, keyByteCount: 24) { _, value throws(DomainError) in
            let record = try UnwantedWordRecord(value)
            guard value.isEqual(to: record.encoded()) else { throw UnwantedWordRecord.kind.damaged }
            return UnwantedWord(stored: record.text)
        } _: { key, word throws(StorageError) in
            let owner = UserNumber(
                key.withBytes { bytes in
                    UInt64(bigEndian: bytes.unsafeLoadUnaligned(as: UInt64.self))
                }
            )
            let isSame = key == .unwantedWord(owner, secrets.digests.unwantedWord(word))
            check.require(isSame, .unwantedWords, key, "it is of another word")
            let isLegal = (try? UnwantedWord(word.text)) == word
            check.require(isLegal, .unwantedWords, key, "the word is beyond its limits")
            guard owner != .nobody else { return }
            let isThere = try check.exists(.user(owner), in: .users)
            let isLeaving = try check.exists(.erasure(owner), in: .erasures)
            let problem = "it is of an account that is not there"
            check.require(isThere || isLeaving, .unwantedWords, key, problem)
        }
    }

    private func checkHeld() throws(StorageError) {
        try check.forEach(of: .held, keyByteCount: OpaqueID.byteCount) {
            key,
            value throws(DomainError) in
            guard value.isEqual(to: [StoreTransaction.heldVersion]) else {
                throw RecordKind.uniqueEntry.damaged
            }
            return try key.id(at: 0, of: .uniqueEntry)
        } _: { key, way throws(StorageError) in
            let place = secrets.identifiers.openSenderRoute(way)
            switch try check.find(
                .place(place),
                in: .sent,
                { value throws(DomainError) in
                    try SentNote(value).mayBeHeld
                }
            ) {
            case .sound(true), .damaged: return
            case .sound(false), .absent:
                check.report(.held, key, "it leads to no note that could wait")
            }
        }
    }

    private func checkErasures() throws(StorageError) {
        try check.forEach(of: .erasures, keyByteCount: 8) { _, value throws(DomainError) in
            _ = try ErasureOrder(value)
        } _: { key, _ throws(StorageError) in
            let isThere = try check.exists(key, in: .users)
            check.require(!isThere, .erasures, key, "the account that it erases is still there")
        }
    }

    /// Checks what the store counts, and that no number can be given out a second time.
    func runCounter(greatest: UserNumber) throws(StorageError) {
        var next: UInt64 = 1
        try check.forEach(of: .counters, keyByteCount: 1) { key, value throws(DomainError) in
            try value.requireByteCount(8, of: .counter)
            guard let counter = Key.Counter(rawValue: try key.byte(at: 0, of: .counter)) else {
                throw RecordKind.counter.damaged
            }
            return (counter, try value.number(at: 0, as: UInt64.self, of: .counter))
        } _: { _, found in
            if found.0 == .nextUserNumber { next = found.1 }
        }
        check.require(
            next > greatest.rawValue,
            .counters,
            .counter(.nextUserNumber),
            "the next number is \(next), and \(greatest.rawValue) is taken"
        )
    }
}
