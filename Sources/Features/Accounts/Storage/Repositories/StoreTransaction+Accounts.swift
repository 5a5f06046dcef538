package import AccountRules
package import Domain
package import Records
internal import StorageEngine

extension StoreTransaction: AccountWriting {
    package func makeUserNumber() throws(DomainError) -> UserNumber {
        UserNumber(try takeNumber(of: .users))
    }

    package func add(_ user: User) throws(DomainError) {
        try claimEntries(of: user, insteadOf: nil)
        let place = try append(User.changeEntry, to: user.number)
        try put(user, box: seal(user), changedAt: place)
    }

    package func update(_ user: User) throws(DomainError) {
        let old = try stored(user)
        let place = try append(User.changeEntry, to: user.number)
        try delete(.place(user.number, Sequence(old.changeSequence)), in: .changes)
        try replace(old, by: user, changedAt: place)
    }

    package func updateQuietly(_ user: User) throws(DomainError) {
        let old = try stored(user)
        try replace(old, by: user, changedAt: Sequence(old.changeSequence))
    }

    package func put(_ reset: PendingReset) throws(DomainError) {
        let record = ResetRecord(
            user: reset.user.rawValue,
            expiresAt: reset.expiresAt.milliseconds,
            operatorName: reset.operatorName
        )
        try put(record.encoded(), for: .resetCode(reset.digest), in: .resetCodes)
    }

    /// There are as few as people who wait for one: each account has one at most, and those that
    /// are over go when the next one is made.
    package func deletePendingResets(
        of user: UserNumber,
        expiredAt now: Instant
    ) throws(DomainError) {
        var keys: [Key] = []
        // A damaged one is left out, and is worth nothing.
        try scanSound(.resetCodes, .all, .ascending) { bytes, value throws(DomainError) in
            let record = try ResetRecord(value)
            let isOver = Instant(milliseconds: record.expiresAt) <= now
            if isOver || record.user == user.rawValue, let key = Key(bytes: bytes) {
                keys.append(key)
            }
            return .next
        }
        for key in keys { try delete(key, in: .resetCodes) }
    }

    package func remove(_ number: UserNumber, at now: Instant) throws(DomainError) {
        if let record = try userRecord(number) {
            for entry in try entries(of: record, number) { try delete(entry.key, in: entry.table) }
            try delete(.user(number), in: .users)
        }
        for session in try sessions(of: number) { try endSession(session.key) }
        try liftBan(of: number)
        try deletePendingResets(of: number, expiredAt: .distantPast)
        try order(toErase: number)
        let digest = secrets.erasureDigest(of: number, life: storeCreatedAt)
        // Not before the store was made, whatever the clock says.
        let day = max(now, Instant(milliseconds: storeCreatedAt)).dayNumber
        let mark = ErasureMark(digest: digest, day: day)
        try put(mark.value, for: .erased(digest), in: .erased)
        news.add(mark)
    }

    /// Leaves an order, which hides what is left of an account or guest until it is erased.
    func order(toErase number: UserNumber) throws(DomainError) {
        try put(ErasureOrder().value, for: .erasure(number), in: .erasures)
        news.addErasure()
    }

    private func stored(_ user: User) throws(DomainError) -> UserRecord {
        guard let record = try userRecord(user.number) else {
            throw .refused(.notAuthenticated)
        }
        return record
    }

    private func replace(
        _ old: UserRecord,
        by user: User,
        changedAt place: Sequence
    ) throws(DomainError) {
        try claimEntries(of: user, insteadOf: old)
        // A token that stays keeps its box, so that what is stored changes only where it must.
        let box =
            try linkToken(of: old, user.number) == user.linkToken
            ? old.sealedLinkToken : seal(user)
        try put(user, box: box, changedAt: place)
    }

    private func seal(_ user: User) -> [UInt8]? {
        user.linkToken.map { token in secrets.sealLinkToken(token, of: user.number) }
    }

    private func put(
        _ user: User,
        box: [UInt8]?,
        changedAt place: Sequence
    ) throws(DomainError) {
        let record = UserRecord(user, sealedLinkToken: box, changeSequence: place)
        try put(record.encoded(), for: .user(user.number), in: .users)
    }
}

extension User {
    /// What the feed of an account tells when it was opened or changed.
    static let changeEntry: [UInt8] = [5]
}

/// An entry that only one account can have.
private struct UniqueEntry: Equatable {
    let table: TableID
    let key: Key
    let refusal: Refusal

    static func == (left: UniqueEntry, right: UniqueEntry) -> Bool {
        left.table == right.table && left.key == right.key
    }
}

extension StoreTransaction {
    private func entries(
        username: Username,
        email: EmailAddress,
        link: LinkToken?
    ) -> [UniqueEntry] {
        let digests = secrets.digests
        var entries = [
            UniqueEntry(
                table: .usernames,
                key: .accountEntry(digests.username(username)),
                refusal: .usernameTaken
            ),
            UniqueEntry(
                table: .emails,
                key: .accountEntry(digests.email(email)),
                refusal: .emailTaken
            ),
        ]
        if let link {
            entries.append(
                UniqueEntry(
                    table: .links,
                    key: .accountEntry(digests.link(link)),
                    refusal: .linkNotFound
                )
            )
        }
        return entries
    }

    private func entries(
        of record: UserRecord,
        _ number: UserNumber
    ) throws(DomainError) -> [UniqueEntry] {
        entries(
            username: Username(stored: record.username),
            email: EmailAddress(stored: record.email),
            link: try linkToken(of: record, number)
        )
    }

    /// Moves an account's unique entries from what it was to what it is.
    ///
    /// Use cases ask before; this stops the one that forgot from taking over another's entry.
    private func claimEntries(
        of user: User,
        insteadOf old: UserRecord?
    ) throws(DomainError) {
        let oldEntries: [UniqueEntry] = if let old { try entries(of: old, user.number) } else { [] }
        let newEntries = entries(
            username: user.username,
            email: user.email,
            link: user.linkToken
        )
        for entry in oldEntries where !newEntries.contains(entry) {
            try delete(entry.key, in: entry.table)
        }
        for entry in newEntries where !oldEntries.contains(entry) {
            guard try !contains(entry.key, in: entry.table) else { throw .refused(entry.refusal) }
            try put(bigEndian: user.number.rawValue, for: entry.key, in: entry.table)
        }
    }
}
