internal import AccountStorage
package import Cryptography
internal import Domain
internal import LogEngine
internal import NoteStorage
internal import Records
internal import StorageEngine
package import StoreTools

/// Proves that the records of a store are sound, and that they agree with each other.
///
/// First each record is looked at as the database has it: order of keys, counts, checksums, pages.
/// Then the state with the log is gone through person by person, so that all that belongs together
/// is at hand, and behind that what belongs to nobody; and at last what features say of each other.
/// Memory does not grow with the store.
package struct StoreVerification {
    private let files: StoreFiles
    private let secrets: StoreSecrets

    /// Prepares to check a store.
    ///
    /// - Throws: `.wrongMasterKey`, or why the store cannot be read.
    package init(_ files: StoreFiles, masterKey: MasterKey) throws(StoreToolError) {
        try files.check(masterKey: masterKey)
        self.init(files, secrets: StoreSecrets(masterKey: masterKey))
    }

    /// Prepares to check a store that is known to be of this version and of this master key.
    init(_ files: StoreFiles, secrets: StoreSecrets) {
        self.files = files
        self.secrets = secrets
    }

    /// How many steps it takes: each record is looked at twice.
    package func stepCount() throws(StoreToolError) -> Int {
        try files.statistics().tables.reduce(0) { $0 + 2 * $1.summary.recordCount }
    }

    /// Checks everything.
    ///
    /// - Parameters:
    ///   - comparesFeatures: whether what one feature keeps has to agree with what another does.
    ///   - report: is told what is wrong, as it is found.
    ///   - progress: is told how many steps are done.
    /// - Returns: How many records there are.
    /// - Throws: Why the store cannot be read to its end, or what `progress` throws.
    package func run(
        comparesFeatures: Bool = true,
        report: @escaping (StoreFinding) -> Void,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> Int {
        let steps = StepCounter(progress)
        try files.verifyStoredRecords(report: report, steps)
        // Of those, some are older than what the log has of them, or gone.
        let storedCount = steps.count
        try files.read { view throws(StoreToolError) in
            let check = RecordCheck(view, secrets, steps, report)
            try check.runAll()
            if comparesFeatures { try check.runAgreements() }
        }
        return steps.count - storedCount
    }
}
