package import Domain

/// An amount that is to go from one account to another.
package struct Move: Equatable, Sendable {
    let kind: TransferKind
    let source: LedgerAccount
    let destination: LedgerAccount
    let amount: Int64
    /// When what it credits lapses; nil for never.
    let lotEnd: Instant?
    /// When it ends by itself, if it is to be pending until it is posted.
    let deadline: Instant?
    let subject: UInt64

    /// Checks a move, as far as it can be without looking at the accounts.
    ///
    /// - Parameters:
    ///   - kind: What it is for: `earn`, `spend` or `move`.
    ///   - amount: How much.
    ///   - source: Where it comes from.
    ///   - destination: Where it goes.
    ///   - lapsing: When what somebody gets lapses, rounded up to a day; nil for never.
    ///   - deadline: Until when it is pending, to be posted or voided by then; nil to move it now.
    ///   - subject: What it is for, in numbers of the feature that name nobody.
    /// - Throws: `negativeValue`, `amountOutOfRange`, `sameAccount`, `unitMismatch`,
    ///   `ledgerAccountUnknown`; `invalidValue` of `kind` or of `expires_at` where nothing can
    ///   lapse.
    package init(
        _ kind: TransferKind,
        _ amount: Int64,
        from source: LedgerAccount,
        to destination: LedgerAccount,
        lapsing: Instant? = nil,
        pendingUntil deadline: Instant? = nil,
        subject: UInt64 = 0
    ) throws(DomainError) {
        guard kind.isAskedFor else {
            throw .invalid("kind", "earn, spend or move")
        }
        try Self.check(amount, maximum: DomainLimits.transferAmountMax)
        for account in [source, destination] where !account.isSound || account.role == .erased {
            throw .refused(.ledgerAccountUnknown)
        }
        guard source != destination else { throw .refused(.sameAccount) }
        guard source.unit == destination.unit else { throw .refused(.unitMismatch) }
        guard lapsing == nil || destination.role.hasLots else {
            throw .invalid("expires_at", "nothing, where the amount goes to no person")
        }
        self.kind = deadline == nil ? kind : .pending
        self.amount = amount
        self.source = source
        self.destination = destination
        lotEnd = lapsing?.lotEnd
        self.deadline = deadline
        self.subject = subject
    }

    /// Checks an amount.
    ///
    /// - Throws: `negativeValue`, `amountOutOfRange`.
    package static func check(_ amount: Int64, maximum: Int64) throws(DomainError) {
        guard amount >= 0 else { throw .refused(.negativeValue) }
        guard 1...maximum ~= amount else {
            throw .refused(.amountOutOfRange(maximum: Int(maximum)))
        }
    }

    /// Checks when it ends, which is neither past nor too far away.
    func checkEnds(at now: Instant) throws(DomainError) {
        let (lotDays, pendingDays) = (DomainLimits.lotDaysMax, DomainLimits.pendingDaysMax)
        let lastLotEnd = now.adding(seconds: lotDays * 86_400).lotEnd
        let lastDeadline = now.adding(seconds: pendingDays * 86_400)
        if let lotEnd, lotEnd <= now || lotEnd > lastLotEnd {
            throw .invalid("expires_at", "a moment to come, in \(lotDays) days at most")
        }
        if let deadline, deadline <= now || deadline > lastDeadline {
            throw .invalid("pending_until", "a moment to come, in \(pendingDays) days at most")
        }
    }
}

/// Moves that are made together or not at all, and once.
package struct Posting: Equatable, Sendable {
    let moves: [Move]
    let reference: TransferReference?

    /// Checks a posting.
    ///
    /// - Parameters:
    ///   - moves: What is moved, in this order.
    ///   - reference: What it is called; the same name again moves nothing. Nil only where
    ///     something else holds that it is asked for once.
    /// - Throws: `invalidValue` of `moves`.
    package init(_ moves: [Move], reference: TransferReference?) throws(DomainError) {
        guard 1...DomainLimits.movesPerPostingMax ~= moves.count else {
            throw .invalid("moves", "\((1...DomainLimits.movesPerPostingMax).words) moves")
        }
        self.moves = moves
        self.reference = reference
    }

    /// Whether transfers are what this would have made, whatever was said of when they lapse:
    /// that may be reckoned from the moment of asking.
    ///
    /// Of somebody who is erased the side is taken off: there any account fits whose holder
    /// `isGone`.
    func isDone(
        by transfers: [Transfer],
        isGone: (UserNumber) throws(DomainError) -> Bool
    ) throws(DomainError) -> Bool {
        guard transfers.count == moves.count else { return false }
        for (transfer, move) in zip(transfers, moves) {
            guard transfer.kind == move.kind, transfer.amount == move.amount,
                transfer.subject == move.subject,
                try transfer.source.may(beOf: move.source, isGone),
                try transfer.destination.may(beOf: move.destination, isGone)
            else { return false }
        }
        return true
    }
}

extension TransferSide {
    /// Whether it is the side of an account, or was until its holder was erased.
    fileprivate func may(
        beOf asked: LedgerAccount,
        _ isGone: (UserNumber) throws(DomainError) -> Bool
    ) throws(DomainError) -> Bool {
        if account == asked { return true }
        guard account == .app(.erased, asked.unit), asked.role == .own else { return false }
        return try isGone(asked.holder)
    }
}

/// What becomes of a pending transfer.
package enum Resolution: Equatable, Sendable {
    /// So much of it is moved, all where nothing is said; the rest is given back.
    case post(Int64?)
    /// All of it is given back.
    case void
}

/// When that lapses which a correction gives back to somebody.
package enum ReturnedEnd: Equatable, Sendable {
    /// When it would have: it goes back into the lots that it was taken from.
    case asItWas
    /// At a moment, rounded up to a day.
    case at(Instant)
    /// Never.
    case never
}
