internal import Domain

// What a draft knows of accounts.
extension LedgerDraft {
    /// An account as it will be.
    mutating func state(
        of account: LedgerAccount,
        _ store: some LedgerReading
    ) throws(DomainError) -> AccountState {
        let index = try index(of: account, store)
        return accounts[index].state
    }

    /// Where it has an account, which it asks for the first time.
    ///
    /// An account of the application's that cannot be read is mended, for all depend on it, and so
    /// is one whose amount stays. From and to a person's own that cannot be read nothing moves.
    private mutating func index(
        of account: LedgerAccount,
        isStaying: Bool = false,
        _ store: some LedgerReading
    ) throws(DomainError) -> Int {
        if let index = accounts.firstIndex(where: { $0.account == account }) { return index }
        let isMended = isStaying || account.role != .own
        let state = try isMended ? store.mendedState(of: account) : store.state(of: account)
        accounts.append(AccountDraft(account: account, state: state))
        return accounts.count - 1
    }

    mutating func change(
        _ account: LedgerAccount,
        _ store: some LedgerReading,
        _ change: (inout AccountState) throws(DomainError) -> Void
    ) throws(DomainError) {
        let index = try index(of: account, store)
        try change(&accounts[index].state)
    }

    mutating func lots(
        of account: LedgerAccount,
        _ store: some LedgerReading
    ) throws(DomainError) -> Lots {
        let index = try index(of: account, store)
        if let known = accounts[index].lots { return known.new }
        let lots = try store.lots(of: account)
        accounts[index].lots = (lots, lots)
        return lots
    }

    mutating func changeLots(
        of account: LedgerAccount,
        _ store: some LedgerReading,
        _ change: (inout Lots) -> Void
    ) throws(DomainError) {
        var lots = try lots(of: account, store)
        change(&lots)
        let index = try index(of: account, store)
        accounts[index].lots?.new = lots
    }

    /// Adds a lot to an account that has lots.
    mutating func credit(
        _ lot: Lot,
        to account: LedgerAccount,
        _ store: some LedgerReading
    ) throws(DomainError) {
        // Of who is erased meanwhile, nothing can lapse.
        guard account.role.hasLots, lot.amount > 0 else { return }
        try changeLots(of: account, store) { $0.add(lot) }
    }

    /// Takes an amount out of lots; answers what of each.
    mutating func take(
        _ amount: Int64,
        from account: LedgerAccount,
        _ store: some LedgerReading
    ) throws(DomainError) -> [Lot] {
        guard account.role.hasLots, try !lots(of: account, store).all.isEmpty else { return [] }
        var taken: [Lot] = []
        try changeLots(of: account, store) { taken = $0.take(amount) }
        return taken
    }

    /// Takes back what a transfer gave, as far as it is there; else as `take`.
    mutating func takeBack(
        _ amount: Int64,
        of wrong: Transfer,
        _ store: some LedgerReading
    ) throws(DomainError) -> [Lot] {
        let (account, given) = (wrong.destination.account, wrong.creditedLots)
        guard account.role.hasLots, try !lots(of: account, store).all.isEmpty else { return [] }
        let state = try state(of: account, store)
        var taken: [Lot] = []
        try changeLots(of: account, store) { lots in
            let never = state.balance - state.pending - lots.all.total
            let givenForEver = wrong.amount - given.total
            taken = lots.takeBack(amount, of: given, never: min(never, givenForEver))
        }
        return taken
    }

    /// - Throws: `insufficientBalance`.
    mutating func requireAvailable(
        _ amount: Int64,
        in account: LedgerAccount,
        _ store: some LedgerReading
    ) throws(DomainError) {
        guard let floor = account.role.floor else { return }
        let state = try state(of: account, store)
        let missing = amount - (state.balance - state.pending - floor)
        guard missing <= 0 else {
            throw .refused(.insufficientBalance(missing: Int(missing)))
        }
    }

    /// Holds that one more transfer from somebody may be pending.
    ///
    /// - Throws: `pendingLimitReached`.
    func requireRoom(
        forPendingOf account: LedgerAccount,
        _ store: some LedgerReading
    ) throws(DomainError) {
        guard account.role == .own else { return }
        let (holder, limit) = (account.holder, DomainLimits.pendingPerPersonMax)
        let ended = endedHolds.count { $0.holder == holder }
        let kept = try store.pendingCount(of: holder, countMax: limit + ended) - ended
        guard kept + holds.count(where: { $0.holder == holder }) < limit else {
            throw .refused(.pendingLimitReached(limit: limit))
        }
    }

    /// Adds a transfer, of whose sides the accounts alone are known.
    mutating func record(
        _ transfer: Transfer,
        _ store: some LedgerReading
    ) throws(DomainError) {
        var transfer = transfer
        let amount = transfer.kind.movesAmounts ? transfer.amount : 0
        transfer.source = try enter(-amount, in: transfer.source.account, store)
        transfer.destination = try enter(amount, in: transfer.destination.account, store)
        transfers.append(transfer)
        nextNumber += 1
    }

    /// Changes a balance, and counts an entry of the statement where there is one.
    private mutating func enter(
        _ amount: Int64,
        in account: LedgerAccount,
        _ store: some LedgerReading
    ) throws(DomainError) -> TransferSide {
        let index = try index(of: account, isStaying: amount == 0, store)
        let balance = try Self.sum(accounts[index].state.balance, amount)
        accounts[index].state.balance = balance
        guard account.role.hasStatement else { return .erased(account.unit) }
        accounts[index].state.entryCount += 1
        let sequence = accounts[index].state.entryCount
        return TransferSide(account, sequence: sequence, balance: balance)
    }

    /// - Throws: `balanceOutOfRange`.
    static func sum(_ balance: Int64, _ amount: Int64) throws(DomainError) -> Int64 {
        let (sum, isTooLarge) = balance.addingReportingOverflow(amount)
        let limit = DomainLimits.balanceMax
        guard !isTooLarge, -limit...limit ~= sum else {
            throw .refused(.balanceOutOfRange(maximum: Int(limit)))
        }
        return sum
    }
}

extension TransferSide {
    /// A side of which the account alone is known.
    init(of account: LedgerAccount) {
        self.init(account, sequence: 0, balance: 0)
    }
}
