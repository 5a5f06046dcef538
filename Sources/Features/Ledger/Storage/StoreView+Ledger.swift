internal import AccountStorage
package import Domain
package import LedgerRules
package import Records
package import StorageEngine

extension StoreView: LedgerReading {
    package func state(of account: LedgerAccount) throws(DomainError) -> AccountState {
        try row(at: AccountPlace(account), in: Schema.ledgerAccounts)?.state ?? AccountState()
    }

    package func lots(of account: LedgerAccount) throws(DomainError) -> Lots {
        guard account.role.hasLots else { return Lots() }
        var (found, total) = ([Lot](), 0 as Int64)
        let range = KeyRange(prefix: AccountPlace(account).storedKey)
        try scan(Schema.lots.id, range, .ascending) { key, value throws(DomainError) in
            let lot = try Schema.lots.row(key: key, value: value).lot
            total += lot.amount
            // One that is left out would leave what can be spent as it was.
            guard total <= DomainLimits.balanceMax else { throw LotRow.kind.damaged }
            found.append(lot)
            return .next
        }
        return Lots(found)
    }

    package func transfer(_ number: UInt64) throws(DomainError) -> Transfer? {
        try row(at: number, in: Schema.transfers)?.transfer
    }

    package func lastTransfer() throws(DomainError) -> Transfer? {
        var last: Transfer?
        try scan(Schema.transfers.id, .all, .descending, atMost: 1) {
            key,
            value throws(DomainError) in
            last = try Schema.transfers.row(key: key, value: value).transfer
            return .stop
        }
        return last
    }

    package func transferNumber(
        of account: LedgerAccount,
        at sequence: UInt64
    ) throws(DomainError) -> UInt64? {
        let place = StatementPlace(AccountPlace(account), Sequence(sequence))
        return try row(at: place, in: Schema.statements)?.value
    }

    package func visitStatement(
        of account: LedgerAccount,
        before sequence: Sequence?,
        limit: Int,
        _ visit: (StatementEntry) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let place = AccountPlace(account)
        var range = KeyRange(prefix: place.storedKey)
        if let sequence { range.upper = StatementPlace(place, sequence).storedKey }
        return try visitPage(of: Schema.statements, range, limit: limit) {
            row throws(DomainError) in
            guard let transfer = try transfer(row.value),
                let entry = StatementEntry(transfer, of: account)
            else { return .next }
            return visit(entry)
        }?.sequence
    }

    package func transferNumber(
        called reference: TransferReference
    ) throws(DomainError) -> UInt64? {
        try row(at: ReferencePlace(reference), in: Schema.postingReferences)?.value
    }

    package func hold(of transfer: Transfer) throws(DomainError) -> Hold? {
        let place = HoldPlace(transfer.source.account.holder, transfer.number)
        return try row(at: place, in: Schema.holds)?.hold
    }

    package func accountWithEndedLot(by moment: Instant) throws(DomainError) -> LedgerAccount? {
        let first = try firstKeys(of: Schema.lotEnds, countMax: 1).first
        guard let first, Instant(keyNumber: first.end) <= moment else { return nil }
        return first.account.account
    }

    package func pendingNumber(endedBy moment: Instant) throws(DomainError) -> UInt64? {
        let first = try firstKeys(of: Schema.holdEnds, countMax: 1).first
        guard let first, Instant(keyNumber: first.deadline) <= moment else { return nil }
        return first.number
    }

    package func pendingNumber(of holder: UserNumber) throws(DomainError) -> UInt64? {
        try firstKeys(of: Schema.holds, .all(of: holder), countMax: 1).first?.number
    }

    package func accounts(of holder: UserNumber) throws(DomainError) -> [LedgerAccount] {
        let countMax = LedgerUnit.allCases.count * AccountRole.allCases.count
        return try firstKeys(of: Schema.ledgerAccounts, .all(of: holder), countMax: countMax)
            .compactMap(\.account)
    }

    package func reference(_ name: [UInt8], of source: ReferenceSource) -> TransferReference {
        let digest = secrets.digests.digest(of: name.span.bytes, for: .postingReference)
        return TransferReference(source, digest.firstHalf)
    }

    /// Proves the ledger from its transfers alone, and tells what is wrong as it is found.
    ///
    /// - Parameters:
    ///   - report: Is told what is wrong.
    ///   - step: Is asked after each transfer whether to go on.
    /// - Returns: What was gone through.
    /// - Throws: What cannot be read.
    package func proveLedger(
        report: @escaping (LedgerFinding) -> Void,
        step: () -> ScanStep = { .next }
    ) throws(DomainError) -> LedgerProof {
        var proof = LedgerProof(report: report)
        try scan(Schema.transfers.id, .all, .ascending) { key, value throws(DomainError) in
            if let transfer = try Schema.transfers.row(key: key, value: value).transfer {
                proof.add(transfer)
            }
            return step()
        }
        try proof.compare(with: self)
        let found = proof
        try visitRows(of: Schema.ledgerAccounts) { row in
            if let account = row.key.account { found.compare(row.state, of: account) }
            return .next
        }
        try visitRows(of: Schema.holds) { row in
            if let hold = row.hold { found.compare(hold) }
            return .next
        }
        return proof
    }
}
