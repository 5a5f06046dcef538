package import Domain

// What becomes of the accounts of somebody who goes.
extension LedgerWriting {
    /// Takes part of somebody's accounts out of the ledger: pending transfers are voided, what is
    /// left is forfeited, and then their side is taken off each transfer, the newest first, so that
    /// the accounts are in balance after each step.
    ///
    /// It has no clock: what it does happens at the moment of the last transfer.
    ///
    /// - Returns: Whether nothing is left of them.
    package func eraseAccounts(
        of holder: UserNumber,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        while let number = try pendingNumber(of: holder) {
            guard remaining > 0 else { return false }
            let lotCount = try readable { () throws(DomainError) -> Int? in
                try void(number)
            }
            if lotCount == nil {
                // There is nothing that could be given back.
                let end = Instant.distantPast
                try delete(Hold(number: number, holder: holder, deadline: end, lots: []))
            }
            remaining -= LedgerCost.transfer + (lotCount ?? 0) * LedgerCost.lot
        }
        for account in try accounts(of: holder) {
            guard remaining > 0 else { return false }
            guard try forfeit(account, &remaining) else { return false }
            guard try unwind(account, &remaining) else { return false }
        }
        return true
    }

    /// Gives back what a pending transfer holds; answers to how many lots.
    private func void(_ number: UInt64) throws(DomainError) -> Int? {
        guard let pending = try transfer(number), let hold = try hold(of: pending) else {
            return nil
        }
        let past = Instant.distantPast
        try end(pending, hold, as: .void, pending.amount, past, due: past)
        return hold.lots.count
    }

    /// Answers whether nothing is left in the account, so that entries may be taken off it.
    private func forfeit(
        _ account: LedgerAccount,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        while try !readableState(of: account).isLeaving {
            guard remaining > 0 else { return false }
            let lots = try readable { () throws(DomainError) -> Lots? in
                try self.lots(of: account)
            }
            let lotCountMax = max(1, (remaining - LedgerCost.transfer) / LedgerCost.lot)
            var draft = try LedgerDraft(in: self, at: .distantPast)
            let count = try draft.forfeit(
                account,
                lots: lots ?? Lots(),
                lotCountMax: lotCountMax,
                in: self
            )
            try draft.store(in: self)
            remaining -= count * LedgerCost.lot + LedgerCost.transfer
        }
        return true
    }

    /// What an account has; if that cannot be read, what its newest entry says, which is stored.
    private func readableState(of account: LedgerAccount) throws(DomainError) -> AccountState {
        let found = try readable { () throws(DomainError) -> AccountState? in
            try self.state(of: account)
        }
        if let found { return found }
        var state = AccountState()
        _ = try visitStatement(of: account, before: nil, limit: 1) { entry in
            (state.balance, state.entryCount) = (entry.balance, entry.sequence)
            return .last
        }
        try put(state, of: account)
        return state
    }

    /// Makes something of records, or nothing where one is damaged: that holds up nobody who goes.
    private func readable<Value>(
        _ body: () throws(DomainError) -> Value?
    ) throws(DomainError) -> Value? {
        do throws(DomainError) {
            return try body()
        } catch .dataLoss {
            return nil
        }
    }

    /// Answers whether all entries are taken off the account, and it is gone.
    private func unwind(
        _ account: LedgerAccount,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        var state = try state(of: account)
        let erasedAccount = LedgerAccount.app(.erased, account.unit)
        var erased = try self.state(of: erasedAccount)
        while state.entryCount > 0, remaining > 0 {
            let change = try takeOff(account, at: state.entryCount)
            state.balance -= change
            state.entryCount -= 1
            erased.balance += change
            remaining -= LedgerCost.entry
        }
        try put(erased, of: erasedAccount)
        guard state.entryCount == 0 else {
            try put(state, of: account)
            return false
        }
        try delete(account)
        return true
    }

    /// Takes somebody's side off a transfer; answers by how much it had changed the balance.
    private func takeOff(
        _ account: LedgerAccount,
        at sequence: UInt64
    ) throws(DomainError) -> Int64 {
        let change = try readable { () throws(DomainError) -> Int64? in
            guard let number = try transferNumber(of: account, at: sequence),
                let transfer = try transfer(number),
                let entry = StatementEntry(transfer, of: account)
            else { return nil }
            try put(transfer.without(account), insteadOf: transfer)
            return entry.change
        }
        if let change { return change }
        try deleteEntry(of: account, at: sequence)
        return 0
    }
}

extension Transfer {
    /// The transfer without the side of somebody who is erased.
    fileprivate func without(_ account: LedgerAccount) -> Transfer {
        var transfer = self
        let erased = TransferSide.erased(account.unit)
        if source.account == account { transfer.source = erased }
        if destination.account == account { transfer.destination = erased }
        return transfer
    }
}
