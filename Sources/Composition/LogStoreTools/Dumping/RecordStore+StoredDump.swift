package import AccountRules
package import Storage
internal import StorageEngine
package import StoreTools

/// How a dump that shows everything is written.
package enum DumpForm: Sendable {
    /// Lines of JSON, of what is selected.
    case lines(DumpSelection)
    /// The records as they are stored, as `mdb_load` of LMDB reads them.
    case stored
}

extension RecordStore {
    /// Records in the store that it was asked for, and then writes a dump that shows senders, of
    /// the state before it was recorded.
    package func dump(
        _ form: DumpForm,
        recording entry: AuditEntry,
        to output: any DumpOutput,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> DumpSummary {
        switch form {
        case .lines(let selection):
            return try dump(selection, recording: entry, to: output, progress: progress)
        case .stored:
            return try read(recording: entry) { view throws(StoreToolError) in
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
}
