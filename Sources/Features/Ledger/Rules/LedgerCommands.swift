internal import AccountRules
package import Domain

extension Context {
    /// The moment by which lots and pending transfers end: a clock that is ahead must not take from
    /// people what is theirs still.
    package var due: Instant { min(now, lived) }
}

// What features and operators do.
extension LedgerWriting {
    /// Makes a posting: all of its moves or none, and once, however often it is asked for by the
    /// same name.
    ///
    /// What it is refused for leaves no trace in the transaction, which may go on.
    ///
    /// - Returns: Its transfers, in the order of its moves.
    /// - Throws: In this order: `referenceReused`; move by move `invalidValue` of an end and
    ///   `ledgerAccountUnknown`; move by move `insufficientBalance`, `pendingLimitReached` and
    ///   `balanceOutOfRange`.
    @discardableResult
    package func post(
        _ posting: Posting,
        _ context: Context
    ) throws(DomainError) -> [Transfer] {
        if let reference = posting.reference,
            let number = try transferNumber(called: reference)
        {
            let done = try transfers(ofPosting: number)
            let isSame = try posting.isDone(by: done) { holder throws(DomainError) in
                try correspondent(holder) == nil
            }
            guard isSame else { throw .refused(.referenceReused) }
            return done
        }
        for move in posting.moves {
            try move.checkEnds(at: context.now)
            try requireHolder(of: move.source)
            try requireHolder(of: move.destination)
        }
        var draft = try LedgerDraft(in: self, at: context.now)
        for move in posting.moves {
            try draft.settle(move.source, by: context.due, in: self)
        }
        let first = draft.nextNumber
        for (index, move) in posting.moves.enumerated() {
            let reference = index == 0 ? posting.reference : nil
            try draft.add(move, first: first, reference: reference, in: self)
        }
        try draft.store(in: self)
        return draft.transfers.filter { $0.first == first }
    }

    /// Makes a posting of one move.
    ///
    /// - Throws: As `post` of a posting, and as a move.
    @discardableResult
    package func post(
        _ move: Move,
        reference: TransferReference?,
        _ context: Context
    ) throws(DomainError) -> Transfer {
        let transfers = try post(try Posting([move], reference: reference), context)
        return try transfers.first.unwrapped(or: .transferNotFound)
    }

    /// Ends a pending transfer, which is done once: the same again changes nothing.
    ///
    /// - Returns: The transfer that ends it.
    /// - Throws: `transferNotFound`; `transferNotPending` with what it is instead;
    ///   `negativeValue`, `amountOutOfRange` with what is pending; `ledgerAccountUnknown`,
    ///   `balanceOutOfRange`.
    @discardableResult
    package func resolve(
        _ number: UInt64,
        _ resolution: Resolution,
        _ context: Context
    ) throws(DomainError) -> Transfer {
        let pending = try transfer(number).unwrapped(or: .transferNotFound)
        let (kind, amount): (TransferKind, Int64)
        switch resolution {
        case .post(let part): (kind, amount) = (.post, part ?? pending.amount)
        case .void: (kind, amount) = (.void, pending.amount)
        }
        if let end = try transferEnding(pending) {
            guard end.kind == kind, end.amount == amount else {
                throw .refused(.transferNotPending(state: end.kind.state))
            }
            return end
        }
        guard let hold = try hold(of: pending) else {
            throw .refused(.transferNotPending(state: pending.kind.state))
        }
        guard hold.deadline > context.due else {
            throw .refused(.transferNotPending(state: TransferKind.lapse.state))
        }
        try Move.check(amount, maximum: pending.amount)
        if kind == .post { try requireHolder(of: pending.destination.account) }
        return try end(pending, hold, as: kind, amount, context.now, due: context.due)
            .first.unwrapped(or: .transferNotFound)
    }

    /// Puts a transfer right, once, by moving an amount of it back; the transfer stays.
    ///
    /// Where it is taken from somebody, what the transfer gave is taken first, and then what lapses
    /// first. What somebody gets back goes into the lots that it was taken from, and lapses at once
    /// if they are over, unless something else is said.
    ///
    /// - Parameters:
    ///   - number: The transfer.
    ///   - amount: How much goes back; nil for all of it.
    ///   - lapsing: When what somebody gets back lapses.
    ///   - context: The moment.
    /// - Returns: The correction; the same one where it was asked for before.
    /// - Throws: `transferNotFound`; `notCorrectable` for one that moved nothing, and for one that
    ///   was corrected otherwise; `negativeValue`, `amountOutOfRange`; `invalidValue` of
    ///   `expires_at` where what lapsed is to be given back as it was; and as `post`.
    @discardableResult
    package func correct(
        _ number: UInt64,
        by amount: Int64? = nil,
        lapsing: ReturnedEnd = .asItWas,
        _ context: Context
    ) throws(DomainError) -> Transfer {
        let wrong = try transfer(number).unwrapped(or: .transferNotFound)
        let amount = amount ?? wrong.amount
        let reference = TransferReference.correction(of: number)
        if let done = try transferNumber(called: reference) {
            let correction = try transfer(done).unwrapped(or: .transferNotFound)
            guard correction.amount == amount else { throw .refused(.notCorrectable) }
            return correction
        }
        guard wrong.kind.movesAmounts else { throw .refused(.notCorrectable) }
        try Move.check(amount, maximum: wrong.amount)
        let move = try move(back: amount, of: wrong, lapsing)
        try move.checkEnds(at: context.now)
        try requireHolder(of: move.source)
        try requireHolder(of: move.destination)
        var draft = try LedgerDraft(in: self, at: context.now)
        try draft.settle(move.source, by: context.due, in: self)
        let returned = lapsing == .asItWas ? wrong.lotsGivenBack(by: amount) : []
        try draft.correct(wrong, by: move, returned: returned, due: context.due, in: self)
        try draft.store(in: self)
        return try draft.transfers.last { $0.kind == .correct }.unwrapped(or: .transferNotFound)
    }

    private func move(
        back amount: Int64,
        of wrong: Transfer,
        _ lapsing: ReturnedEnd
    ) throws(DomainError) -> Move {
        if wrong.kind == .expire, lapsing == .asItWas {
            throw .invalid("expires_at", "a moment to come, or that it never does, of what lapsed")
        }
        var end: Instant?
        if case .at(let moment) = lapsing { end = moment }
        return try Move(
            .move,
            amount,
            from: wrong.destination.account,
            to: wrong.source.account,
            lapsing: end,
            subject: wrong.subject
        )
    }

    /// Ends part of the pending transfers and lots that are over, touching about `recordCountMax`
    /// records, and those of one pending transfer at most beyond that.
    ///
    /// - Returns: Whether anything is left to end, how many pending transfers lapsed, and of how
    ///   many lots an amount did.
    package func endWhatIsOver(
        _ context: Context,
        recordCountMax: Int
    ) throws(DomainError) -> (isLeft: Bool, pendingCount: Int, lotCount: Int) {
        var budget = LedgerBudget(recordCountMax)
        var (pendingCount, lotCount) = (0, 0)
        while !budget.isUsedUp {
            let made: [Transfer]
            if let number = try pendingNumber(endedBy: context.due) {
                made = try lapse(number, context, &budget)
            } else if let account = try accountWithEndedLot(by: context.due) {
                made = try expireLots(of: account, context, &budget)
            } else {
                return (false, pendingCount, lotCount)
            }
            pendingCount += made.count { $0.kind == .lapse }
            lotCount += made.count { $0.kind == .expire }
        }
        return (true, pendingCount, lotCount)
    }

    /// Ends a pending transfer that is over; what expires along with it beyond the budget is left.
    private func lapse(
        _ number: UInt64,
        _ context: Context,
        _ budget: inout LedgerBudget
    ) throws(DomainError) -> [Transfer] {
        let pending = try transfer(number).unwrapped(or: .transferNotFound)
        let hold = try hold(of: pending).unwrapped(or: .transferNotFound)
        budget.chargeHold(of: hold.lots.count)
        let made = try end(
            pending,
            hold,
            as: .lapse,
            pending.amount,
            context.now,
            due: context.due,
            lotCountMax: budget.lotCount
        )
        budget.chargeExpired(made.count - 1)
        return made
    }

    private func expireLots(
        of account: LedgerAccount,
        _ context: Context,
        _ budget: inout LedgerBudget
    ) throws(DomainError) -> [Transfer] {
        var draft = try LedgerDraft(in: self, at: context.now)
        try draft.expireLots(
            of: account,
            by: context.due,
            lotCountMax: max(1, budget.lotCount),
            in: self
        )
        try draft.store(in: self)
        // At least one, so that it comes to an end whatever is stored.
        budget.chargeExpired(max(1, draft.transfers.count))
        return draft.transfers
    }

    /// Ends a pending transfer; what is given back and lapsed meanwhile goes on at once, so many
    /// lots at most, unless nobody says by which moment.
    ///
    /// - Returns: The transfer that ends it, and behind it those of lots that lapsed.
    @discardableResult
    func end(
        _ pending: Transfer,
        _ hold: Hold,
        as kind: TransferKind,
        _ amount: Int64,
        _ now: Instant,
        due: Instant?,
        lotCountMax: Int = .max
    ) throws(DomainError) -> [Transfer] {
        var draft = try LedgerDraft(in: self, at: now)
        try draft.end(
            pending,
            hold,
            as: kind,
            amount: amount,
            due: due,
            lotCountMax: lotCountMax,
            in: self
        )
        try draft.store(in: self)
        return draft.transfers
    }

    /// - Throws: `ledgerAccountUnknown` for the account of somebody who has none, or no longer.
    private func requireHolder(of account: LedgerAccount) throws(DomainError) {
        // Who was to get what is pending may be erased meanwhile.
        guard account.role != .erased else { throw .refused(.ledgerAccountUnknown) }
        guard account.holder != .nobody else { return }
        guard try correspondent(account.holder) != nil else {
            throw .refused(.ledgerAccountUnknown)
        }
    }
}

/// How many records a piece of work may touch still.
struct LedgerBudget {
    private var remaining: Int

    /// Begins with so many records.
    init(_ recordCountMax: Int) {
        remaining = recordCountMax
    }

    /// Whether nothing more may be begun.
    var isUsedUp: Bool { remaining <= 0 }

    /// How many lots may expire, each by a transfer of its own.
    var lotCount: Int { max(0, remaining / Self.expiredLotCost) }

    /// Takes off what the end of a pending transfer costs that held so many lots.
    mutating func chargeHold(of lotCount: Int) {
        remaining -= LedgerCost.transfer + lotCount * LedgerCost.lot
    }

    /// Takes off what it costs that so many lots expired.
    mutating func chargeExpired(_ lotCount: Int) {
        remaining -= lotCount * Self.expiredLotCost
    }

    private static let expiredLotCost = LedgerCost.transfer + LedgerCost.lot
}

/// How many records a piece of work touches.
enum LedgerCost {
    /// A transfer: its own, what finds it, and its accounts.
    static let transfer = 7
    /// A lot, and what finds it.
    static let lot = 2
    /// An entry that is taken off somebody.
    static let entry = 2
}

extension TransferKind {
    /// What a transfer of this kind tells of one that is no longer, or was never, pending.
    fileprivate var state: String {
        switch self {
        case .post: "posted"
        case .void: "voided"
        case .lapse: "lapsed"
        default: "done"
        }
    }
}
