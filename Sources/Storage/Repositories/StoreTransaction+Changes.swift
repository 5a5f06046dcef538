internal import Domain

extension StoreTransaction {
    /// The place that a user's next event takes.
    ///
    /// It is derived from the three tables that hold events, so there is no count that could
    /// disagree with them. No place is used twice: where an entry is deleted, a later one was
    /// added first.
    func nextSequence(of user: UserNumber) throws(DomainError) -> Sequence {
        var last: UInt64 = 0
        for table in [TableID.inbox, .sent, .changes] {
            last = max(last, try lastNumber(of: .all(of: user), in: table, at: 8) ?? 0)
        }
        guard last < .max - 1 else { throw RecordKind.change.damaged }
        return Sequence(last).next
    }

    /// Adds an entry to a user's feed.
    @discardableResult
    func append(_ entry: ChangeEntry, to user: UserNumber) throws(DomainError) -> Sequence {
        let place = try nextSequence(of: user)
        try put(entry.encoded(), for: .place(user, place), in: .changes)
        news.changedUsers.insert(user)
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
