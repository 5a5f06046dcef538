package import Cryptography
package import Domain
internal import LMDB
internal import LogEngine
package import Records
package import Storage
package import StoreTools

extension RecordStore {
    /// Opens a store that is there, for writing; nobody else may have it open.
    ///
    /// - Parameters:
    ///   - directory: the store's directory.
    ///   - masterKey: its key.
    ///   - now: the time.
    ///   - leavesLog: whether what is written stays in the log for the server, which may keep an
    ///     archive of it.
    /// - Returns: The open store.
    /// - Throws: `.files(.missing)` where there is none, `.inUse`, or why it cannot be opened.
    package static func openExisting(
        directory: String,
        masterKey: MasterKey,
        now: Instant,
        leavesLog: Bool = false
    ) throws(StoreToolError) -> RecordStore {
        guard FileSystem.exists(directory + "/data/data.mdb") else { throw .files(.missing) }
        try StrangeItem.requireNone(inStore: directory)
        do throws(StoreOpenError) {
            var options = EngineOptions()
            options.leavesLog = leavesLog
            return try open(directory: directory, masterKey: masterKey, now: now, options: options)
        } catch {
            throw .opening(error)
        }
    }
}

extension StoreFiles {
    /// Makes something of one state of the records, as a use case reads them.
    ///
    /// - Throws: Why the store cannot be read, and `records` for what `body` throws.
    package func read<Value>(
        masterKey: MasterKey,
        _ body: (StoreView) throws(DomainError) -> Value
    ) throws(StoreToolError) -> Value {
        let secrets = StoreSecrets(masterKey: masterKey)
        return try read { view throws(StoreToolError) in
            try StoreDescription(view).check(secrets)
            do throws(DomainError) {
                return try body(StoreView(view, secrets))
            } catch {
                throw .records(error)
            }
        }
    }
}
