internal import Dispatch
package import Domain
private import LMDB
internal import Locking

/// Who wants to see what others must not, as the audit log keeps it.
package struct AuditEntry: Sendable {
    /// Who it is, as the system knows them.
    package var operatorName: String
    /// The command, with what it selects.
    package var action: String
    /// When it was asked for.
    package var recordedAt: Instant

    /// Gathers an entry.
    package init(operatorName: String, action: String, recordedAt: Instant) {
        self.operatorName = operatorName
        self.action = action
        self.recordedAt = recordedAt
    }
}

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
                try dump.write(to: output, try mapByteCount())
                return DumpSummary()
            }
        }
    }

    private func mapByteCount() throws(StoreToolError) -> Int {
        do throws(StorageError) {
            return try engine.information().mapByteCount
        } catch {
            throw StoreToolError(error)
        }
    }

    /// Adds an entry to the audit log, and waits until it is durable.
    private func record(_ entry: AuditEntry) throws(StoreToolError) {
        let bytes = AuditRecord(
            recordedAt: entry.recordedAt.milliseconds,
            operatorName: entry.operatorName,
            action: entry.action
        ).encoded()
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<StorageError?>(nil)
        engine.submit { view throws(StorageError) in
            var last: UInt64 = 0
            if let key = try view.lastKey(in: .all, of: .audit) {
                last = key.withBytes { (try? $0.number(at: 0, of: .audit)) ?? .max }
            }
            guard last < .max else { throw StorageError.dataLoss(.audit) }
            try view.put(bytes, for: .audit(last + 1), in: .audit)
        } completion: { (result: Result<Void, StorageError>) in
            if case .failure(let error) = result { failure.withLock { $0 = error } }
            done.signal()
        }
        done.wait()
        if let error = failure.withLock({ $0 }) { throw StoreToolError(error) }
    }
}
