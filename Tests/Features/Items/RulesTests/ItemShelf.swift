import AccountRules
import Domain
import ItemRules
import RuleTestSupport

/// Accounts, collections and items in memory, for the rules alone.
final class ItemShelf {
    /// The moment of all that is done.
    let context = Context(
        now: Instant(milliseconds: 1_700_000_012_345),
        random: CountingRandom(seed: 1),
        secrets: NoSecrets()
    )
    /// What was recorded of operators.
    private(set) var actions: [String] = []
    private(set) var items: [Item] = []
    private var shelves: [SharedCollection] = []
    private var itemNumber: UInt64 = 0

    /// Somebody who is signed in; numbers from 100 on are guests.
    static func person(_ number: UInt64) -> Identity {
        Identity(
            session: SessionKey(user: UserNumber(number), number: 1),
            kind: number < 100 ? .account : .guest
        )
    }

    @discardableResult
    func create(
        by person: UInt64 = 1,
        in collection: String = "news",
        title: String = "새 소식",
        payload: [UInt8] = []
    ) throws(DomainError) -> Item {
        let item = try NewItem(title, payload, in: collection)
        return try create(item, by: Self.person(person), context)
    }

    @discardableResult
    func add(_ name: String) throws(DomainError) -> SharedCollection {
        try makeCollection(
            named: CollectionName(name),
            of: .items,
            by: Operator(name: "root"),
            context
        )
    }

    func takeAway(_ name: String) throws(DomainError) {
        try removeCollection(
            named: CollectionName(name),
            of: .items,
            by: Operator(name: "root"),
            context
        )
    }
}

extension ItemShelf: ItemWriting {
    func collection(named name: CollectionName, of kind: CollectionKind) -> SharedCollection? {
        shelves.first { $0.name == name }
    }

    func collections(of kind: CollectionKind) -> [SharedCollection] { shelves }

    func item(_ id: ItemID) -> Item? { items.first { $0.id == id } }

    func itemCount(of creator: UserNumber, countMax: Int) -> Int {
        items.lazy.filter { $0.creator == creator }.prefix(countMax).count
    }

    func visitItems(
        of list: ItemList,
        before place: Sequence?,
        limit: Int,
        _ visit: (Item) -> PageStep
    ) -> Sequence? { nil }

    func itemChange(_ entry: RawSpan, of feed: SharedFeed) -> ItemChange? { nil }

    func addCollection(
        named name: CollectionName,
        of kind: CollectionKind,
        at now: Instant
    ) -> SharedCollection {
        let collection = SharedCollection(
            of: kind,
            number: UInt64(shelves.count + 1),
            name: name,
            createdAt: now
        )
        shelves.append(collection)
        return collection
    }

    func remove(_ collection: SharedCollection) {
        shelves.removeAll { $0 == collection }
        items.removeAll { $0.collection == collection.name }
    }

    func hasRemainsOfCollections() -> Bool { false }

    func clearRemovedCollections(recordCountMax: Int) -> Bool { false }

    func addItem(
        to collection: SharedCollection,
        title: String,
        payload: [UInt8],
        by creator: UserNumber,
        at now: Instant
    ) -> Item {
        itemNumber += 1
        let item = Item(
            id: ItemID(OpaqueID(high: 0, low: itemNumber)),
            collection: collection.name,
            title: title,
            payload: payload,
            createdAt: now,
            creator: creator
        )
        items.append(item)
        return item
    }

    func delete(_ item: Item) { items.removeAll { $0.id == item.id } }
}

// Of accounts the rules ask for their being there, and of operators that they are recorded.
extension ItemShelf: AccountReading, AccountAdministrationWriting {
    func user(_ number: UserNumber) -> User? {
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

    func record(_ entry: AuditEntry) { actions.append("\(entry.operatorName): \(entry.action)") }

    func userID(of number: UserNumber) -> UserID { UserID(OpaqueID(high: 1, low: number.rawValue)) }
    func correspondent(_ number: UserNumber) -> Correspondent? { nil }
    func userNumber(named username: Username) -> UserNumber? { nil }
    func userNumber(withEmail email: EmailAddress) -> UserNumber? { nil }
    func userNumber(behind link: LinkToken) -> UserNumber? { nil }
    func pendingReset(_ digest: [UInt8]) -> PendingReset? { nil }
    func userNumber(of id: UserID) -> UserNumber? { nil }
    func isGuest(_ number: UserNumber) -> Bool { false }
    func visitAccounts(
        after user: UserNumber?,
        limit: Int,
        _ visit: (User) -> PageStep
    ) -> UserNumber? { nil }
    func holdings(of user: UserNumber, countMax: Int) -> AccountHoldings {
        AccountHoldings(sessions: 0, contacts: 0, receivedNotes: 0, blocks: 0)
    }
    func ban(_ user: UserNumber, at now: Instant) {}
    func liftBan(of user: UserNumber) {}
}
