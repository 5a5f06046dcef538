internal import Domain

extension StoreTransaction {
    /// Takes the place of a user's next event.
    ///
    /// It is derived from the three tables that hold events, so there is no count that could
    /// disagree with them; from then on it is remembered. No place is used twice: where an entry
    /// is deleted, a later one was added first. A transaction that fails leaves a gap.
    func takeSequence(of user: UserNumber) throws(DomainError) -> Sequence {
        let known = writing.cache.lastSequence(of: user)
        let last = if let known { known } else { try storedLastSequence(of: user) }
        guard last < .max - 1 else { throw RecordKind.change.damaged }
        writing.cache.remember(lastSequence: last + 1, of: user)
        return Sequence(last + 1)
    }

    private func storedLastSequence(of user: UserNumber) throws(DomainError) -> UInt64 {
        var last: UInt64 = 0
        for table in [TableID.inbox, .sent, .changes] {
            last = max(last, try lastNumber(of: .all(of: user), in: table, at: 8) ?? 0)
        }
        return last
    }

    /// Adds an entry to a user's feed.
    @discardableResult
    func append(_ entry: ChangeEntry, to user: UserNumber) throws(DomainError) -> Sequence {
        let place = try takeSequence(of: user)
        try put(entry.encoded(), for: .place(user, place), in: .changes)
        news.add(user)
        return place
    }

    /// The number at an offset of the greatest key in a range.
    func lastNumber(
        of range: KeyRange,
        in table: TableID,
        at offset: Int
    ) throws(DomainError) -> UInt64? {
        var last: UInt64?
        try scanKeys(table, range, .descending) { key throws(DomainError) in
            last = try key.number(at: offset, of: .change)
            return .stop
        }
        return last
    }
}

extension Sequence {
    /// The place behind this one; there is none that a count of events could not reach.
    var next: Sequence { Sequence(rawValue == .max ? .max : rawValue + 1) }
}
