internal import Domain
internal import Glibc

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

    /// Checks all tables.
    func run() throws(StorageError) {
        try checkAccount()
        try checkSessions()
        try checkContacts()
        try checkContactNames()
        let received = try checkReceived()
        let sent = try checkSent()
        try checkContactMessages()
        let told = try checkChanges(answeredReceived: received, answeredSent: sent)
        try checkShownNames()
        try checkLinkedContacts()
        try checkUntoldChanges()
        try checkBlocks(told)
    }

    /// What an account has and a guest has not: with nobody, it was forgotten.
    func requireOwner(_ table: SchemaTable, _ key: Key) {
        if case .absent = account, !isBeingErased {
            check.report(table, key, "it belongs to no account")
        }
    }
}

// The account itself.
extension PersonCheck {
    private func checkAccount() throws(StorageError) {
        let range = KeyRange(lower: .user(user), upper: Key.user(user).prefixSuccessor)
        try check.forEach(of: .users, in: range, keyByteCount: 8) { _, value throws(DomainError) in
            let record = try UserRecord(value)
            guard value.isEqual(to: record.encoded()) else { throw UserRecord.kind.damaged }
            return record
        } _: { key, record throws(StorageError) in
            check.require(user != .nobody, .users, key, "nobody has the number 0")
            check.require(!isBeingErased, .users, key, "it is there and is to be erased")
            checkFields(of: record, key)
            try checkEntries(of: record, key)
            try checkFeedEntry(Sequence(record.changeSequence), .user, of: .users, key)
        }
    }

    private func checkFields(of record: UserRecord, _ key: Key) {
        let isLegal =
            (try? Username(record.username)) != nil && (try? EmailAddress(record.email)) != nil
            && !record.passwordHash.isEmpty
            && record.profileImageURL.map { (try? ImageURL($0)) != nil } ?? true
            && SenderPolicy(rawValue: UInt8(clamping: record.senderPolicy)) != nil
            && AccountStatus(rawValue: UInt8(clamping: record.status)) != nil
            && TimeGrain(rawValue: UInt8(clamping: record.anonymousTimes)) != nil
        check.require(isLegal, .users, key, "a field is beyond its limits")
    }

    private func checkEntries(of record: UserRecord, _ key: Key) throws(StorageError) {
        let digests = secrets.digests
        let username = Key.username(digests.username(Username(stored: record.username)))
        try checkEntry(username, in: .usernames, "its name does not lead to it", key)
        let email = Key.email(digests.email(EmailAddress(stored: record.email)))
        try checkEntry(email, in: .emails, "its e-mail address does not lead to it", key)
        guard let box = record.sealedLinkToken else { return }
        guard let token = secrets.openLinkToken(box, of: user) else {
            return check.report(.users, key, "its link cannot be opened")
        }
        try checkEntry(.link(digests.link(token)), in: .links, "its link does not lead to it", key)
    }

    private func checkEntry(
        _ entry: Key,
        in table: SchemaTable,
        _ problem: String,
        _ key: Key
    ) throws(StorageError) {
        switch try check.find(
            entry,
            in: table,
            { value throws(DomainError) in
                UserNumber(try value.number(at: 0, of: .uniqueEntry))
            }
        ) {
        case .sound(user), .damaged: return
        case .sound, .absent: check.report(.users, key, problem)
        }
    }

    /// The entry in the feed that tells of a record's last change.
    func checkFeedEntry(
        _ sequence: Sequence,
        _ change: ChangeEntry,
        of table: SchemaTable,
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
        try check.forEach(of: .sessions, in: .all(of: user), keyByteCount: 16) {
            key,
            value throws(DomainError) in
            let record = try SessionRecord(value)
            guard value.isEqual(to: record.encoded()) else { throw SessionRecord.kind.damaged }
            return record
        } _: { key, record in
            count += 1
            checkSession(record, key)
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
        switch IdentityKind(rawValue: UInt8(clamping: record.kind)) {
        case .account: requireOwner(.sessions, key)
        case .guest:
            if case .sound = account { check.report(.sessions, key, "an account is no guest") }
        case nil: check.report(.sessions, key, "it is of an unknown kind")
        }
        check.require(!isBeingErased, .sessions, key, "its user is to be erased")
    }
}

extension RawSpan {
    /// Whether these are the same bytes.
    func isEqual(to bytes: [UInt8]) -> Bool {
        guard byteCount == bytes.count else { return false }
        return withUnsafeBytes { own in
            bytes.withUnsafeBytes { other in
                guard let own = own.baseAddress, let other = other.baseAddress else { return true }
                return memcmp(own, other, bytes.count) == 0
            }
        }
    }
}
