internal import Domain
internal import StorageEngine

extension StoreTransaction {
    /// Takes the place of a user's next event; a transaction that fails leaves a gap.
    func takeSequence(of user: UserNumber) throws(DomainError) -> Sequence {
        Sequence(try takeNumber(of: .places, for: user.rawValue))
    }

    /// Takes the next number of a series.
    func takeNumber(
        of series: NumberSeries,
        for owner: UInt64? = nil
    ) throws(DomainError) -> UInt64 {
        do throws(StorageError) {
            return try changes.takeNumber(of: series, for: owner)
        } catch {
            throw DomainError(error)
        }
    }

    /// Adds an entry to a user's feed.
    @discardableResult
    func append(_ entry: ChangeEntry, to user: UserNumber) throws(DomainError) -> Sequence {
        let place = try takeSequence(of: user)
        try put(entry.encoded(), for: .place(user, place), in: .changes)
        news.add(user)
        return place
    }
}

extension Sequence {
    /// The place behind this one; there is none that a count of events could not reach.
    var next: Sequence { Sequence(rawValue == .max ? .max : rawValue + 1) }
}
