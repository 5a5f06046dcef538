package import AccountRules
package import Domain

/// Accounts and collections in memory, for the rules of features alone that have things in these.
package protocol SharedShelf: CollectionWriting, AccountReading, OperatorLog {
    /// What any such shelf has.
    var state: ShelfState { get }

    /// Forgets what is in a collection that is taken away.
    func clear(_ collection: SharedCollection)
}

/// What any shelf has.
package final class ShelfState {
    /// The moment of all that is done.
    let context = Context(
        now: Instant(milliseconds: 1_700_000_012_345),
        random: CountingRandom(seed: 1),
        secrets: NoSecrets()
    )
    fileprivate let kind: CollectionKind
    fileprivate var entries: [AuditEntry] = []
    fileprivate var collections: [SharedCollection] = []

    /// Begins without collections of a kind.
    package init(of kind: CollectionKind) {
        self.kind = kind
    }
}

extension SharedShelf {
    /// The moment of all that is done.
    package var context: Context { state.context }
    /// What was recorded of operators.
    package var entries: [AuditEntry] {
        get { state.entries }
        set { state.entries = newValue }
    }

    /// Somebody who looks after the service.
    package static var root: Operator { Operator(name: "root") }

    /// Somebody who is signed in; numbers from 100 on are guests, and 99 has no account any more.
    package static func person(_ number: UInt64) -> Identity {
        Identity(
            session: SessionKey(user: UserNumber(number), number: 1),
            kind: number < 100 ? .account : .guest
        )
    }
}

extension SharedShelf {
    package func collection(
        named name: CollectionName,
        of kind: CollectionKind
    ) -> SharedCollection? {
        state.collections.first { $0.name == name && $0.kind == kind }
    }

    package func collections(of kind: CollectionKind) -> [SharedCollection] {
        state.collections.filter { $0.kind == kind }
    }

    package func addCollection(
        named name: CollectionName,
        of kind: CollectionKind,
        at now: Instant
    ) -> SharedCollection {
        let number = UInt64(state.collections.count + 1)
        let collection = SharedCollection(of: kind, number: number, name: name, createdAt: now)
        state.collections.append(collection)
        return collection
    }

    package func remove(_ collection: SharedCollection) {
        state.collections.removeAll { $0 == collection }
        clear(collection)
    }
}

extension SharedShelf {
    /// Makes a collection, as an operator does.
    @discardableResult
    package func add(_ name: String) throws(DomainError) -> SharedCollection {
        let name = try CollectionName(name)
        return try makeCollection(named: name, of: state.kind, by: Self.root, context)
    }

    /// Takes a collection away, as an operator does.
    package func takeAway(_ name: String) throws(DomainError) {
        let name = try CollectionName(name)
        try removeCollection(named: name, of: state.kind, by: Self.root, context)
    }
}

// Of accounts the rules ask for their being there, and of operators that they are recorded.
extension SharedShelf {
    package func user(_ number: UserNumber) -> User? {
        // Somebody whose account is gone has a token all the same, until the session is.
        guard number.rawValue != 99, let username = try? Username("anna"),
            let email = try? EmailAddress("anna@example.com")
        else { return nil }
        return User(
            number: number,
            id: userID(of: number),
            username: username,
            email: email,
            passwordHash: PasswordHash("hash"),
            linkToken: nil,
            createdAt: context.now
        )
    }

    package func userID(of number: UserNumber) -> UserID {
        UserID(OpaqueID(high: 1, low: number.rawValue))
    }

    package func correspondent(_ number: UserNumber) -> Correspondent? { nil }
    package func userNumber(named username: Username) -> UserNumber? { nil }
    package func userNumber(withEmail email: EmailAddress) -> UserNumber? { nil }
    package func userNumber(behind link: LinkToken) -> UserNumber? { nil }
    package func pendingReset(_ digest: [UInt8]) -> PendingReset? { nil }
    package func userNumber(of id: UserID) -> UserNumber? { nil }
}
