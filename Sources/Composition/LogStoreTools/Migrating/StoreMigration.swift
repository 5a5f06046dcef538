internal import AccountStorage
package import Cryptography
internal import LMDB
internal import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
package import StoreTools

/// What brings a store of an earlier version to the schema of this one.
///
/// Each version appends tables, and may change records: those are the steps of `MigrationStep`,
/// which are carried out by the engine, so that each part is durable and none is too large. The
/// store says that it has the new version only behind all of them. A migration that was cut short,
/// by whatever, is run again; no program opens the store for anything else until then.
///
/// It begins with a log of its own, as a restored store does. For an archive must not lead from a
/// backup of the earlier version to records of this one, and clients have to read everything again:
/// what they know was made by the earlier version.
package struct StoreMigration {
    /// The version of the store's schema.
    package let schemaVersion: UInt32
    /// What there is to do, in its order, as it goes on behind "it would"; empty for nothing.
    package let summaries: [String]

    private let directory: String
    private let steps: @Sendable (_ version: UInt32) -> [MigrationStep]

    /// Finds out what is to be done, and does nothing.
    ///
    /// - Throws: `.newerSchema` for a store of a newer version, or why it cannot be read.
    package init(directory: String) throws(StoreToolError) {
        try self.init(directory: directory, steps: Self.steps)
    }

    /// As above, with the steps from a version to that of this program, as tests have them.
    init(
        directory: String,
        steps: @escaping @Sendable (_ version: UInt32) -> [MigrationStep]
    ) throws(StoreToolError) {
        self.directory = directory
        self.steps = steps
        try StrangeItem.requireNone(inStore: directory)
        let known: Int
        do throws(EngineReadError) {
            known = try StoreDescription.knownTables(ofStoreIn: directory).count
        } catch {
            throw StoreToolError(error)
        }
        let description = try StoreDescription(ofStoreIn: directory)
        try description.checkNotNewer()
        schemaVersion = description.schemaVersion
        let tables = Schema.tableNames[known...].map { "add the table \($0)" }
        let newest = StoreDescription.newestSchemaVersion
        if schemaVersion == newest {
            summaries = tables
        } else {
            summaries =
                ["begin a new log"] + tables + steps(schemaVersion).map(\.summary)
                + ["note that the store has version \(newest)"]
        }
    }

    @Sendable
    private static func steps(from version: UInt32) -> [MigrationStep] {
        (version..<max(version, StoreDescription.newestSchemaVersion)).flatMap { version in
            MigrationStep.steps(from: version)
        }
    }

    /// Does it; nobody may have the store open.
    ///
    /// - Parameters:
    ///   - masterKey: the key that the store was made with.
    ///   - progress: is told how many parts of steps are done.
    /// - Throws: Why it was not done, or what `progress` throws; it can be run again then.
    package func run(
        masterKey: MasterKey,
        progress: StoreProgress
    ) throws(StoreToolError) {
        let secrets = StoreSecrets(masterKey: masterKey)
        // What the log holds gets into the database, and tables that are missing are made.
        var engine = try Self.open(directory)
        let record: MetaRecord
        do throws(StoreToolError) {
            record = try checkedRecord(of: engine, secrets)
        } catch {
            engine.close()
            throw error
        }
        engine.close()
        guard record.schemaVersion < MetaRecord.currentSchemaVersion else { return }
        try beginLog()
        engine = try Self.open(directory)
        defer { engine.close() }
        try MigrationStep.run(steps(record.schemaVersion), on: engine, secrets, progress)
        var migrated = record
        migrated.schemaVersion = MetaRecord.currentSchemaVersion
        do throws(StorageError) {
            try migrated.write(to: engine)
        } catch {
            throw StoreToolError(error)
        }
    }

    /// Carries out steps on a store that has the newest schema already, as a loaded dump of an
    /// earlier version does; nobody may have it open.
    static func complete(
        _ directory: String,
        _ steps: [MigrationStep],
        _ secrets: StoreSecrets
    ) throws(StoreToolError) {
        guard !steps.isEmpty else { return }
        let engine = try open(directory)
        defer { engine.close() }
        try MigrationStep.run(steps, on: engine, secrets) { _ in }
    }

    private static func open(_ directory: String) throws(StoreToolError) -> WriteAheadEngine {
        do throws(StorageError) {
            return try WriteAheadEngine(
                directory: directory,
                tables: Schema.tableNames
            )
        } catch {
            throw .opening(.engine(error))
        }
    }

    private func checkedRecord(
        of engine: WriteAheadEngine,
        _ secrets: StoreSecrets
    ) throws(StoreToolError) -> MetaRecord {
        let record: MetaRecord?
        do throws(StoreOpenError) {
            record = try MetaRecord.read(from: engine)
        } catch {
            throw .opening(error)
        }
        guard let record else { throw .notStore }
        try StoreDescription(record).checkNotNewer()
        try StoreDescription(record).checkKey(secrets)
        return record
    }

    private func beginLog() throws(StoreToolError) {
        do throws(StorageError) {
            try WriteAheadEngine.beginLog(
                ofStoreIn: directory,
                tables: Schema.tableNames
            )
        } catch {
            throw StoreToolError(error)
        }
    }
}
