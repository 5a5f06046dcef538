internal import LMDB
internal import LogEngine
internal import OperatingSystem

/// Where the folders of stores, archives and backups may not lie: in one another.
///
/// Each is read, copied, cleaned and removed as a whole, and who does that with the outer one does
/// it with the inner one, or leaves it behind.
package enum StoreSurroundings {
    /// The folder of a store, a backup or an archive that a path lies in, in words.
    ///
    /// - Parameter path: The path, where something may be or not.
    /// - Returns: What it is, such as "the store in /a/b"; nil if there is none.
    package static func folder(around path: String) -> String? {
        RealPath(path).enclosing.lazy.compactMap { words(for: $0.text) }.first
    }

    private static func words(for folder: String) -> String? {
        if FileSystem.exists(folder + "/data/data.mdb") {
            let isBackup = FileSystem.exists(folder + "/" + BackupManifest.fileName)
            return "the \(isBackup ? "backup" : "store") in \(folder)"
        }
        let names = (try? FileSystem.names(in: folder)) ?? []
        return names.contains { ArchivedFileName($0) != nil } ? "the archive in \(folder)" : nil
    }
}
