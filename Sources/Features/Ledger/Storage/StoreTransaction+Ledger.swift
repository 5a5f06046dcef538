package import Domain
package import LedgerRules
package import Records
internal import StorageEngine

extension StoreTransaction: LedgerWriting {
    package func put(
        _ state: AccountState,
        of account: LedgerAccount
    ) throws(DomainError) {
        try put(AccountRow(state, of: account), in: Schema.ledgerAccounts)
    }

    package func delete(_ account: LedgerAccount) throws(DomainError) {
        try delete(at: AccountPlace(account), in: Schema.ledgerAccounts)
    }

    package func put(
        _ lots: Lots,
        insteadOf old: Lots,
        of account: LedgerAccount
    ) throws(DomainError) {
        var former = old.all[...]
        for lot in lots.all {
            while let gone = former.first, gone.end < lot.end {
                try delete(gone, of: account)
                former.removeFirst()
            }
            let same = former.first?.end == lot.end ? former.removeFirst() : nil
            guard same != lot else { continue }
            let row = LotRow(lot, of: account)
            try put(row, insteadOf: same.map { LotRow($0, of: account) }, in: Schema.lots)
        }
        for gone in former { try delete(gone, of: account) }
    }

    private func delete(_ lot: Lot, of account: LedgerAccount) throws(DomainError) {
        try delete(at: LotRow(lot, of: account).key, in: Schema.lots)
    }

    package func deleteLots(
        of account: LedgerAccount,
        countMax: Int
    ) throws(DomainError) -> Int {
        let range = KeyRange(prefix: AccountPlace(account).storedKey)
        let places = try firstKeys(of: Schema.lots, range, countMax: countMax)
        for place in places {
            try delete(at: place, in: Schema.lots)
            // Its key says what finds it, also where the rest is damaged.
            let end = LotEndPlace(place.end, place.account)
            try delete(end.storedKey, in: Schema.lotEnds.id)
        }
        return places.count
    }

    package func put(
        _ transfer: Transfer,
        insteadOf old: Transfer?
    ) throws(DomainError) {
        try put(TransferRow(transfer), insteadOf: old.map(TransferRow.init), in: Schema.transfers)
    }

    package func deleteEntry(
        of account: LedgerAccount,
        at sequence: UInt64
    ) throws(DomainError) {
        let place = StatementPlace(AccountPlace(account), Sequence(sequence))
        try delete(at: place, in: Schema.statements)
    }

    package func put(_ hold: Hold) throws(DomainError) {
        try put(HoldRow(hold), in: Schema.holds)
    }

    package func delete(_ hold: Hold) throws(DomainError) {
        try delete(at: HoldPlace(hold.holder, hold.number), in: Schema.holds)
        // As above: the transfer says when it ends, where the record cannot.
        let end = HoldEndPlace(hold.deadline.keyNumber, hold.number)
        try delete(end.storedKey, in: Schema.holdEnds.id)
    }
}
