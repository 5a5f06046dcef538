internal import AccountRules
internal import AccountStorage
package import Domain
internal import LedgerRules
package import Records
package import StorageEngine

/// A record of the ledger that its transfers tell, and that is not there.
package struct RemadeRecord: Sendable {
    /// Where it belongs.
    package let table: TableID
    /// Its key.
    package let key: Key
    /// Its value.
    package let value: [UInt8]
}

// What a salvage makes again of the ledger.
extension StoreView {
    /// The accounts, lots and pending transfers that are not there and that the transfers tell of.
    ///
    /// An account is made again by the newest of its transfers that can be read, and what is
    /// pending from it. Its lots and what is held of it are made again where no transfer is
    /// missing; else nobody can tell which are right.
    ///
    /// - Returns: The records.
    /// - Throws: Where the ledger cannot be read to its end.
    package func remadeLedger() throws(DomainError) -> [RemadeRecord] {
        var proof = LedgerProof(naming: { self.userID(of: $0).opaque.uuid }, report: { _ in })
        try visitTransfers { number, transfer in
            if let transfer { proof.add(transfer) } else { proof.skip(number) }
            return .next
        }
        var records: [RemadeRecord] = []
        var sums: [LedgerUnit: Int64] = [:]
        var (erased, proved) = ([LedgerAccount](), Set<LedgerAccount>())
        for account in proof.reckonedAccounts {
            guard account.role.hasStatement else {
                erased.append(account)
                continue
            }
            let (stored, told) = (try storedState(of: account), proof.state(of: account))
            sums[account.unit, default: 0] &+= (stored ?? told).balance
            if stored == nil {
                records.append(remade(AccountRow(told, of: account), .ledgerAccounts))
            }
            let isProved = proof.gapCount == 0 && told.entryCount >= stored?.entryCount ?? 0
            guard isProved else { continue }
            proved.insert(account)
            guard stored?.isLeaving != true else { continue }
            for lot in proof.lots(of: account).all {
                let row = LotRow(lot, of: account)
                if try !contains(row.key, in: Schema.lots) { records.append(remade(row, .lots)) }
            }
        }
        // All accounts of a unit together have nothing.
        for account in erased where try storedState(of: account) == nil {
            let state = AccountState(balance: -(sums[account.unit] ?? 0))
            records.append(remade(AccountRow(state, of: account), .ledgerAccounts))
        }
        for (account, hold) in proof.openHolds where proved.contains(account) {
            let row = HoldRow(hold)
            if try !contains(row.key, in: Schema.holds) { records.append(remade(row, .holds)) }
        }
        return records
    }

    /// Whether the ledger is what its transfers make, as far as it can be read to its end.
    package func isLedgerProved() throws(DomainError) -> Bool {
        var isProved = true
        _ = try proveLedger { _ in isProved = false }
        return isProved
    }

    private func storedState(of account: LedgerAccount) throws(DomainError) -> AccountState? {
        try row(at: AccountPlace(account), in: Schema.ledgerAccounts)?.state
    }

    private func remade(_ row: some KeyedRow, _ table: TableID) -> RemadeRecord {
        RemadeRecord(table: table, key: row.storedKey, value: row.storedValue(secrets))
    }
}
