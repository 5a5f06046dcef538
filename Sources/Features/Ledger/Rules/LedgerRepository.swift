package import AccountRules
package import Domain

/// Reads the ledger.
package protocol LedgerReading: AccountReading {
    /// What an account has; of one that nothing was moved to, nothing.
    func state(of account: LedgerAccount) throws(DomainError) -> AccountState
    /// The lots of an account.
    func lots(of account: LedgerAccount) throws(DomainError) -> Lots
    /// The transfer of this number.
    func transfer(_ number: UInt64) throws(DomainError) -> Transfer?
    /// The greatest number of a transfer, and when the last one happened that can be read; nil
    /// where there is none.
    func lastTransfer() throws(DomainError) -> (number: UInt64, moment: Instant)?
    /// The number of the transfer that an entry of a statement is of.
    func transferNumber(
        of account: LedgerAccount,
        at sequence: UInt64
    ) throws(DomainError) -> UInt64?
    /// Visits the statement of an account, newest first, before an entry (nil: the newest).
    ///
    /// - Returns: The entry to go on before; nil at the end.
    func visitStatement(
        of account: LedgerAccount,
        before sequence: Sequence?,
        limit: Int,
        _ visit: (StatementEntry) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence?
    /// The number of the first transfer of the posting of this name.
    func transferNumber(called reference: TransferReference) throws(DomainError) -> UInt64?
    /// What a pending transfer holds that is not ended.
    func hold(of transfer: Transfer) throws(DomainError) -> Hold?
    /// Of whom a lot ended by a moment, the first; who has one that cannot be read is passed over.
    func accountWithEndedLot(by moment: Instant) throws(DomainError) -> LedgerAccount?
    /// The number of the pending transfer whose deadline is first, if it is not behind a moment;
    /// one that cannot be read is passed over.
    func pendingNumber(endedBy moment: Instant) throws(DomainError) -> UInt64?
    /// Whether the first deadline of any pending transfer is not behind a moment, be it one that
    /// can be read or not.
    func hasDeadline(by moment: Instant) throws(DomainError) -> Bool
    /// The number of the first pending transfer from somebody's accounts that is not ended.
    func pendingNumber(of holder: UserNumber) throws(DomainError) -> UInt64?
    /// How many pending transfers from somebody's accounts are not ended, those that cannot be read
    /// among them; nobody counts further than to `countMax`.
    func pendingCount(of holder: UserNumber, countMax: Int) throws(DomainError) -> Int
    /// What pending transfers from somebody's accounts hold that are not ended; what cannot be read
    /// is left out.
    func holds(of holder: UserNumber) throws(DomainError) -> [Hold]
    /// Visits all transfers in the order of their numbers, until the visitor has enough; of one
    /// that cannot be read it is told the number alone.
    func visitTransfers(
        _ visit: (UInt64, Transfer?) throws(DomainError) -> PageStep
    ) throws(DomainError)
    /// Whether something ends a pending transfer at its deadline.
    func hasEnd(of hold: Hold) throws(DomainError) -> Bool
    /// Whether something ends a lot.
    func hasEnd(of lot: Lot, of account: LedgerAccount) throws(DomainError) -> Bool
    /// Visits all accounts, and what each has.
    func visitAccounts(_ visit: (LedgerAccount, AccountState) -> Void) throws(DomainError)
    /// Visits all that pending transfers hold.
    func visitHolds(_ visit: (Hold) -> Void) throws(DomainError)
    /// The accounts of a person that anything was ever moved to or from.
    func accounts(of holder: UserNumber) throws(DomainError) -> [LedgerAccount]

    /// What a feature or an operator calls a posting, of 1 to 128 bytes, as it is kept.
    func reference(_ name: [UInt8], of source: ReferenceSource) -> TransferReference
}

/// Writes the ledger; rules alone call it, which hold that it stays in balance.
package protocol LedgerWriting: LedgerReading {
    /// Stores what an account has.
    func put(_ state: AccountState, of account: LedgerAccount) throws(DomainError)
    /// Deletes an account that has nothing and no entries.
    func delete(_ account: LedgerAccount) throws(DomainError)
    /// Stores lots instead of those that were there.
    func put(_ lots: Lots, insteadOf old: Lots, of account: LedgerAccount) throws(DomainError)
    /// Deletes lots of an account, also such as cannot be read, with what finds them; answers how
    /// many these were.
    func deleteLots(of account: LedgerAccount, countMax: Int) throws(DomainError) -> Int
    /// Stores a transfer with the entries of its accounts and its name, instead of the same one
    /// with other sides.
    func put(_ transfer: Transfer, insteadOf old: Transfer?) throws(DomainError)
    /// Deletes an entry of a statement whose transfer cannot be read.
    func deleteEntry(of account: LedgerAccount, at sequence: UInt64) throws(DomainError)
    /// Stores what a pending transfer holds.
    func put(_ hold: Hold) throws(DomainError)
    /// Deletes what a pending transfer held.
    func delete(_ hold: Hold) throws(DomainError)
}

/// What a pending transfer holds.
package struct Hold: Equatable, Sendable {
    /// The number of the transfer.
    package let number: UInt64
    /// Whose account it was taken from; nobody for the application's.
    package let holder: UserNumber
    /// When it ends by itself.
    package let deadline: Instant
    /// What was taken of lots, in their order; the rest of the amount never lapses.
    package let lots: [Lot]

    /// Gathers all.
    package init(number: UInt64, holder: UserNumber, deadline: Instant, lots: [Lot]) {
        self.number = number
        self.holder = holder
        self.deadline = deadline
        self.lots = lots
    }
}
