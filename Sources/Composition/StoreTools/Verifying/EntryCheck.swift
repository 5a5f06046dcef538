internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine

/// Checks the records that belong to nobody in particular, and those that only find others.
struct EntryCheck {
    private let check: RecordCheck

    private var secrets: StoreSecrets { check.secrets }

    init(_ check: RecordCheck) {
        self.check = check
    }

    /// Tables that are checked by what is special about them.
    private static let special: Set<TableID> = [
        .counters, .reports, .replies, .erasures, .resetCodes, .held,
    ]

    /// Checks all tables but those of people, and that of the counter.
    func run() throws(StorageError) {
        let ofPeople = Set(Schema.tablesOfPeople.map(\.id))
        for table in Schema.tables
        where !ofPeople.contains(table.id) && !Self.special.contains(table.id) {
            try check.checkAll(of: table)
        }
        try checkReports()
        try checkReplies()
        try checkErasures()
        try checkResets()
        try checkHeld()
    }

    private func checkReports() throws(StorageError) {
        var missing: [UserNumber: [Sequence: Key]] = [:]
        try check.forEach(of: Schema.reports) { key, row throws(StorageError) in
            let record = row.record
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
        try check.forEach(of: Schema.replies) { key, row in
            // An earlier version kept digests of 32 bytes.
            let isDigest = [16, 32].contains(row.request.count)
            check.require(isDigest, .replies, key, "it answers nothing that can have been asked")
        }
    }

    private func checkResets() throws(StorageError) {
        try check.forEach(of: Schema.resetCodes) { key, row throws(StorageError) in
            let isThere = try check.exists(.user(UserNumber(row.record.user)), in: .users)
            check.require(isThere, .resetCodes, key, "it is for an account that is not there")
        }
    }

    private func checkHeld() throws(StorageError) {
        try check.forEach(of: Schema.held) { key, row throws(StorageError) in
            let place = secrets.identifiers.openSenderRoute(row.key)
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
        try check.forEach(of: Schema.erasures) { key, _ throws(StorageError) in
            let isThere = try check.exists(key, in: .users)
            check.require(!isThere, .erasures, key, "the account that it erases is still there")
        }
    }

    /// Checks what the store counts, and that no number can be given out a second time.
    func runCounter(greatest: UserNumber) throws(StorageError) {
        var next: UInt64 = 1
        try check.forEach(of: Schema.counters) { _, row in
            if row.counter == .nextUserNumber { next = row.count }
        }
        check.require(
            next > greatest.rawValue,
            .counters,
            .counter(.nextUserNumber),
            "the next number is \(next), and \(greatest.rawValue) is taken"
        )
    }
}
