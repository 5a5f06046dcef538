internal import AccountStorage
internal import Domain
internal import Glibc
internal import LMDB
internal import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
internal import StoreTools

/// Makes a store of records that come in the order of their keys, and puts it into its place when
/// it is whole.
///
/// It is built beside its place, so that a crash, a full disk or a bad line leaves nothing there.
/// Tables whose records come in order have no gaps and no free pages. Memory is bounded: records
/// wait in a batch of a few megabytes.
final class StoreBuilder {
    private let store: UnfinishedStore
    private let environment: Environment
    /// What is to be written next.
    let waiting = WaitingRecords()

    /// Begins a store without any records, with the limits that it may grow to while it is built.
    init(
        at place: StorePlace,
        options: EnvironmentOptions = EnvironmentOptions()
    ) throws(StoreToolError) {
        store = try place.begin()
        do throws(LMDBError) {
            environment = try Environment.open(
                directory: store.path,
                tables: Schema.tableNames + [LogPosition.tableName],
                options: options
            )
        } catch {
            throw StoreToolError(error, path: store.path)
        }
    }

    deinit {
        environment.close()
    }

    /// Stores a record whose key is greater than all of its table; answers whether it is.
    func append(_ value: RawSpan, for key: Key, in table: TableID) -> Bool {
        waiting.append(value, for: key, in: table)
    }

    /// Hands over what waits if it is much.
    ///
    /// - Throws: That the disk failed, now or before.
    func flushIfFull() throws(StoreToolError) {
        if waiting.areMany { try flush() }
    }

    /// Makes the store durable and puts it into its place.
    ///
    /// - Parameter prepare: does what remains to be done to the closed files, in the folder that it
    ///   is told, before they have their name.
    /// - Throws: `.notLoadable` if two records were to be found by one entry, and what `prepare`
    ///   throws.
    func finish(
        _ prepare: (_ folder: String) throws(StoreToolError) -> Void = { _ in }
    ) throws(StoreToolError) {
        try flush()
        try checkEntries()
        do throws(LMDBError) {
            try LogPosition.begin(in: environment)
        } catch {
            throw StoreToolError(error, path: store.path)
        }
        environment.close()
        try prepare(store.path)
        try store.finish()
    }

    private func checkEntries() throws(StoreToolError) {
        for (table, count) in waiting.entryCounts.sorted(by: { $0.key < $1.key }) {
            let stored: Int
            do throws(LMDBError) {
                stored = try environment.read { (transaction) throws(LMDBError) in
                    try transaction.statistics(of: environment.handle(of: table)).entryCount
                }
            } catch {
                throw StoreToolError(error, path: store.path)
            }
            guard stored == count else {
                throw .notLoadable("two records want the same entry in the table \(table.name)")
            }
        }
    }

    private func flush() throws(StoreToolError) {
        waiting.sort()
        do throws(LMDBError) {
            try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
                for entry in waiting.entries { try write(entry, to: &transaction) }
                try transaction.commit()
            }
        } catch {
            throw failure(error)
        }
        waiting.removeAll()
    }

    /// What a failure of the database means.
    ///
    /// LMDB 0.9.24 reports a short write, which only a full disk makes, as EIO.
    private func failure(_ error: LMDBError) -> StoreToolError {
        let path = store.path
        if error == .io(errno: EIO), let free = try? environment.freeByteCount(),
            free < EngineLimits.fullDiskByteCountMax
        {
            return .system(path: path, ENOSPC)
        }
        return StoreToolError(error, path: path)
    }

    private func write(
        _ entry: WaitingRecords.Entry,
        to transaction: inout WriteTransaction
    ) throws(LMDBError) {
        let handle = environment.handle(of: entry.table)
        let byteCount = entry.valueByteCount + Checksum.byteCount
        func fill(_ target: UnsafeMutableRawBufferPointer) {
            waiting.withValue(of: entry) { value in
                entry.key.withBytes { key in
                    Checksum.write(value.bytes, key: key, table: entry.table, to: target)
                }
            }
        }
        try entry.key.withBytes { (key) throws(LMDBError) in
            if entry.isLast {
                try transaction.append(byteCount: byteCount, for: key, in: handle, fill: fill)
            } else {
                try transaction.put(byteCount: byteCount, for: key, in: handle, fill: fill)
            }
        }
    }
}
