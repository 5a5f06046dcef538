internal import AccountStorage
package import Cryptography
internal import Domain
internal import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
internal import StorageEngine
package import StoreTools

/// Proves that a store keeps what its receivers are promised of anonymous notes: whatever they get
/// of one, from any list, the feed or an export, has nothing in it that depends on the sender.
///
/// It goes through the state with the log, person by person. What is damaged it passes over: that
/// is for `StoreVerification`.
package struct PrivacyVerification {
    private let files: StoreFiles
    private let secrets: StoreSecrets

    /// Prepares to check a store.
    ///
    /// - Throws: `.wrongMasterKey`, or why the store cannot be read.
    package init(_ files: StoreFiles, masterKey: MasterKey) throws(StoreToolError) {
        try files.check(masterKey: masterKey)
        self.files = files
        secrets = StoreSecrets(masterKey: masterKey)
    }

    /// How many steps it takes: each record that is gone through is one.
    package func stepCount() throws(StoreToolError) -> Int {
        let names = Set(Schema.tables.filter { $0.sight.isGoneThrough }.map(\.name))
        return try files.statistics().tables.reduce(0) { count, table in
            names.contains(table.name) ? count + table.summary.recordCount : count
        }
    }

    /// Checks everything.
    ///
    /// - Parameters:
    ///   - report: is told what is wrong, as it is found.
    ///   - progress: is told how many steps are done.
    /// - Returns: What was looked at.
    /// - Throws: Why the store cannot be read to its end, or what `progress` throws.
    package func run(
        report: @escaping (StoreFinding) -> Void,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> PrivacySummary {
        let steps = StepCounter(progress)
        return try files.read { view throws(StoreToolError) in
            try RecordCheck(view, secrets, steps, report).runPrivacy()
        }
    }
}
