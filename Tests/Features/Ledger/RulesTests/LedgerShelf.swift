import AccountRules
import Domain
import LedgerRules
import RuleTestSupport

/// The ledger in memory, for the rules alone, and a clock that is set by hand.
final class LedgerShelf: OperatorLog {
    /// What the clock says.
    var now = Instant(milliseconds: 1_700_000_012_345)
    /// What was lived, where that is not what the clock says.
    var lived: Instant?
    /// Who has an account; the first ones have.
    var people: Set<UserNumber> = [1, 2, 3].reduce(into: []) { $0.insert(UserNumber($1)) }
    var entries: [AuditEntry] = []
    /// How often anything was stored.
    private(set) var changeCount = 0
    var states: [LedgerAccount: AccountState] = [:]
    var keptLots: [LedgerAccount: Lots] = [:]
    var transfers: [UInt64: Transfer] = [:]
    private(set) var holds: [UInt64: Hold] = [:]
    /// Transfers that a proof cannot read.
    var unreadable: Set<UInt64> = []
    /// Pending transfers that nothing ends; 0 for all lots.
    var endless: Set<UInt64> = []
    /// Names that lead elsewhere than to what has them.
    var misled: [TransferReference: UInt64] = [:]

    var context: Context {
        Context(now: now, lived: lived, random: CountingRandom(seed: 1), secrets: NoSecrets())
    }

    /// Days later, or earlier.
    func day(_ count: Double) -> Instant { now.adding(seconds: Int64(count * 86_400)) }

    /// What is wrong with it.
    func findings() throws(DomainError) -> [LedgerFinding] {
        var findings: [LedgerFinding] = []
        _ = try proveLedger { findings.append($0) }
        return findings
    }

    /// The statement of an account, oldest first.
    func statement(of account: LedgerAccount) -> [StatementEntry] {
        transfers.values.compactMap { StatementEntry($0, of: account) }
            .filter { $0.sequence > 0 }.sorted { $0.sequence < $1.sequence }
    }
}

extension LedgerShelf: LedgerWriting {
    func state(of account: LedgerAccount) -> AccountState { states[account] ?? AccountState() }
    func lots(of account: LedgerAccount) -> Lots { keptLots[account] ?? Lots() }
    func transfer(_ number: UInt64) -> Transfer? { transfers[number] }

    func lastTransfer() -> (number: UInt64, moment: Instant)? {
        transfers.max { $0.key < $1.key }.map { ($0.key, $0.value.moment) }
    }

    func transferNumber(of account: LedgerAccount, at sequence: UInt64) -> UInt64? {
        statement(of: account).first { $0.sequence == sequence }?.transfer.number
    }

    func visitStatement(
        of account: LedgerAccount,
        before sequence: Sequence?,
        limit: Int,
        _ visit: (StatementEntry) throws(DomainError) -> PageStep
    ) -> Sequence? { nil }

    func transferNumber(called reference: TransferReference) -> UInt64? {
        misled[reference] ?? transfers.values.first { $0.reference == reference }?.number
    }

    func hold(of transfer: Transfer) -> Hold? { holds[transfer.number] }

    func accountWithEndedLot(by moment: Instant) -> LedgerAccount? {
        keptLots.first { !$0.value.ended(by: moment).isEmpty }?.key
    }

    func pendingNumber(endedBy moment: Instant) -> UInt64? {
        holds.values.first { $0.deadline <= moment }?.number
    }

    func hasDeadline(by moment: Instant) -> Bool {
        holds.values.contains { $0.deadline <= moment }
    }

    func pendingNumber(of holder: UserNumber) -> UInt64? {
        holds.values.filter { $0.holder == holder }.map(\.number).min()
    }

    func pendingCount(of holder: UserNumber, countMax: Int) -> Int {
        min(countMax, holds(of: holder).count)
    }

    func holds(of holder: UserNumber) -> [Hold] {
        holds.values.filter { $0.holder == holder }.sorted { $0.number < $1.number }
    }

    func visitTransfers(
        _ visit: (UInt64, Transfer?) throws(DomainError) -> PageStep
    ) throws(DomainError) {
        for (number, transfer) in transfers.sorted(by: { $0.key < $1.key }) {
            let read = unreadable.contains(number) ? nil : transfer
            if try visit(number, read) == .last { return }
        }
    }

    func hasEnd(of hold: Hold) -> Bool { !endless.contains(hold.number) }
    func hasEnd(of lot: Lot, of account: LedgerAccount) -> Bool { !endless.contains(0) }

    func visitAccounts(_ visit: (LedgerAccount, AccountState) -> Void) {
        for (account, state) in states { visit(account, state) }
    }

    func visitHolds(_ visit: (Hold) -> Void) { holds.values.forEach(visit) }

    func accounts(of holder: UserNumber) -> [LedgerAccount] {
        states.keys.filter { $0.holder == holder }.sorted { $0.unit.rawValue < $1.unit.rawValue }
    }

    func reference(_ name: [UInt8], of source: ReferenceSource) -> TransferReference {
        let low = name.reduce(0 as UInt64) { $0 &* 31 &+ UInt64($1) }
        return TransferReference(source, OpaqueID(high: 1, low: low))
    }

    func put(_ state: AccountState, of account: LedgerAccount) {
        changeCount += 1
        states[account] = state
    }

    func delete(_ account: LedgerAccount) { states[account] = nil }

    func put(_ lots: Lots, insteadOf old: Lots, of account: LedgerAccount) {
        changeCount += 1
        keptLots[account] = lots.all.isEmpty ? nil : lots
    }

    func deleteLots(of account: LedgerAccount, countMax: Int) -> Int {
        defer { keptLots[account] = nil }
        return lots(of: account).all.count
    }

    func put(_ transfer: Transfer, insteadOf old: Transfer?) {
        changeCount += 1
        transfers[transfer.number] = transfer
    }

    func deleteEntry(of account: LedgerAccount, at sequence: UInt64) {}
    func put(_ hold: Hold) { holds[hold.number] = hold }
    func delete(_ hold: Hold) { holds[hold.number] = nil }
}

// Of accounts the ledger asks for their being there.
extension LedgerShelf: AccountReading {
    func correspondent(_ number: UserNumber) -> Correspondent? {
        guard people.contains(number) else { return nil }
        return Correspondent(
            number: number,
            displayName: "anna",
            senderPolicy: .anyone,
            status: .active
        )
    }

    func user(_ number: UserNumber) -> User? { nil }
    func userNumber(named username: Username) -> UserNumber? { nil }
    func userNumber(withEmail email: EmailAddress) -> UserNumber? { nil }
    func userNumber(behind link: LinkToken) -> UserNumber? { nil }
    func pendingReset(_ digest: [UInt8]) -> PendingReset? { nil }
    func userID(of number: UserNumber) -> UserID { UserID(OpaqueID(high: 1, low: number.rawValue)) }
    func userNumber(of id: UserID) -> UserNumber? { nil }
}

extension LedgerAccount {
    /// The points of somebody.
    static func points(_ person: UInt64) -> LedgerAccount { .own(UserNumber(person), .points) }
    static let issued = LedgerAccount.app(.issued, .points)
    static let spent = LedgerAccount.app(.spent, .points)
    static let lapsed = LedgerAccount.app(.lapsed, .points)
}

extension LedgerShelf {
    /// Gives somebody points.
    @discardableResult
    func earn(
        _ amount: Int64,
        by person: UInt64 = 1,
        lapsing: Instant? = nil,
        called name: String? = nil
    ) throws(DomainError) -> Transfer {
        let move = try Move(.earn, amount, from: .issued, to: .points(person), lapsing: lapsing)
        return try post(move, reference: called(name), context)
    }

    /// Takes points from somebody, or holds them.
    @discardableResult
    func spend(
        _ amount: Int64,
        by person: UInt64 = 1,
        pendingUntil deadline: Instant? = nil,
        called name: String? = nil
    ) throws(DomainError) -> Transfer {
        let move = try Move(
            .spend,
            amount,
            from: .points(person),
            to: .spent,
            pendingUntil: deadline
        )
        return try post(move, reference: called(name), context)
    }

    /// What a posting is called; nil for nothing.
    func called(_ name: String?) -> TransferReference? {
        name.map { reference(Array($0.utf8), of: .operators) }
    }

    /// What can be spent.
    func available(_ person: UInt64 = 1) throws(DomainError) -> Int64 {
        try balance(of: .points(person), context).available
    }
}
