internal import Records
internal import Dispatch
internal import Domain
internal import Locking
internal import StorageEngine
package import AccountRules
internal import AccountStorage
internal import NoteStorage

/// How a dump that shows everything is written.
package enum DumpForm: Sendable {
    /// Lines of JSON, of what is selected.
    case lines(DumpSelection)
    /// The records as they are stored, as `mdb_load` of LMDB reads them.
    case stored
}

extension RecordStore {
    /// Records in the store that it was asked for, and then writes a dump that shows senders.
    ///
    /// The dump shows the state before it was recorded: a store that is made of it, and dumped in
    /// its turn, gives the same bytes. Nothing is written before the record is durable.
    package func dump(
        _ form: DumpForm,
        recording entry: AuditEntry,
        to output: any DumpOutput,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> DumpSummary {
        try engine.read { view throws(StoreToolError) in
            try record(entry)
            switch form {
            case .lines(let selection):
                return try StoreDump(
                    view: view,
                    secrets: secrets,
                    selection: selection,
                    progress: progress
                ).write(to: output)
            case .stored:
                let dump = StoredDump(view: view, progress: progress)
                try dump.write(to: output, mapByteCount)
                return DumpSummary()
            }
        }
    }

    /// The size of the map that the records were in, which a database of them begins with.
    private var mapByteCount: Int {
        engine.activity.database.map { $0.pageCountMax * $0.pageByteCount } ?? 0
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
