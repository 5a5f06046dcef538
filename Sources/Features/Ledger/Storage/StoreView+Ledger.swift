internal import AccountStorage
package import Domain
package import LedgerRules
package import Records
internal import StorageEngine

extension StoreView: LedgerReading {
    package func state(of account: LedgerAccount) throws(DomainError) -> AccountState {
        try row(at: AccountPlace(account), in: Schema.ledgerAccounts)?.state ?? AccountState()
    }

    package func lots(of account: LedgerAccount) throws(DomainError) -> Lots {
        guard account.role.hasLots else { return Lots() }
        let place = AccountPlace(account)
        if let known = knownLedger?.lots(of: place) { return known }
        let lots = try storedLots(of: place)
        knownLedger?.remember(lots, of: place)
        return lots
    }

    private func storedLots(of account: AccountPlace) throws(DomainError) -> Lots {
        var (found, total) = ([Lot](), 0 as Int64)
        let range = KeyRange(prefix: account.storedKey)
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

    package func lastTransfer() throws(DomainError) -> (number: UInt64, moment: Instant)? {
        if let known = knownLedger?.lastNumber, known > 0,
            let moment = try readable({ () throws(DomainError) in try momentOfTransfer(known) })
        {
            return (known, moment)
        }
        guard let last = try lastKey(of: Schema.transfers) else { return nil }
        knownLedger?.noteLast(last)
        // Where it is damaged, that of the one before it: a record that is lost stops nobody.
        var moment = Instant.distantPast
        try scanSound(.transfers, .all, .descending, atMost: 1) { key, value throws(DomainError) in
            moment = try Schema.transfers.row(key: key, value: value).moment
            return .stop
        }
        return (last, moment)
    }

    private func momentOfTransfer(_ number: UInt64) throws(DomainError) -> Instant? {
        try value(of: number.storedKey, in: .transfers) { value throws(DomainError) in
            try TransferRow.moment(in: value)
        }
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
        _ visit: (StatementEntry) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let place = AccountPlace(account)
        var range = KeyRange(prefix: place.storedKey)
        if let sequence { range.upper = StatementPlace(place, sequence).storedKey }
        return try visitPage(of: Schema.statements, range, limit: limit) {
            row throws(DomainError) in
            guard let transfer = try transfer(row.value),
                let entry = StatementEntry(transfer, of: account)
            else { return .next }
            return try visit(entry)
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
        var found: LedgerAccount?
        // Each is asked for once, also one whose lots cannot be read.
        var asked: Set<AccountPlace> = []
        try visitRows(of: Schema.lotEnds) { entry throws(DomainError) in
            guard Instant(keyNumber: entry.key.end) <= moment else { return .stop }
            // What is damaged is left out: it holds up nobody else's.
            let place = entry.key.account
            guard let account = place.account, asked.insert(place).inserted else { return .next }
            if try !readableLots(of: account).ended(by: moment).isEmpty { found = account }
            return found == nil ? .next : .stop
        }
        return found
    }

    package func pendingNumber(endedBy moment: Instant) throws(DomainError) -> UInt64? {
        var found: UInt64?
        try visitRows(of: Schema.holdEnds) { entry throws(DomainError) in
            guard Instant(keyNumber: entry.key.deadline) <= moment else { return .stop }
            // As above; to whom it was to go matters nothing.
            guard let pending = try transfer(entry.key.number) else { return .next }
            _ = try readableLots(of: pending.source.account)
            if try hold(of: pending) != nil { found = pending.number }
            return found == nil ? .next : .stop
        }
        return found
    }

    package func hasDeadline(by moment: Instant) throws(DomainError) -> Bool {
        let first = try firstKeys(of: Schema.holdEnds, countMax: 1).first
        return first.map { Instant(keyNumber: $0.deadline) <= moment } ?? false
    }

    /// The lots of an account that is itself no damage.
    private func readableLots(of account: LedgerAccount) throws(DomainError) -> Lots {
        // Those of the application are mended where something is moved.
        if account.role == .own { _ = try state(of: account) }
        return try lots(of: account)
    }

    package func pendingNumber(of holder: UserNumber) throws(DomainError) -> UInt64? {
        try firstKeys(of: Schema.holds, .all(of: holder), countMax: 1).first?.number
    }

    package func pendingCount(
        of holder: UserNumber,
        countMax: Int
    ) throws(DomainError) -> Int {
        try count(.all(of: holder), in: Schema.holds.id, countMax)
    }

    package func holds(of holder: UserNumber) throws(DomainError) -> [Hold] {
        try firstRows(of: Schema.holds, .all(of: holder)).compactMap(\.hold)
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

    package func visitTransfers(
        _ visit: (UInt64, Transfer?) throws(DomainError) -> PageStep
    ) throws(DomainError) {
        var range = KeyRange.all
        while true {
            do throws(DomainError) {
                return try scan(Schema.transfers.id, range, .ascending) {
                    key,
                    value throws(DomainError) in
                    let number = try UInt64(key: key, of: TransferRow.kind)
                    let row = try? Schema.transfers.row(key: key, value: value)
                    range.lower = KeyRange.behind(number.storedKey).lower
                    return try visit(number, row?.transfer) == .last ? .stop : .next
                }
            } catch .dataLoss {
                // A checksum: the engine says nothing of the key, which is the next one.
                let next = try firstKeys(of: Schema.transfers, range, countMax: 1).first
                guard let number = next else {
                    throw .dataLoss("a damaged table")
                }
                range.lower = KeyRange.behind(number.storedKey).lower
                if try visit(number, nil) == .last { return }
            }
        }
    }

    package func hasEnd(of hold: Hold) throws(DomainError) -> Bool {
        try contains(HoldEndPlace(hold.deadline.keyNumber, hold.number), in: Schema.holdEnds)
    }

    package func hasEnd(of lot: Lot, of account: LedgerAccount) throws(DomainError) -> Bool {
        try contains(LotEndPlace(lot.end.keyNumber, AccountPlace(account)), in: Schema.lotEnds)
    }

    package func visitAccounts(
        _ visit: (LedgerAccount, AccountState) -> Void
    ) throws(DomainError) {
        try visitRows(of: Schema.ledgerAccounts) { row in
            if let account = row.key.account { visit(account, row.state) }
            return .next
        }
    }

    package func visitHolds(_ visit: (Hold) -> Void) throws(DomainError) {
        try visitRows(of: Schema.holds) { row in
            if let hold = row.hold { visit(hold) }
            return .next
        }
    }
}
