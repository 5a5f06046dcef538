package import Cryptography
package import Domain
internal import LMDB

extension RecordStore {
    /// Opens a store that is there, for writing; nobody else may have it open.
    ///
    /// - Throws: `.files(.missing)` where there is none, `.inUse`, or why it cannot be opened.
    package static func openExisting(
        directory: String,
        masterKey: MasterKey,
        now: Instant
    ) throws(StoreToolError) -> RecordStore {
        guard FileSystem.exists(directory + "/data/data.mdb") else { throw .files(.missing) }
        do throws(StoreOpenError) {
            return try open(directory: directory, masterKey: masterKey, now: now)
        } catch {
            throw .opening(error)
        }
    }
}
