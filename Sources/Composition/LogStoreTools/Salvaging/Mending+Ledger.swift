internal import Domain
internal import LedgerStorage
internal import Records
internal import StorageEngine
internal import StoreTools

// The ledger: what accounts have follows from the transfers.
extension Mending {
    /// Makes accounts, lots and pending transfers again of which the transfers tell.
    ///
    /// Where the transfers cannot be read to their end, nothing is: the proof tells that at last.
    func mendLedger(in view: SalvageView) throws(StoreToolError) {
        let store = StoreView(view.view, secrets)
        guard let records = try? store.remadeLedger() else { return }
        for record in records {
            try step()
            let problem = "it was lost, and transfers tell what it was"
            try put(record.value, for: record.key, in: record.table, as: .remade, problem)
        }
    }

    /// Tells if the ledger is not what its transfers make: nothing is dropped for that, and nobody
    /// may take it for sound.
    func proveLedger(in view: SalvageView) {
        let store = StoreView(view.view, secrets)
        if (try? store.isLedgerProved()) == true { return }
        report(
            SalvageFinding(
                .changed,
                "the ledger is not what its transfers make: before anybody is served, look at what "
                    + "'ledger verify' tells"
            )
        )
    }
}
