internal import AccountStorage
internal import Domain
internal import NoteStorage
internal import Records
internal import StorageEngine
internal import StoreTools

/// Makes the records that a salvage could read agree with each other.
///
/// What is lost becomes what the service knows anyway: a lost note is one that was deleted from its
/// owner's view, with the tombstone in the feed that keeps its place; an account that is lost is
/// one that is being erased, so that its notes to others stay; what finds records is made again;
/// what a feed tells follows the records, and what accounts of the ledger have its transfers. Each
/// change is told.
///
/// Each round looks at one state and changes the next one. A store that lacks nothing is left as it
/// is. Memory grows with what is lost, and with the feed of one person.
final class Mending {
    let secrets: StoreSecrets
    /// Keys of which some could not be read.
    let lost: [LostRange]
    private let store: SalvagedStore
    let report: (SalvageFinding) -> Void
    private let steps: StepCounter

    /// Prepares to mend what was put together.
    init(
        _ store: SalvagedStore,
        lost: [LostRange],
        _ secrets: StoreSecrets,
        _ steps: StepCounter,
        report: @escaping (SalvageFinding) -> Void
    ) {
        self.store = store
        self.lost = lost
        self.secrets = secrets
        self.steps = steps
        self.report = report
    }

    /// Mends all records.
    func run() throws(StoreToolError) {
        try round { view throws(StoreToolError) in try mendLedger(in: view) }
        try round { view throws(StoreToolError) in try eraseLostAccounts(in: view) }
        try round { view throws(StoreToolError) in try mendNotes(in: view) }
        try round { view throws(StoreToolError) in try mendFeeds(in: view) }
        try round { view throws(StoreToolError) in try dropFlawed(in: view) }
        try round { view throws(StoreToolError) in try mendSharedFeeds(in: view) }
        try round { view throws(StoreToolError) in try mendEntries(in: view) }
    }

    private func round(
        _ body: (SalvageView) throws(StoreToolError) -> Void
    ) throws(StoreToolError) {
        try store.read(body)
        try store.flush()
    }

    /// Takes a step; throws why the work is to end.
    func step() throws(StoreToolError) {
        if steps.take() == .stop { try steps.check() }
    }

    /// Puts a record that was not there, or was another one, and tells it.
    func put(
        _ value: [UInt8],
        for key: Key,
        in table: TableID,
        as outcome: SalvageFinding.Outcome,
        _ problem: String
    ) throws(StoreToolError) {
        try store.put(value, for: key, in: table)
        tell(outcome, table, key, problem)
    }

    /// Deletes a record, and tells it.
    func drop(_ key: Key, in table: TableID, _ problem: String) throws(StoreToolError) {
        try store.delete(key, in: table)
        tell(.dropped, table, key, problem)
    }

    /// Tells what became of a record.
    func tell(
        _ outcome: SalvageFinding.Outcome,
        _ table: TableID,
        _ key: Key,
        _ problem: String
    ) {
        let owner = key.withBytes { table.owner(of: $0) }
        report(SalvageFinding(outcome, table, key, of: owner, problem, secrets))
    }

    /// Whether some of a person's records of a table may be lost.
    func mayLack(_ table: TableID, of user: UserNumber) -> Bool {
        lost.contains { $0.table == table && $0.mayHaveKeys(of: user) }
    }
}

extension SalvageView {
    /// Whether there is an order to erase an account or guest.
    func isBeingErased(_ user: UserNumber) throws(StoreToolError) -> Bool {
        try exists(.erasure(user), in: .erasures)
    }

    /// The first place of a user's life that nothing has taken, also no entry of the feed that is
    /// lost and that a record still tells the place of.
    func nextSequence(of user: UserNumber) throws(StoreToolError) -> Sequence {
        var last: UInt64 = 0
        for table in [TableID.inbox, .sent, .changes] {
            let key = try lastKey(of: table, in: .all(of: user))
            let number: UInt64? = key?.withBytes { try? $0.number(at: 8, of: .change) }
            last = max(last, number ?? 0)
        }
        let told = try value(of: .user(user), in: .users) { value throws(DomainError) in
            try UserRecord(value).changeSequence
        }
        last = max(last, told ?? 0)
        try forEach(of: .contacts, in: .all(of: user)) { key, value throws(DomainError) in
            let place: UInt64 = try key.number(at: 8, of: .contact)
            return max(place, try ContactRecord(value).changeSequence)
        } _: { _, place in
            last = max(last, place)
        }
        return Sequence(last).next
    }

    /// Lends a user's feed in its order.
    func forEachChange(
        of user: UserNumber,
        _ body: (Sequence, ChangeEntry) throws(StoreToolError) -> Void
    ) throws(StoreToolError) {
        try forEach(of: .changes, in: .all(of: user)) { key, value throws(DomainError) in
            (Sequence(try key.number(at: 8, of: .change)), try ChangeEntry(value))
        } _: { _, entry throws(StoreToolError) in
            try body(entry.0, entry.1)
        }
    }
}
