internal import Domain
internal import StorageEngine
internal import Records

extension StoreTransaction {
    /// Takes the place of a user's next event; a transaction that fails leaves a gap.
    func takeSequence(of user: UserNumber) throws(DomainError) -> Sequence {
        Sequence(try takeNumber(of: .places, for: user.rawValue))
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
