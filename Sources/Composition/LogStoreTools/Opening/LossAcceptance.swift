internal import AccountStorage
package import Cryptography
package import Domain
internal import LMDB
package import LogEngine
internal import Records
internal import Storage
internal import StorageEngine
package import StoreTools

/// Lets a store go on whose log is not whole, without what is missing.
///
/// All batches that can be read are kept, also those behind a gap. The store gets a log that no
/// other one has, as a restored one does, for its numbers must not mean something else elsewhere,
/// and clients read everything again. What was lost is recorded in the store itself. A crash leaves
/// the store as it was, or has it done again.
package struct LossAcceptance {
    /// What is missing; nil if the log is whole, as far as is known.
    package let loss: LogLoss?

    private let directory: String
    /// The tables that the store has, which are fewer in one of an earlier version.
    private let tables: [String]

    /// Looks at a store, of this version or an earlier one, and does nothing.
    ///
    /// - Throws: Why the store cannot be read otherwise.
    package init(directory: String) throws(StoreToolError) {
        self.directory = directory
        try StrangeItem.requireNone(inStore: directory)
        do throws(EngineReadError) {
            tables = try StoreDescription.knownTables(ofStoreIn: directory)
            loss = try EngineReader(directory: directory, tables: tables).logLoss()
        } catch {
            throw StoreToolError(error)
        }
    }

    /// Does it; nobody may have the store open.
    ///
    /// - Parameters:
    ///   - masterKey: the key that the store was made with.
    ///   - operatorName: who accepts the loss, for the record.
    ///   - now: when.
    /// - Returns: How many batches were kept that the database had not got.
    /// - Throws: Why it was not done; it can be tried again then.
    package func run(
        masterKey: MasterKey,
        operatorName: String,
        at now: Instant
    ) throws(StoreToolError) -> Int {
        guard let loss else { return 0 }
        try checkRecord(masterKey)
        let environment: Environment
        do throws(LMDBError) {
            environment = try Environment.open(
                directory: directory,
                tables: tables + [LogPosition.tableName]
            )
        } catch {
            throw StoreToolError(error, path: directory)
        }
        defer { environment.close() }
        let record = AuditRecord(
            recordedAt: now.milliseconds,
            operatorName: operatorName,
            action: "store accept-loss: \(loss.summary)"
        )
        return try keep(in: environment, record)
    }

    /// Refuses a store of a later version, or of another key.
    private func checkRecord(_ masterKey: MasterKey) throws(StoreToolError) {
        // Of a store that was just begun the log alone has the record, or had it.
        guard let record = MetaRecord.stored(inStore: directory) else { return }
        let description = StoreDescription(record)
        try description.checkNotNewer()
        try description.checkKey(StoreSecrets(masterKey: masterKey))
    }

    /// Carries what is left of the log into the database, with a record of the loss, and begins
    /// another log.
    private func keep(
        in environment: Environment,
        _ record: AuditRecord
    ) throws(StoreToolError) -> Int {
        guard var position = try position(in: environment) else { return 0 }
        let rest = try LogRest(in: directory, behind: position)
        let replay = LogReplay(to: environment, at: directory)
        try rest.forEach { batch throws(StoreToolError) in try replay.apply(batch) }
        try replay.finish()
        let (number, last) = try lastRecord(in: environment)
        guard number < .max else { throw .damagedRecord(table: TableID.audit.name) }
        // One that was cut short has recorded the same loss: no other can have its batches.
        if last?.action != record.action {
            try replay.put(record.encoded(), for: .audit(number + 1), in: .audit)
            try replay.finish()
        }
        position.appliedBatch = rest.greatestNumber
        do throws(LMDBError) {
            try WriteAheadEngine.replaceLog(at: position, in: environment, of: directory)
        } catch {
            throw StoreToolError(error, path: directory)
        }
        return rest.batchCount
    }

    private func position(in environment: Environment) throws(StoreToolError) -> LogPosition? {
        do throws(LMDBError) {
            return try LogPosition.stored(in: environment)
        } catch {
            throw StoreToolError(error, path: directory)
        }
    }

    /// The newest record of what operators did, if it is sound, and its number; 0 for none.
    private func lastRecord(
        in environment: Environment
    ) throws(StoreToolError) -> (number: UInt64, record: AuditRecord?) {
        let handle = environment.handle(of: .audit)
        var last: (number: UInt64, record: AuditRecord?) = (0, nil)
        do throws(LMDBError) {
            try environment.read { (transaction) throws(LMDBError) in
                try transaction.withCursor(on: handle) { (cursor) throws(LMDBError) in
                    guard try cursor.last() else { return }
                    try cursor.forEach(.backwards) { key, stored in
                        let number = key.withUnsafeBytes { $0.reduce(0) { $0 << 8 | UInt64($1) } }
                        last = (number, Self.record(in: stored, key))
                        return false
                    }
                }
            }
        } catch {
            throw StoreToolError(error, path: directory)
        }
        return last
    }

    private static func record(in stored: RawSpan, _ key: RawSpan) -> AuditRecord? {
        let record = try? Checksum.withRecord(in: stored, key: key, table: .audit) {
            value throws(StorageError) in try? AuditRecord(value)
        }
        return record ?? nil
    }
}
