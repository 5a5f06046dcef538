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
        for account in try accounts(of: holder) { try mend(account) }
        while let number = try pendingNumber(of: holder) {
            guard remaining > 0 else { return false }
            let lotCount = try void(number, of: holder)
            remaining -= LedgerCost.transfer + lotCount * LedgerCost.lot
        }
        for account in try accounts(of: holder) {
            guard remaining > 0 else { return false }
            guard try forfeit(account, &remaining) else { return false }
            guard try unwind(account, &remaining) else { return false }
        }
        return true
    }

    /// Stores what an account has whose record cannot be read: that holds up nobody who goes.
    private func mend(_ account: LedgerAccount) throws(DomainError) {
        let stored = try readable { () throws(DomainError) -> AccountState? in
            try state(of: account)
        }
        if stored == nil { try put(try mendedState(of: account), of: account) }
    }

    /// Gives back what a pending transfer holds, as far as it can be read; answers to how many
    /// lots.
    private func void(_ number: UInt64, of holder: UserNumber) throws(DomainError) -> Int {
        let found = try readable { () throws(DomainError) in try transfer(number) }
        let end = found?.deadline ?? .distantPast
        let nothing = Hold(number: number, holder: holder, deadline: end, lots: [])
        guard let pending = found else {
            try delete(nothing)
            return 0
        }
        let hold = try readable { () throws(DomainError) in try self.hold(of: pending) }
        do throws(DomainError) {
            try void(pending, hold ?? nothing)
        } catch .dataLoss {
            // The lots cannot be read, and all of them are forfeited in any case.
            try void(pending, nothing)
        }
        return hold?.lots.count ?? 0
    }

    private func void(_ pending: Transfer, _ hold: Hold) throws(DomainError) {
        try end(pending, hold, as: .void, pending.amount, .distantPast, due: nil)
    }

    /// Answers whether nothing is left in the account, so that entries may be taken off it.
    private func forfeit(
        _ account: LedgerAccount,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        while try !state(of: account).isLeaving {
            guard remaining > 0 else { return false }
            let lots = try readable { () throws(DomainError) -> Lots? in
                try self.lots(of: account)
            }
            if lots == nil {
                // What was in them is forfeited with what never lapses.
                let countMax = max(1, remaining / LedgerCost.lot)
                let deletedCount = try deleteLots(of: account, countMax: countMax)
                remaining -= deletedCount * LedgerCost.lot
                if deletedCount > 0 { continue }
            }
            let lotCountMax = max(1, (remaining - LedgerCost.transfer) / LedgerCost.lot)
            var draft = try LedgerDraft(in: self, at: .distantPast)
            // Of damaged ones none is left; their bytes may be looked at until they are written
            // over.
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

    /// Answers whether all entries are taken off the account, and it is gone.
    private func unwind(
        _ account: LedgerAccount,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        var state = try state(of: account)
        let erasedAccount = LedgerAccount.app(.erased, account.unit)
        var erased = try mendedState(of: erasedAccount)
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
