internal import AccountRules
internal import AccountStorage
internal import Domain
internal import Glibc
internal import NoteRules
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine

/// Checks all records of one account or guest, and that they agree with those of others.
struct PersonCheck {
    let user: UserNumber
    let check: RecordCheck
    /// The account; nil for a guest, for one who is gone, and for a damaged record.
    let account: RecordCheck.Found<UserRecord>
    /// Whether what is left of an account or guest is to be erased, and may be there in part.
    let isBeingErased: Bool

    var secrets: StoreSecrets { check.secrets }

    /// Prepares to check the records of a user.
    init(of user: UserNumber, _ check: RecordCheck) throws(StorageError) {
        self.user = user
        self.check = check
        account = try check.find(.user(user), in: .users) { value throws(DomainError) in
            try UserRecord(value)
        }
        isBeingErased = try check.exists(.erasure(user), in: .erasures)
    }

    /// Tables that are checked by what is special about them.
    private static let special: Set<TableID> = [
        .users, .sessions, .contacts, .inbox, .sent, .changes, .blocks, .unwantedWords,
        .untoldChanges,
    ]

    /// Checks all tables.
    func run() throws(StorageError) {
        try checkAccount()
        try checkSessions()
        try checkContacts()
        let received = try checkReceived()
        let sent = try checkSent()
        let told = try checkChanges(answeredReceived: received, answeredSent: sent)
        try checkBlocks(told)
        try checkWords()
        try checkUntoldChanges()
        for table in Schema.tablesOfPeople where !Self.special.contains(table.id) {
            try check.checkAll(of: table, of: self)
        }
    }

    /// Lends the user's records of a table that are sound as far as its declaration says.
    func forEach<Row>(
        of table: SchemaTable<Row>,
        _ body: (Key, Row) throws(StorageError) -> Void
    ) throws(StorageError) {
        try check.forEach(of: table, in: .all(of: user), of: self, body)
    }

    /// What an account has and a guest has not: with nobody, it was forgotten.
    ///
    /// Nobody's are what operators set for all.
    func requireOwner(_ table: TableID, _ key: Key) {
        if user == .nobody, table == .unwantedWords { return }
        if case .absent = account, !isBeingErased {
            check.report(table, key, "it belongs to no account")
        }
    }
}

// The account itself.
extension PersonCheck {
    private func checkAccount() throws(StorageError) {
        try forEach(of: Schema.users) { key, row throws(StorageError) in
            let record = row.record
            check.require(user != .nobody, .users, key, "nobody has the number 0")
            check.require(!isBeingErased, .users, key, "it is there and is to be erased")
            checkFields(of: record, key)
            checkLink(of: record, key)
            try checkFeedEntry(Sequence(record.changeSequence), .user, of: .users, key)
        }
    }

    private func checkFields(of record: UserRecord, _ key: Key) {
        let isLegal =
            (try? Username(record.username)) != nil && (try? EmailAddress(record.email)) != nil
            && !record.passwordHash.isEmpty
            && record.profileImageURL.map { (try? ImageURL($0)) != nil } ?? true
        check.require(isLegal, .users, key, "a field is beyond its limits")
    }

    private func checkLink(of record: UserRecord, _ key: Key) {
        guard let box = record.sealedLinkToken else { return }
        let isOpen = secrets.openLinkToken(box, of: user) != nil
        check.require(isOpen, .users, key, "its link cannot be opened")
    }

    /// The entry in the feed that tells of a record's last change.
    func checkFeedEntry(
        _ sequence: Sequence,
        _ change: ChangeEntry,
        of table: TableID,
        _ key: Key
    ) throws(StorageError) {
        switch try check.find(
            .place(user, sequence),
            in: .changes,
            { value throws(DomainError) in
                try ChangeEntry(value)
            }
        ) {
        case .sound(change), .damaged: return
        case .sound, .absent:
            check.require(isBeingErased, table, key, "the feed does not tell of its last change")
        }
    }

    private func checkSessions() throws(StorageError) {
        var count = 0
        try forEach(of: Schema.sessions) { key, row in
            count += 1
            checkSession(row.record, key)
        }
        if count > DomainLimits.sessionsPerAccountMax {
            check.report(.sessions, .user(user), "there are \(count) sessions, which is too many")
        }
    }

    private func checkSession(_ record: SessionRecord, _ key: Key) {
        let digests = [record.accessDigest, record.refreshDigest, record.rotation?.spentDigest]
        // Its times can be in any order: the machine's clock may have been set between them.
        let isLegal = digests.allSatisfy { $0.map { $0.count == 32 } ?? true }
        check.require(isLegal, .sessions, key, "its tokens cannot be right")
        switch SessionKind(rawValue: UInt8(clamping: record.kind)) {
        case .account: requireOwner(.sessions, key)
        case .guest, .ticket:
            if case .sound = account { check.report(.sessions, key, "an account is no guest") }
        case nil: break
        }
        check.require(!isBeingErased, .sessions, key, "its user is to be erased")
    }
}

// Words that the account does not want to read; of nobody, those of the operator.
extension PersonCheck {
    private func checkWords() throws(StorageError) {
        try forEach(of: Schema.unwantedWords) { key, row in
            let isSame = secrets.digests.unwantedWord(row.record.word) == row.key.id
            check.require(isSame, .unwantedWords, key, "it is of another word")
            let isLegal = (try? UnwantedWord(row.record.word.text)) == row.record.word
            check.require(isLegal, .unwantedWords, key, "the word is beyond its limits")
        }
    }
}
