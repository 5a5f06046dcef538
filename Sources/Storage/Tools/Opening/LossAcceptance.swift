package import Cryptography
package import Domain
internal import LMDB

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

    /// Looks at a store, and does nothing.
    ///
    /// - Throws: Why the store cannot be read otherwise, or `.olderSchema` and `.newerSchema`.
    package init(directory: String) throws(StoreToolError) {
        self.directory = directory
        do throws(EngineReadError) {
            let names = SchemaTable.allCases.map(\.name)
            loss = try EngineReader(directory: directory, tables: names).logLoss()
        } catch {
            throw .files(error)
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
                tables: SchemaTable.allCases.map(\.name) + [LogPosition.tableName]
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

    /// Refuses a store of another version, or of another key.
    private func checkRecord(_ masterKey: MasterKey) throws(StoreToolError) {
        // Of a store that was just begun the log alone has the record, or had it.
        guard let record = MetaRecord.stored(inStore: directory) else { return }
        try StoreDescription(record).check(StoreSecrets(masterKey: masterKey))
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
        let number = try lastAuditNumber(in: environment)
        guard number < .max else { throw .damagedRecord(table: SchemaTable.audit.name) }
        try replay.put(record.encoded(), for: .audit(number + 1), in: .audit)
        try replay.finish()
        position.appliedBatch = rest.greatestNumber
        do throws(LMDBError) {
            try StorageEngine.replaceLog(at: position, in: environment, of: directory)
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

    /// The number of the newest record of what operators did; 0 for none.
    private func lastAuditNumber(in environment: Environment) throws(StoreToolError) -> UInt64 {
        let handle = environment.handle(of: .audit)
        do throws(LMDBError) {
            return try environment.read { (transaction) throws(LMDBError) in
                var number: UInt64 = 0
                try transaction.withCursor(on: handle) { (cursor) throws(LMDBError) in
                    guard try cursor.last() else { return }
                    try cursor.forEach(.backwards) { key, _ in
                        number = key.withUnsafeBytes { $0.reduce(0) { $0 << 8 | UInt64($1) } }
                        return false
                    }
                }
                return number
            }
        } catch {
            throw StoreToolError(error, path: directory)
        }
    }
}
