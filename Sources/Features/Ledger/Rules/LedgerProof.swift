package import Domain

/// Proves the ledger from its transfers alone: goes through all of them in their order, reckons
/// what every account, lot and pending transfer must be, and compares.
///
/// It holds a few numbers for each account that there is in memory.
package struct LedgerProof {
    private var accounts: [LedgerAccount: AccountState] = [:]
    private var lots: [LedgerAccount: Lots] = [:]
    private var open: [UInt64: (transfer: Transfer, hold: Hold)] = [:]
    private var last: Transfer?
    private let report: (LedgerFinding) -> Void

    /// How many transfers were gone through.
    package private(set) var transferCount = 0
    /// How many accounts they are of.
    package var accountCount: Int { accounts.count }
    /// How many of them wait to be posted.
    package var openCount: Int { open.count }

    /// Begins before the first transfer; `report` is told what is wrong, as it is found.
    package init(report: @escaping (LedgerFinding) -> Void) {
        self.report = report
    }

    /// Goes on with the next transfer.
    package mutating func add(_ transfer: Transfer) {
        transferCount += 1
        checkOrder(of: transfer)
        checkParts(of: transfer)
        if transfer.kind == .pending {
            hold(transfer)
        } else if transfer.kind.isResolution {
            resolve(transfer)
        } else {
            takeLots(of: transfer)
        }
        credit(transfer)
        let amount = transfer.kind.movesAmounts ? transfer.amount : 0
        enter(-amount, transfer.source, transfer)
        enter(amount, transfer.destination, transfer)
        last = transfer
    }

    /// What was in all accounts of a unit together, by the transfers and so by what was checked
    /// against them: nothing, if all is well.
    package func sum(of unit: LedgerUnit) -> Int64 {
        accounts.lazy.filter { $0.key.unit == unit }.reduce(0) { $0 &+ $1.value.balance }
    }

    /// Compares with what is stored, after the last transfer.
    package func compare(with store: some LedgerReading) throws(DomainError) {
        for unit in LedgerUnit.allCases where sum(of: unit) != 0 {
            tell("\(unit)", "all accounts together have \(sum(of: unit)), not 0")
        }
        for (account, expected) in accounts {
            let stored = try store.state(of: account)
            require(expected.balance, stored.balance, "balance", of: account)
            require(expected.pending, stored.pending, "pending amount", of: account)
            require(
                Int64(clamping: expected.entryCount),
                Int64(clamping: stored.entryCount),
                "number of entries",
                of: account
            )
            if !stored.isLeaving { try compareLots(of: account, store) }
        }
        for (transfer, hold) in open.values where try store.hold(of: transfer) != hold {
            tell("transfer \(transfer.number)", "it is pending, and what it holds is not kept so")
        }
        try store.visitAccounts { account, state in
            guard accounts[account] == nil, state != AccountState() else { return }
            tell("\(account)", "it has \(state.balance), and no transfer is of it")
        }
        try store.visitHolds { hold in
            guard open[hold.number] == nil else { return }
            tell("transfer \(hold.number)", "it is kept as pending, and is not")
        }
    }

    private func compareLots(
        of account: LedgerAccount,
        _ store: some LedgerReading
    ) throws(DomainError) {
        let (expected, stored) = (lots[account] ?? Lots(), try store.lots(of: account))
        guard expected != stored else { return }
        for lot in expected.all where !stored.all.contains(lot) {
            tell(
                "\(account)",
                "of its lot that ends on \(lot.end.day), \(lot.amount) should be there"
            )
        }
        for lot in stored.all where !expected.all.contains(lot) {
            tell(
                "\(account)",
                "its lot that ends on \(lot.end.day) has \(lot.amount), and should not"
            )
        }
    }
}

// What is checked of each transfer.
extension LedgerProof {
    private func checkOrder(of transfer: Transfer) {
        let expected = (last?.number ?? 0) + 1
        if transfer.number != expected {
            tell("transfer \(transfer.number)", "the one before it is \(expected - 1)")
        }
        if let last, transfer.moment < last.moment {
            tell("transfer \(transfer.number)", "it happened before the one before it")
        }
        let isFirst = transfer.first == transfer.number
        if !isFirst, transfer.first != last?.first {
            tell(
                "transfer \(transfer.number)",
                "it is of posting \(transfer.first), and not behind it"
            )
        }
    }

    private func checkParts(of transfer: Transfer) {
        let (source, destination) = (transfer.source.account, transfer.destination.account)
        if source.unit != destination.unit {
            tell("transfer \(transfer.number)", "it goes from one unit to another")
        }
        if source == destination, source.role != .erased {
            tell("transfer \(transfer.number)", "both of its sides are one account")
        }
    }

    private mutating func hold(_ transfer: Transfer) {
        let account = transfer.source.account
        var taken: [Lot] = []
        if account.role.hasLots { taken = lots[account, default: Lots()].take(transfer.amount) }
        let deadline = transfer.deadline ?? .distantPast
        let hold = Hold(
            number: transfer.number,
            holder: account.holder,
            deadline: deadline,
            lots: taken
        )
        open[transfer.number] = (transfer, hold)
        accounts[account, default: AccountState()].pending &+= transfer.amount
    }

    private mutating func resolve(_ transfer: Transfer) {
        guard let (pending, hold) = open.removeValue(forKey: transfer.earlier) else {
            tell("transfer \(transfer.number)", "it ends \(transfer.earlier), which is not pending")
            return
        }
        let account = pending.source.account
        accounts[account, default: AccountState()].pending &-= pending.amount
        let isWhole = transfer.kind == .post || transfer.amount == pending.amount
        if !isWhole || transfer.amount > pending.amount {
            tell("transfer \(transfer.number)", "\(pending.amount) was pending, not what it ends")
        }
        var rest = Lots(hold.lots)
        if transfer.kind == .post { compare(rest.take(transfer.amount), with: transfer) }
        for lot in rest.all { lots[account, default: Lots()].add(lot) }
    }

    /// Compares what a transfer must have taken of lots with what it says, if it does.
    private func compare(_ taken: [Lot], with transfer: Transfer) {
        guard let told = transfer.lots, told != LotChanges(taken: taken), !isErased(transfer) else {
            return
        }
        tell("transfer \(transfer.number)", "it says that it took other lots than it must have")
    }

    /// A correction takes first what was given, and so says of which lots.
    private mutating func takeBack(_ taken: [Lot], _ transfer: Transfer) {
        let account = transfer.source.account
        for lot in taken {
            let left = lots[account]?.all.first { $0.end == lot.end }?.amount ?? 0
            if left < lot.amount {
                tell(
                    "transfer \(transfer.number)",
                    "it takes \(lot.amount) of the lot that ends on \(lot.end.day), which has \(left)"
                )
            }
            lots[account, default: Lots()].remove(lot)
        }
    }

    private mutating func takeLots(of transfer: Transfer) {
        let account = transfer.source.account
        guard account.role.hasLots else { return }
        if transfer.kind == .expire, let end = transfer.lotEnd {
            let lot = Lot(end: end, amount: transfer.amount)
            if lots[account]?.all.contains(lot) != true, !isErased(transfer) {
                tell("transfer \(transfer.number)", "there is no such lot that could lapse")
            }
            lots[account, default: Lots()].remove(lot)
        } else if transfer.kind == .correct, let changes = transfer.lots {
            takeBack(changes.taken, transfer)
        } else {
            compare(lots[account, default: Lots()].take(transfer.amount), with: transfer)
        }
    }

    private mutating func credit(_ transfer: Transfer) {
        let account = transfer.destination.account
        guard account.role.hasLots, transfer.kind.movesAmounts else { return }
        let credited = transfer.creditedLots
        if credited.total > transfer.amount {
            tell("transfer \(transfer.number)", "it gives back more to lots than its amount")
        }
        for lot in credited { lots[account, default: Lots()].add(lot) }
    }

    private func isErased(_ transfer: Transfer) -> Bool {
        transfer.source.account.role == .erased || transfer.destination.account.role == .erased
    }

    private mutating func enter(_ amount: Int64, _ side: TransferSide, _ transfer: Transfer) {
        let account = side.account
        var state = accounts[account] ?? AccountState()
        state.balance &+= amount
        defer { accounts[account] = state }
        guard account.role.hasStatement else { return }
        state.entryCount += 1
        let place = "transfer \(transfer.number), \(account)"
        if side.sequence != state.entryCount {
            tell(place, "it says entry \(side.sequence), and is entry \(state.entryCount)")
        }
        if side.balance != state.balance {
            tell(place, "it says that \(side.balance) is left, and \(state.balance) is")
        }
        if let floor = account.role.floor, state.balance - state.pending < floor {
            tell(place, "\(state.balance - state.pending) can be spent, below \(floor)")
        }
    }

    private func require(
        _ expected: Int64,
        _ stored: Int64,
        _ what: String,
        of account: LedgerAccount
    ) {
        guard expected != stored else { return }
        tell("\(account)", "its \(what) is \(stored), and its transfers make \(expected)")
    }

    private func tell(_ subject: String, _ problem: String) {
        report(LedgerFinding(subject: subject, problem: problem))
    }
}

/// Something that is wrong with the ledger.
package struct LedgerFinding: Equatable, Sendable {
    /// What it is wrong with: a transfer, an account or a unit.
    package let subject: String
    /// What is wrong, with the numbers.
    package let problem: String

    /// Joins both.
    package init(subject: String, problem: String) {
        self.subject = subject
        self.problem = problem
    }
}

extension LedgerAccount: CustomStringConvertible {
    /// The account as operators read it: `points of account 17`, `cash issued`.
    package var description: String {
        role == .own ? "\(unit) of account \(holder.rawValue)" : "\(unit) \(role)"
    }
}

extension Instant {
    fileprivate var day: String { "day \(dayNumber)" }
}
