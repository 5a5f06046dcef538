package import AccountRules
package import Domain
package import LedgerRules

/// Cash that somebody asked to be paid out, and what became of it.
package struct Withdrawal: Equatable, Sendable {
    /// Who asked; nobody once that account is deleted.
    package let person: UserNumber
    /// The number of the pending transfer.
    package let transfer: UInt64
    /// How much was asked for.
    package let amount: Int64
    /// When.
    package let requestedAt: Instant
    /// When it is given back by itself.
    package let deadline: Instant
    /// What became of it.
    package let status: WithdrawalStatus
    /// How much of it was paid out.
    package let paid: Int64
}

/// What became of cash that is to be paid out.
package enum WithdrawalStatus: UInt8, CaseIterable, Sendable {
    /// It is held.
    case pending = 1
    /// It was paid out, all or a part.
    case paid = 2
    /// An operator gave it back.
    case voided = 3
    /// It was given back by itself.
    case lapsed = 4
}

extension LedgerAccount {
    /// Where cash goes that is paid out.
    fileprivate static let paidOut = LedgerAccount.app(.withdrawn, .cash)
}

extension Transfer {
    /// Whether somebody asked by it for cash to be paid out.
    fileprivate var isWithdrawal: Bool { kind == .pending && destination.account == .paidOut }
}

extension OrderWriting {
    /// Holds cash that is to be paid out, until an operator says what becomes of it, for some days.
    ///
    /// - Throws: `accountRequired`; `negativeValue`, `amountOutOfRange`;
    ///   `withdrawalLimitReached`; `insufficientBalance`.
    package func requestWithdrawal(
        of amount: Int64,
        by caller: Identity,
        _ terms: DeliveryTerms,
        _ context: Context
    ) throws(DomainError) -> (withdrawal: Withdrawal, balance: Balance) {
        let person = try account(of: caller).number
        let own = LedgerAccount.own(person, .cash)
        let move = try Move(
            .move,
            amount,
            from: own,
            to: .paidOut,
            pendingUntil: context.now.adding(seconds: terms.withdrawalDays * 86_400)
        )
        let limit = DomainLimits.withdrawalsPendingMax
        guard try pendingWithdrawalCount(of: person, context) < limit else {
            throw .refused(.withdrawalLimitReached(limit: limit))
        }
        // The call's own key holds that it is asked for once.
        let transfer = try post(move, reference: nil, context)
        return (try withdrawal(transfer, context), try balance(of: own, context))
    }

    private func pendingWithdrawalCount(
        of person: UserNumber,
        _ context: Context
    ) throws(DomainError) -> Int {
        var count = 0
        for hold in try holds(of: person) where hold.deadline > context.due {
            if try transfer(hold.number)?.isWithdrawal == true { count += 1 }
        }
        return count
    }
}

extension OrderWriting where Self: AccountAdministrationWriting {
    /// Says that cash was paid out, all or a part, or gives it back; the same again changes
    /// nothing.
    ///
    /// - Throws: `transferNotFound` for what is no withdrawal; as `resolve` of the ledger.
    package func resolveWithdrawal(
        _ number: UInt64,
        _ resolution: Resolution,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> Withdrawal {
        let pending = try transfer(number).unwrapped(or: .transferNotFound)
        guard pending.isWithdrawal else { throw .refused(.transferNotFound) }
        let isNew = try transferEnding(pending) == nil
        let end = try resolve(number, resolution, context)
        if isNew {
            let verb = end.kind == .post ? "pay" : "void"
            try record(person, "delivery withdrawal \(verb) \(number) \(end.amount)", context)
        }
        return try withdrawal(pending, context)
    }
}

extension OrderReading {
    /// The cash that was asked to be paid out, newest first, before `place` (nil: the newest).
    ///
    /// - Returns: Some of it, and the place to go on before; nil at the end.
    package func withdrawals(
        pendingOnly: Bool,
        before place: Sequence?,
        limit: Int,
        _ context: Context
    ) throws(DomainError) -> (withdrawals: [Withdrawal], next: Sequence?) {
        var transfers: [Transfer] = []
        let next = try visitStatement(of: .paidOut, before: place, limit: limit) { entry in
            if entry.transfer.isWithdrawal { transfers.append(entry.transfer) }
            return .next
        }
        var found: [Withdrawal] = []
        for transfer in transfers {
            let withdrawal = try withdrawal(transfer, context)
            if !pendingOnly || withdrawal.status == .pending { found.append(withdrawal) }
        }
        return (found, next)
    }

    /// What became of a pending transfer.
    func withdrawal(
        _ pending: Transfer,
        _ context: Context
    ) throws(DomainError) -> Withdrawal {
        let deadline = pending.deadline ?? pending.moment
        var status = deadline > context.due ? WithdrawalStatus.pending : .lapsed
        var paid: Int64 = 0
        if let end = try transferEnding(pending) {
            switch end.kind {
            case .post: (status, paid) = (.paid, end.amount)
            case .lapse: status = .lapsed
            default: status = .voided
            }
        }
        return Withdrawal(
            person: pending.source.account.holder,
            transfer: pending.number,
            amount: pending.amount,
            requestedAt: pending.moment,
            deadline: deadline,
            status: status,
            paid: paid
        )
    }
}
