internal import AccountStorage
internal import LMDB
internal import NoteStorage
internal import Records
internal import Storage
internal import StoreTools

/// The places where the marks of those who were deleted after a backup are found.
package struct ErasureSources: Sendable {
    private let files: [ErasureFile]

    /// Gathers the files that there may be.
    ///
    /// - Parameters:
    ///   - backup: The folder of the backup: its own file, and those of the backups beside it, of
    ///     which later ones know of later deletions.
    ///   - store: The folder of the store that is restored, if it is there still.
    ///   - archives: Folders of archives or logs; the file of a log is in the store's folder.
    ///   - named: Other files.
    package init(backup: String, store: String, archives: [String], named: [String]) {
        let beside = FileSystem.parent(of: backup)
        let siblings = ((try? FileSystem.names(in: beside)) ?? []).sorted()
            .filter { FileSystem.exists(beside + "/" + $0 + "/" + BackupManifest.fileName) }
            .map { beside + "/" + $0 }
        var folders = [backup, store, beside] + siblings
        for archive in archives { folders += [archive, FileSystem.parent(of: archive)] }
        var files = folders.map { ErasureFile(in: $0) }
        files += named.map { ErasureFile(path: $0) }
        self.files = files
    }

    /// All marks of all files that are there.
    ///
    /// - Throws: `.damagedErasures` or `.system`.
    func marks() throws(StoreToolError) -> Set<ErasureMark> {
        var marks: Set<ErasureMark> = []
        do throws(ErasureFileError) {
            for file in files { marks.formUnion(try file.marks()) }
        } catch {
            throw StoreToolError(error)
        }
        return marks
    }
}
