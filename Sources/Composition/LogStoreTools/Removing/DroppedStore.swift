internal import Foundation
internal import Glibc
internal import LMDB
internal import LogEngine
package import StoreTools

/// The store of an app that was dropped.
package enum DroppedStore {
    /// Removes the folder of a store that nobody has open.
    ///
    /// It is renamed first: what a crash leaves of it is no store that could be opened, and goes
    /// with the next attempt.
    ///
    /// - Returns: Whether something was there, and is gone.
    /// - Throws: `.notStore` for a folder with other things, `.inUse`, `.system`.
    package static func remove(_ directory: String) throws(StoreToolError) -> Bool {
        var path = directory
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        let grave = path + ".dropped"
        let hasGrave = FileSystem.exists(grave)
        if hasGrave { try removeFolder(grave) }
        guard FileSystem.exists(path) else { return hasGrave }
        guard FileSystem.exists(path + "/data/data.mdb") else { throw .notStore }
        guard StoreHolder(ofStoreIn: path) == nil else { throw .inUse }
        guard rename(path, grave) == 0 else { throw .system(path: path, errno) }
        try removeFolder(grave)
        return true
    }

    private static func removeFolder(_ path: String) throws(StoreToolError) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw .system(path: path, EIO)
        }
    }
}
