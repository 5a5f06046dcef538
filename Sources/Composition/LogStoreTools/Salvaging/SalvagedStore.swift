internal import AccountStorage
internal import Domain
internal import LMDB
internal import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
internal import StoreTools

/// The store that a salvage puts together, while nobody else uses it.
///
/// What is put shows in the states that are read after the next `flush`.
final class SalvagedStore {
    /// The folder in which it is built.
    let path: String
    private let environment: Environment
    private let replay: LogReplay
    private let noChanges = Layers(
        active: Overlay(byteCountMax: EngineLimits.overlayByteCounts.lowerBound),
        frozen: nil
    )

    /// Begins a store without any records.
    init(at path: String, mapByteCount: Int) throws(StoreToolError) {
        self.path = path
        var options = EnvironmentOptions()
        options.mapByteCount = max(options.mapByteCount, mapByteCount)
        do throws(LMDBError) {
            environment = try Environment.open(
                directory: path,
                tables: Schema.tableNames + [LogPosition.tableName],
                options: options
            )
            // A log of its own, as a restored store has it.
            try LogPosition.begin(in: environment)
        } catch {
            throw StoreToolError(error, path: path)
        }
        replay = LogReplay(to: environment, at: path)
    }

    /// Closes the files.
    func close() {
        environment.close()
    }

    func put(_ value: RawSpan, for key: Key, in table: TableID) throws(StoreToolError) {
        try replay.put(value, for: key, in: table)
    }

    func put(_ value: [UInt8], for key: Key, in table: TableID) throws(StoreToolError) {
        try put(value.span.bytes, for: key, in: table)
    }

    func delete(_ key: Key, in table: TableID) throws(StoreToolError) {
        try replay.delete(key, in: table)
    }

    /// Applies a batch of the log; what was put before must have been flushed.
    func apply(_ batch: LoggedBatch) throws(StoreToolError) {
        try replay.apply(batch)
    }

    /// Carries into the database what was put, deleted and applied.
    func flush() throws(StoreToolError) {
        try replay.finish()
    }

    /// Lends the state of the last flush; changes can be made meanwhile.
    func read<Success>(
        _ body: (SalvageView) throws(StoreToolError) -> Success
    ) throws(StoreToolError) -> Success {
        let result: Result<Success, StoreToolError>
        do throws(LMDBError) {
            result = try environment.read { (transaction) throws(LMDBError) in
                let snapshot = Snapshot(
                    transaction,
                    environment: environment,
                    layers: noChanges,
                    asOf: .max
                )
                defer { snapshot.end() }
                return Result { () throws(StoreToolError) in try body(SalvageView(snapshot)) }
            }
        } catch {
            throw StoreToolError(error, path: path)
        }
        return try result.get()
    }
}

/// One state of a store that is being put together; all its records have the right checksums.
struct SalvageView {
    let view: any ReadView

    init(_ view: any ReadView) {
        self.view = view
    }

    /// Makes something of a record; nil if there is none, or none that can be understood.
    func value<Value>(
        of key: Key,
        in table: TableID,
        _ body: (RawSpan) throws(DomainError) -> Value
    ) throws(StoreToolError) -> Value? {
        var value: Value?
        do throws(StorageError) {
            _ = try view.visit(key, in: table) { bytes in value = try? body(bytes) }
        } catch {
            throw StoreToolError(error)
        }
        return value
    }

    /// Whether there is a record.
    func exists(_ key: Key, in table: TableID) throws(StoreToolError) -> Bool {
        do throws(StorageError) {
            return try view.contains(key, in: table)
        } catch {
            throw StoreToolError(error)
        }
    }

    /// Lends all records of a range that `read` can make something of.
    func forEach<Record>(
        of table: TableID,
        in range: KeyRange = .all,
        read: (_ key: RawSpan, _ value: RawSpan) throws(DomainError) -> Record,
        _ body: (Key, Record) throws(StoreToolError) -> Void
    ) throws(StoreToolError) {
        try view.forEach(of: table, in: range) { bytes, value throws(StoreToolError) in
            if let key = Key(bytes: bytes), let record = try? read(bytes, value) {
                try body(key, record)
            }
            return .next
        }
    }

    /// The last key of a range; nil for none.
    func lastKey(of table: TableID, in range: KeyRange) throws(StoreToolError) -> Key? {
        var last: Key?
        do throws(StorageError) {
            try view.scanKeys(table, in: range, .descending) { key in
                last = Key(bytes: key)
                return .stop
            }
        } catch {
            throw StoreToolError(error)
        }
        return last
    }
}
