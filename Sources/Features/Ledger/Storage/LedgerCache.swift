internal import Domain
internal import LedgerRules
internal import Records
package import StorageEngine

/// What the writing thread knows of the ledger: where it ends, and the lots of those who moved
/// something lately, which mostly are none.
///
/// It belongs to the writing thread.
///
/// Unchecked: it is used within transactions alone, which run on one thread, one after the other.
package final class LedgerCache: TransactionCache, @unchecked Sendable {
    /// The greatest number of a transfer that was put; it may be that of one that was undone, so
    /// whoever asks for it looks whether it is there.
    @exclusivity(unchecked)
    private(set) var lastNumber: UInt64 = 0
    @exclusivity(unchecked)
    private var lots = SlotCache<AccountPlace, Lots>(slotCountMax: slotCountMax)
    /// Whether the transaction has changed no lots: what one reads that has may be undone with it.
    private var areLotsCommitted = true

    /// Slots of accounts at most: for a million people, in some 40 MB.
    private static let slotCountMax = 1 << 20

    /// Knows nothing yet.
    package init() {}

    /// Begins a transaction.
    package func beginTransaction() {
        areLotsCommitted = true
    }

    /// Notes which transfer is the last one, and forgets the lots of an account.
    package func noteChange(of key: Key, in table: TableID) {
        switch table {
        case .transfers: lastNumber = max(lastNumber, key.beginning)
        case .lots:
            lots[AccountPlace(beginningOf: key)] = nil
            areLotsCommitted = false
        default: return
        }
    }

    /// Remembers which transfer is the last one, where it was looked up.
    func noteLast(_ number: UInt64) { lastNumber = number }

    /// The lots that an account is known to have.
    func lots(of account: AccountPlace) -> Lots? { lots[account] }

    /// Remembers the lots of an account.
    func remember(_ lots: Lots, of account: AccountPlace) {
        if areLotsCommitted { self.lots[account] = lots }
    }
}

extension TransactionCaches.Place<LedgerCache> {
    /// That of the ledger.
    static let ledger = Self(2)
}

extension StoreView {
    /// What the writing thread knows of the ledger; nil for who reads on another thread.
    var knownLedger: LedgerCache? { caches.map { $0[.ledger] } }
}

// Holders are numbered in turn, and have accounts of two units.
extension AccountPlace: SlotKey {
    var slotNumber: UInt64 { holder.rawValue << 1 ^ UInt64(unit) }
}
