internal import Domain

/// A change of the ledger that is being thought out: nothing of it is stored before all of it is
/// known to be allowed, so what is refused leaves no trace, whatever else the transaction does.
struct LedgerDraft {
    /// The transfers so far, in their order.
    var transfers: [Transfer] = []
    /// When they happen: never before an earlier one.
    let moment: Instant
    /// The number of the next one.
    var nextNumber: UInt64
    /// Those that it has asked for: a few, so that none is looked for by a hash.
    var accounts: [AccountDraft] = []
    var holds: [Hold] = []
    var endedHolds: [Hold] = []

    /// An account as it will be.
    struct AccountDraft {
        let account: LedgerAccount
        var state: AccountState
        /// Its lots as they are stored and as they will be; nil as long as nobody asked for them.
        var lots: (stored: Lots, new: Lots)?
    }

    /// Begins at a moment, or at that of the last transfer if it is later.
    init(in store: some LedgerReading, at now: Instant) throws(DomainError) {
        let last = try store.lastTransfer()
        moment = last.map { max(now, $0.moment) } ?? now
        nextNumber = (last?.number ?? 0) + 1
    }

    /// Adds a move of a posting.
    ///
    /// - Throws: `insufficientBalance`, `pendingLimitReached`, `balanceOutOfRange`.
    mutating func add(
        _ move: Move,
        first: UInt64,
        reference: TransferReference?,
        in store: some LedgerReading
    ) throws(DomainError) {
        try requireAvailable(move.amount, in: move.source, store)
        let taken = try take(move.amount, from: move.source, store)
        if let deadline = move.deadline {
            try requireRoom(forPendingOf: move.source, store)
            try change(move.source, store) { state throws(DomainError) in
                state.pending = try Self.sum(state.pending, move.amount)
            }
            holds.append(
                Hold(
                    number: nextNumber,
                    holder: move.source.holder,
                    deadline: deadline,
                    lots: taken
                )
            )
        } else if let end = move.lotEnd {
            try credit(Lot(end: end, amount: move.amount), to: move.destination, store)
        }
        // What is pending keeps in its hold what it took.
        let isKept = move.deadline == nil && !taken.isEmpty
        try record(
            Transfer(
                number: nextNumber,
                kind: move.kind,
                source: TransferSide(of: move.source),
                destination: TransferSide(of: move.destination),
                amount: move.amount,
                moment: moment,
                first: first,
                lotEnd: move.lotEnd,
                deadline: move.deadline,
                subject: move.subject,
                reference: reference,
                lots: isKept ? LotChanges(taken: taken) : nil
            ),
            store
        )
    }

    /// Puts a transfer right by a move that takes back first what that one gave; what is returned
    /// into lots that are over goes on at once.
    ///
    /// - Throws: `insufficientBalance`, `balanceOutOfRange`.
    mutating func correct(
        _ wrong: Transfer,
        by move: Move,
        returned: [Lot],
        due: Instant,
        in store: some LedgerReading
    ) throws(DomainError) {
        try requireAvailable(move.amount, in: move.source, store)
        let taken = try takeBack(move.amount, of: wrong, store)
        if let end = move.lotEnd {
            try credit(Lot(end: end, amount: move.amount), to: move.destination, store)
        }
        for lot in returned { try credit(lot, to: move.destination, store) }
        try record(
            Transfer(
                number: nextNumber,
                kind: .correct,
                source: TransferSide(of: move.source),
                destination: TransferSide(of: move.destination),
                amount: move.amount,
                moment: moment,
                first: nextNumber,
                earlier: wrong.number,
                lotEnd: move.lotEnd,
                subject: move.subject,
                reference: .correction(of: wrong.number),
                lots: LotChanges(taken: taken, returned: returned)
            ),
            store
        )
        if !returned.isEmpty { try expireLots(of: move.destination, by: due, in: store) }
    }

    /// Ends a pending transfer: so much of it is moved, and the rest is given back to the lots that
    /// it was taken from.
    ///
    /// What lapsed by `due` goes on at once, so many lots at most, and nothing does where that is
    /// nil. To whom nothing is moved is not asked for lots: who has damaged ones holds up nobody
    /// else.
    mutating func end(
        _ pending: Transfer,
        _ hold: Hold,
        as kind: TransferKind,
        amount: Int64,
        due: Instant?,
        lotCountMax: Int = .max,
        in store: some LedgerReading
    ) throws(DomainError) {
        let (source, destination) = (pending.source.account, pending.destination.account)
        try change(source, store) { state in state.pending -= pending.amount }
        var rest = Lots(hold.lots)
        if kind == .post { _ = rest.take(amount) }
        for lot in rest.all { try credit(lot, to: source, store) }
        let taken = kind == .post ? Lots.first(amount, of: hold.lots) : []
        let lotEnd = kind == .post ? pending.lotEnd : nil
        if let lotEnd { try credit(Lot(end: lotEnd, amount: amount), to: destination, store) }
        endedHolds.append(hold)
        try record(
            Transfer(
                number: nextNumber,
                kind: kind,
                source: TransferSide(of: source),
                destination: TransferSide(of: destination),
                amount: amount,
                moment: moment,
                first: nextNumber,
                earlier: pending.number,
                lotEnd: lotEnd,
                subject: pending.subject,
                reference: .resolution(of: pending.number),
                lots: taken.isEmpty ? nil : LotChanges(taken: taken)
            ),
            store
        )
        guard let due else { return }
        let count = try expireLots(of: source, by: due, lotCountMax: lotCountMax, in: store)
        guard kind == .post else { return }
        let left = lotCountMax - count
        try expireLots(of: destination, by: due, lotCountMax: left, in: store)
    }

    /// Has what is over leave an account that something is taken from: what pending transfers held
    /// is there again, and what lapsed is not.
    mutating func settle(
        _ account: LedgerAccount,
        by due: Instant,
        in store: some LedgerReading
    ) throws(DomainError) {
        if account.role == .own, try state(of: account, store).pending > 0 {
            // There may be more in a store that an earlier version filled: those end later.
            let over = try store.overduePending(from: account, by: due)
            for (pending, hold) in over.prefix(DomainLimits.pendingPerPersonMax)
            where !endedHolds.contains(where: { $0.number == hold.number }) {
                try end(
                    pending,
                    hold,
                    as: .lapse,
                    amount: pending.amount,
                    due: due,
                    in: store
                )
            }
        }
        try expireLots(of: account, by: due, in: store)
    }

    /// Gives the lots of an account back to the application that ended by a moment; answers how
    /// many these were.
    @discardableResult
    mutating func expireLots(
        of account: LedgerAccount,
        by due: Instant,
        lotCountMax: Int = .max,
        in store: some LedgerReading
    ) throws(DomainError) -> Int {
        guard account.role.hasLots else { return 0 }
        let ended = try lots(of: account, store).ended(by: due).prefix(lotCountMax)
        for lot in ended {
            try changeLots(of: account, store) { $0.remove(lot) }
            try record(
                Transfer(
                    number: nextNumber,
                    kind: .expire,
                    source: TransferSide(of: account),
                    destination: TransferSide(of: .app(.lapsed, account.unit)),
                    amount: lot.amount,
                    moment: moment,
                    first: nextNumber,
                    lotEnd: lot.end
                ),
                store
            )
        }
        return ended.count
    }

    /// Gives back to the application what somebody leaves: so many of the lots, and with the last
    /// ones all else; answers how many these were.
    mutating func forfeit(
        _ account: LedgerAccount,
        lots: Lots,
        lotCountMax: Int,
        in store: some LedgerReading
    ) throws(DomainError) -> Int {
        let lots = lots.all.prefix(lotCountMax)
        let isAll = lots.count < lotCountMax
        let amount =
            isAll
            ? try state(of: account, store).balance : lots.total
        for lot in lots { try changeLots(of: account, store) { $0.remove(lot) } }
        if isAll { try change(account, store) { $0.isLeaving = true } }
        guard amount > 0 else { return lots.count }
        try record(
            Transfer(
                number: nextNumber,
                kind: .forfeit,
                source: TransferSide(of: account),
                destination: TransferSide(of: .app(.forfeited, account.unit)),
                amount: amount,
                moment: moment,
                first: nextNumber
            ),
            store
        )
        return lots.count
    }

    /// Stores all of it.
    func store(in store: some LedgerWriting) throws(DomainError) {
        for draft in accounts {
            try store.put(draft.state, of: draft.account)
            guard let lots = draft.lots, lots.stored != lots.new else { continue }
            try store.put(lots.new, insteadOf: lots.stored, of: draft.account)
        }
        for transfer in transfers { try store.put(transfer, insteadOf: nil) }
        for hold in holds where !endedHolds.contains(where: { $0.number == hold.number }) {
            try store.put(hold)
        }
        for hold in endedHolds { try store.delete(hold) }
    }
}
