package import AccountRules
internal import AccountStorage
internal import Dispatch
internal import Domain
internal import Locking
internal import Records
package import Storage
package import StorageEngine

extension RecordStore {
    /// Records in the store that it was asked for, and then writes a dump that shows senders.
    ///
    /// The dump shows the state before it was recorded: a store that is made of it, and dumped in
    /// its turn, gives the same bytes. Nothing is written before the record is durable.
    package func dump(
        _ selection: DumpSelection,
        recording entry: AuditEntry,
        to output: any DumpOutput,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> DumpSummary {
        try read(recording: entry) { view throws(StoreToolError) in
            try StoreDump(view: view, secrets: secrets, selection: selection, progress: progress)
                .write(to: output)
        }
    }

    /// Adds an entry to the audit log, waits until it is durable, and then lends the state from
    /// before.
    package func read<Success>(
        recording entry: AuditEntry,
        _ body: (any ReadView) throws(StoreToolError) -> Success
    ) throws(StoreToolError) -> Success {
        try engine.read { view throws(StoreToolError) in
            try record(entry)
            return try body(view)
        }
    }

    /// Adds an entry to the audit log, and waits until it is durable.
    private func record(_ entry: AuditEntry) throws(StoreToolError) {
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<DomainError?>(nil)
        write(.vital) { store throws(DomainError) in
            try store.record(entry)
        } completion: { (result: Result<Void, DomainError>) in
            if case .failure(let error) = result { failure.withLock { $0 = error } }
            done.signal()
        }
        done.wait()
        if let error = failure.withLock({ $0 }) { throw .records(error) }
    }
}
