internal import AccountRules
package import Domain

// What features and operators ask.
extension LedgerReading {
    /// What an account has: lots that ended are gone, and pending transfers that did hold nothing,
    /// whether or not somebody came to take them away.
    package func balance(
        of account: LedgerAccount,
        _ context: Context
    ) throws(DomainError) -> Balance {
        let state = try state(of: account)
        let over = try overduePending(from: account, by: context.due)
        // What is given back goes into lots that may be over as well.
        let ended =
            try lots(of: account).ended(by: context.due)
            + over.flatMap { Lots($0.hold.lots).ended(by: context.due) }
        return Balance(
            total: state.balance - ended.total,
            pending: state.pending - over.reduce(0) { $0 + $1.transfer.amount }
        )
    }

    /// What an account has; where its record cannot be read, what its newest entry, and what is
    /// pending, say of that.
    func mendedState(of account: LedgerAccount) throws(DomainError) -> AccountState {
        let stored = try readable { () throws(DomainError) -> AccountState? in
            try state(of: account)
        }
        if let stored { return stored }
        return try toldState(of: account)
    }

    private func toldState(of account: LedgerAccount) throws(DomainError) -> AccountState {
        var state = AccountState()
        if account.role.hasStatement {
            _ = try visitStatement(of: account, before: nil, limit: 1) { entry in
                (state.balance, state.entryCount) = (entry.balance, entry.sequence)
                return .last
            }
            // Of those behind it that cannot be read, nothing may take the places.
            while try hasEntry(of: account, at: state.entryCount + 1) { state.entryCount += 1 }
        } else {
            // All accounts of a unit together have nothing.
            try visitAccounts { other, its in
                guard other.unit == account.unit, other != account else { return }
                state.balance &-= its.balance
            }
        }
        for hold in try holds(of: account.holder) {
            let found = try readable { () throws(DomainError) in try transfer(hold.number) }
            guard let pending = found, pending.source.account == account else { continue }
            state.pending &+= pending.amount
        }
        return state
    }

    private func hasEntry(
        of account: LedgerAccount,
        at sequence: UInt64
    ) throws(DomainError) -> Bool {
        let isThere = try readable { () throws(DomainError) -> Bool? in
            try transferNumber(of: account, at: sequence) != nil
        }
        return isThere ?? true
    }

    /// The pending transfers from a person's account that ended by themselves, which nobody came to
    /// give back yet.
    func overduePending(
        from account: LedgerAccount,
        by moment: Instant
    ) throws(DomainError) -> [(transfer: Transfer, hold: Hold)] {
        guard account.role == .own, try state(of: account).pending > 0,
            try hasDeadline(by: moment)
        else { return [] }
        var over: [(transfer: Transfer, hold: Hold)] = []
        for hold in try holds(of: account.holder) where hold.deadline <= moment {
            let pending = try transfer(hold.number).unwrapped(or: .transferNotFound)
            if pending.source.account == account { over.append((pending, hold)) }
        }
        return over
    }

    /// What was in an account at a moment, after all that happened at it; found by halves.
    ///
    /// What lapsed is gone from the moment on at which the ledger moved it, shortly afterwards.
    ///
    /// - Throws: `ledgerAccountUnknown` for an account without a statement.
    package func balance(
        of account: LedgerAccount,
        at moment: Instant
    ) throws(DomainError) -> Int64 {
        guard account.role.hasStatement else { throw .refused(.ledgerAccountUnknown) }
        var (before, behind) = (0 as UInt64, try state(of: account).entryCount + 1)
        var balance: Int64 = 0
        while behind - before > 1 {
            let middle = before + (behind - before) / 2
            guard let number = try transferNumber(of: account, at: middle),
                let transfer = try transfer(number),
                let entry = StatementEntry(transfer, of: account)
            else { throw .dataLoss("a damaged record: entry of a statement") }
            if transfer.moment <= moment {
                (before, balance) = (middle, entry.balance)
            } else {
                behind = middle
            }
        }
        return balance
    }

    /// What lapses when, of what can be spent, the first in front; the rest of the balance never
    /// does.
    ///
    /// What pending transfers held that ended is among it, as in `balance`.
    package func lapsingLots(
        of account: LedgerAccount,
        _ context: Context
    ) throws(DomainError) -> [Lot] {
        var lots = try lots(of: account)
        for (_, hold) in try overduePending(from: account, by: context.due) {
            for lot in hold.lots { lots.add(lot) }
        }
        return lots.all.filter { $0.end > context.due }
    }

    /// What the transfers behind one were for.
    package func kinds(ofTransfersBehind number: UInt64) throws(DomainError) -> [TransferKind] {
        var (kinds, next) = ([TransferKind](), number + 1)
        while let transfer = try transfer(next) {
            kinds.append(transfer.kind)
            next += 1
        }
        return kinds
    }

    /// The transfers of a posting, of whose first one the number is given.
    package func transfers(ofPosting first: UInt64) throws(DomainError) -> [Transfer] {
        var transfers: [Transfer] = []
        while transfers.count < DomainLimits.movesPerPostingMax,
            let transfer = try transfer(first &+ UInt64(transfers.count)), transfer.first == first
        {
            transfers.append(transfer)
        }
        return transfers
    }

    /// The transfer that ended a pending one; nil where none did.
    package func transferEnding(_ pending: Transfer) throws(DomainError) -> Transfer? {
        guard let number = try transferNumber(called: .resolution(of: pending.number)) else {
            return nil
        }
        return try transfer(number)
    }

    /// Whether a pending transfer or a lot has ended that nobody came to take away yet.
    package func hasWhatIsOver(_ context: Context) throws(DomainError) -> Bool {
        if try pendingNumber(endedBy: context.due) != nil { return true }
        return try accountWithEndedLot(by: context.due) != nil
    }

    /// Proves the ledger from its transfers alone, as `LedgerProof` says.
    ///
    /// A record that cannot be read is told as another thing that is wrong.
    ///
    /// - Parameters:
    ///   - report: Is told what is wrong, as it is found.
    ///   - isWanted: Is asked after each transfer whether to go on; what is left then is not
    ///     compared with anything.
    /// - Returns: What was gone through.
    /// - Throws: Where the store cannot be read to its end.
    package func proveLedger(
        report: @escaping (LedgerFinding) -> Void,
        isWanted: () -> Bool = { true }
    ) throws(DomainError) -> LedgerProof {
        var proof = LedgerProof(naming: { self.userID(of: $0).opaque.uuid }, report: report)
        var goesOn = true
        try visitTransfers { number, transfer throws(DomainError) in
            if let transfer {
                proof.add(transfer)
                try proof.check(transfer, in: self)
            } else {
                proof.skip(number)
            }
            goesOn = isWanted()
            return goesOn ? .next : .last
        }
        if goesOn { try proof.compare(with: self) }
        return proof
    }
}
