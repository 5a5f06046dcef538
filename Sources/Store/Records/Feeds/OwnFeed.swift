package import Domain
package import StorageEngine

// What a person's life is made of, and what its feed tells.

extension TableID {
    /// People whom somebody keeps.
    package static let contacts = TableID(rawValue: 7)
    /// What somebody received.
    package static let inbox = TableID(rawValue: 9)
    /// What somebody sent.
    package static let sent = TableID(rawValue: 10)
    /// Of whom somebody does not want to hear.
    package static let blocks = TableID(rawValue: 13)
    /// What else a person's feed tells.
    package static let changes = TableID(rawValue: 12)
}

extension NumberSeries {
    /// The places of a user's events, which lie in three tables.
    ///
    /// No place is used twice: where an entry is deleted, a later one was added first.
    package static let places = NumberSeries(.keys(of: [.inbox, .sent, .changes]))
}

extension StoreTransaction {
    /// Takes the place of a user's next event; a transaction that fails leaves a gap.
    package func takeSequence(of user: UserNumber) throws(DomainError) -> Sequence {
        Sequence(try takeNumber(of: .places, for: user.rawValue))
    }

    /// Adds an entry to a user's feed.
    @discardableResult
    package func append(_ entry: [UInt8], to user: UserNumber) throws(DomainError) -> Sequence {
        let place = try takeSequence(of: user)
        try put(entry, for: .place(user, place), in: .changes)
        news.add(user)
        return place
    }
}
