package import Domain
internal import TextForms

/// Proves the ledger from its transfers alone: goes through all of them in their order, reckons
/// what every account, lot and pending transfer must be, and compares.
///
/// Where a transfer is missing, what the next ones say of their accounts is taken for true, and
/// nothing is said of lots of the accounts that it was of, so that one that is lost is told once.
/// It holds a few numbers for each account that there is in memory.
package struct LedgerProof {
    var accounts: [LedgerAccount: Reckoned] = [:]
    var open: [UInt64: (transfer: Transfer, hold: Hold)] = [:]
    private var last: (number: UInt64, moment: Instant, first: UInt64?)?
    private let naming: (UserNumber) -> String
    private let report: (LedgerFinding) -> Void

    /// How many transfers were gone through, those that cannot be read among them.
    package private(set) var transferCount = 0
    /// How many accounts they are of.
    package var accountCount: Int { accounts.count }
    /// How many of them wait to be posted.
    package var openCount: Int { open.count }
    /// How often something is missing between those that were gone through, or in front of them.
    package private(set) var gapCount = 0

    /// What an account must be.
    struct Reckoned {
        var state = AccountState()
        var lots = Lots()
        /// How many gaps there were when it was last compared.
        var gapCount = 0
        /// Whether a transfer of it is missing, so that nobody knows its lots.
        var isTorn = false
    }

    /// Begins before the first transfer.
    ///
    /// - Parameters:
    ///   - naming: Says by which id operators know somebody.
    ///   - report: Is told what is wrong, as it is found.
    package init(
        naming: @escaping (UserNumber) -> String,
        report: @escaping (LedgerFinding) -> Void
    ) {
        (self.naming, self.report) = (naming, report)
    }

    /// Goes on with the next transfer.
    package mutating func add(_ transfer: Transfer) {
        checkOrder(of: transfer)
        checkParts(of: transfer)
        noticeGap(before: transfer.source)
        noticeGap(before: transfer.destination)
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
        transferCount += 1
        last = (transfer.number, transfer.moment, transfer.first)
    }

    /// Goes on behind a transfer that cannot be read.
    package mutating func skip(_ number: UInt64) {
        requireNumber(number)
        tell("transfer \(number)", "it cannot be read")
        gapCount += 1
        transferCount += 1
        last = (number, last?.moment ?? .distantPast, nil)
    }

    /// The accounts that the transfers are of.
    package var reckonedAccounts: [LedgerAccount] { Array(accounts.keys) }

    /// What an account must have.
    package func state(of account: LedgerAccount) -> AccountState {
        accounts[account]?.state ?? AccountState()
    }

    /// What must be in lots of an account.
    package func lots(of account: LedgerAccount) -> Lots { accounts[account]?.lots ?? Lots() }

    /// What those hold that wait to be posted, each with the account that it was taken from.
    package var openHolds: [(account: LedgerAccount, hold: Hold)] {
        open.values.map { ($0.transfer.source.account, $0.hold) }
    }

    /// What was in all accounts of a unit together, by the transfers and so by what was checked
    /// against them: nothing, if all is well.
    package func sum(of unit: LedgerUnit) -> Int64 {
        accounts.lazy.filter { $0.key.unit == unit }.reduce(0) { $0 &+ $1.value.state.balance }
    }

    func tell(_ subject: String, _ problem: String) {
        report(LedgerFinding(subject: subject, problem: problem))
    }

    /// An account as operators read it: the unit, and what commands take for it.
    func name(of account: LedgerAccount) -> String {
        let holder = account.role == .own ? naming(account.holder) : "app:\(account.role)"
        return "\(account.unit) of \(holder)"
    }
}

// What is checked of each transfer.
extension LedgerProof {
    private mutating func requireNumber(_ number: UInt64) {
        let expected = (last?.number ?? 0) + 1
        guard number != expected else { return }
        tell("transfer \(number)", "the one before it is \(expected - 1)")
        gapCount += 1
    }

    private mutating func checkOrder(of transfer: Transfer) {
        let gapCount = gapCount
        requireNumber(transfer.number)
        guard let last else { return }
        if transfer.moment < last.moment {
            tell("transfer \(transfer.number)", "it happened before the one before it")
        }
        let isBehind = transfer.first == last.first || last.first == nil || gapCount < self.gapCount
        if transfer.first != transfer.number, !isBehind {
            tell(
                "transfer \(transfer.number)",
                "it is of posting \(transfer.first), and not behind it"
            )
        }
    }

    private func checkParts(of transfer: Transfer) {
        let (source, destination) = (transfer.source.account, transfer.destination.account)
        let subject = "transfer \(transfer.number)"
        if source.unit != destination.unit { tell(subject, "it goes from one unit to another") }
        if source == destination, source.role != .erased {
            tell(subject, "both of its sides are one account")
        }
        switch transfer.kind {
        case .earn, .spend, .move, .pending:
            if transfer.earlier != 0 { tell(subject, "it names an earlier one") }
        case .post, .void, .lapse:
            if transfer.reference != .resolution(of: transfer.earlier) {
                tell(subject, "it is not called the end of \(transfer.earlier)")
            }
        case .correct:
            if transfer.reference != .correction(of: transfer.earlier) {
                tell(subject, "it is not called the correction of \(transfer.earlier)")
            }
        case .expire:
            if destination.role != .lapsed { tell(subject, "what expired did not go to lapsed") }
            if transfer.lotEnd.map({ $0 > transfer.moment }) ?? true {
                tell(subject, "it expired before the end of its lot")
            }
        case .forfeit:
            if destination.role != .forfeited { tell(subject, "it did not go to forfeited") }
        }
    }

    private mutating func hold(_ transfer: Transfer) {
        let account = transfer.source.account
        var taken: [Lot] = []
        if account.role.hasLots {
            taken = accounts[account, default: Reckoned()].lots.take(transfer.amount)
        }
        let hold = Hold(
            number: transfer.number,
            holder: account.holder,
            deadline: transfer.deadline ?? .distantPast,
            lots: taken
        )
        open[transfer.number] = (transfer, hold)
        accounts[account, default: Reckoned()].state.pending &+= transfer.amount
    }

    private mutating func resolve(_ transfer: Transfer) {
        guard let (pending, hold) = open.removeValue(forKey: transfer.earlier) else {
            tell("transfer \(transfer.number)", "it ends \(transfer.earlier), which is not pending")
            return
        }
        let account = pending.source.account
        accounts[account, default: Reckoned()].state.pending &-= pending.amount
        check(transfer, ends: pending)
        var rest = Lots(hold.lots)
        if transfer.kind == .post { compare(rest.take(transfer.amount), with: transfer) }
        for lot in rest.all { accounts[account, default: Reckoned()].lots.add(lot) }
    }

    private func check(_ transfer: Transfer, ends pending: Transfer) {
        let subject = "transfer \(transfer.number)"
        if transfer.amount > pending.amount {
            tell(subject, "it ends more than the \(pending.amount) that was pending")
        }
        if transfer.kind != .post, transfer.amount != pending.amount {
            tell(subject, "it gives \(transfer.amount) back, and \(pending.amount) was pending")
        }
        if !transfer.source.may(be: pending.source) {
            tell(subject, "it is not from whom \(pending.number) was pending")
        }
        if !transfer.destination.may(be: pending.destination) {
            tell(subject, "it is not to whom \(pending.number) was pending")
        }
        if transfer.kind == .post, transfer.lotEnd != pending.lotEnd {
            tell(subject, "what it moves lapses at another moment than \(pending.number) says")
        }
        if transfer.kind == .lapse, let deadline = pending.deadline, transfer.moment < deadline {
            tell(subject, "it lapsed before its deadline")
        }
    }

    /// The number of its entry tells that some of an account are missing.
    private mutating func noticeGap(before side: TransferSide) {
        let account = side.account
        guard gapCount > 0, account.role.hasLots else { return }
        let reckoned = accounts[account] ?? Reckoned()
        guard reckoned.gapCount < gapCount, side.sequence != reckoned.state.entryCount + 1 else {
            return
        }
        accounts[account, default: Reckoned()].isTorn = true
    }

    private func isTorn(_ account: LedgerAccount) -> Bool { accounts[account]?.isTorn ?? false }

    private mutating func takeLots(of transfer: Transfer) {
        let account = transfer.source.account
        guard account.role.hasLots else { return }
        if transfer.kind == .expire, let end = transfer.lotEnd {
            let lot = Lot(end: end, amount: transfer.amount)
            let isThere = accounts[account]?.lots.all.contains(lot) ?? false
            if !isThere, !isTorn(account), !isErased(transfer) {
                tell("transfer \(transfer.number)", "there is no such lot that could lapse")
            }
            accounts[account, default: Reckoned()].lots.remove(lot)
        } else if transfer.kind == .correct, let changes = transfer.lots {
            takeBack(changes.taken, transfer)
        } else {
            let taken = accounts[account, default: Reckoned()].lots.take(transfer.amount)
            compare(taken, with: transfer)
        }
    }

    /// Compares what a transfer must have taken of lots with what it says, if it does.
    private func compare(_ taken: [Lot], with transfer: Transfer) {
        guard let told = transfer.lots, told != LotChanges(taken: taken), !isErased(transfer),
            !isTorn(transfer.source.account)
        else { return }
        tell("transfer \(transfer.number)", "it says that it took other lots than it must have")
    }

    /// A correction takes first what was given, and so says of which lots.
    private mutating func takeBack(_ taken: [Lot], _ transfer: Transfer) {
        let account = transfer.source.account
        for lot in taken {
            let left = accounts[account]?.lots.all.first { $0.end == lot.end }?.amount ?? 0
            if left < lot.amount, !isTorn(account) {
                let problem = "of the lot that ends on \(lot.end.day) it takes \(lot.amount)"
                tell("transfer \(transfer.number)", "\(problem), and \(left) is there")
            }
            accounts[account, default: Reckoned()].lots.remove(lot)
        }
    }

    private mutating func credit(_ transfer: Transfer) {
        let account = transfer.destination.account
        guard account.role.hasLots, transfer.kind.movesAmounts else { return }
        let credited = transfer.creditedLots
        if credited.total > transfer.amount {
            tell("transfer \(transfer.number)", "it gives back more to lots than its amount")
        }
        for lot in credited { accounts[account, default: Reckoned()].lots.add(lot) }
    }

    private func isErased(_ transfer: Transfer) -> Bool {
        transfer.source.account.role == .erased || transfer.destination.account.role == .erased
    }

    private mutating func enter(_ amount: Int64, _ side: TransferSide, _ transfer: Transfer) {
        let account = side.account
        var reckoned = accounts[account] ?? Reckoned()
        reckoned.state.balance &+= amount
        defer { accounts[account] = reckoned }
        guard account.role.hasStatement else { return }
        reckoned.state.entryCount += 1
        if reckoned.gapCount < gapCount {
            // Of what is missing nobody knows the accounts.
            (reckoned.state.entryCount, reckoned.state.balance) = (side.sequence, side.balance)
            reckoned.gapCount = gapCount
        }
        let state = reckoned.state
        var place: String { "transfer \(transfer.number), \(name(of: account))" }
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
}

extension TransferSide {
    /// Whether it is that of the same account, or one of both is of somebody who is erased.
    func may(be other: TransferSide) -> Bool {
        account == other.account
            || account.unit == other.account.unit
                && (account.role == .erased || other.account.role == .erased)
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

extension Instant {
    /// The date in UTC, as findings name it.
    var day: String { MomentText.dateText(ofDay: Int64(dayNumber)) }
}
