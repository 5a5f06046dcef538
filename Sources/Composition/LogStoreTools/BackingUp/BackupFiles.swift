internal import AccountStorage
package import Cryptography
internal import Glibc
internal import NoteStorage
internal import OperatingSystem
internal import Records
package import StoreTools

/// The files of a backup: a manifest, and a database as stores have one.
package struct BackupFiles: Sendable {
    /// The folder, without slashes at its end.
    package let path: String
    /// What the backup says of itself.
    package let manifest: BackupManifest

    /// Opens the backup in a folder.
    ///
    /// - Throws: `.backup` if there is none that this version can use, or `.system`.
    package init(path: String) throws(StoreToolError) {
        self.path = path
        let bytes = try Self.contents(of: path + "/" + BackupManifest.fileName)
        do throws(BackupProblem) {
            manifest = try BackupManifest(bytes)
        } catch {
            throw .backup(error)
        }
        guard manifest.store.schemaVersion <= StoreDescription.newestSchemaVersion else {
            throw .newerSchema(
                found: manifest.store.schemaVersion,
                supported: StoreDescription.newestSchemaVersion
            )
        }
    }

    /// The file of the database.
    var dataPath: String { path + "/data/data.mdb" }

    /// Refuses another key than that of the store that was backed up.
    package func check(masterKey: MasterKey) throws(StoreToolError) {
        try manifest.store.check(StoreSecrets(masterKey: masterKey))
    }

    /// Proves that no byte of the database has changed.
    ///
    /// - Parameter progress: is told how many bytes were read.
    /// - Throws: `.backup(.damaged)` if one has.
    package func checkBytes(progress: StoreProgress) throws(StoreToolError) {
        try checkBytes(ofFileAt: dataPath, progress: progress)
    }

    /// Proves that a file is the same as the database of the backup.
    func checkBytes(
        ofFileAt path: String,
        progress: StoreProgress
    ) throws(StoreToolError) {
        let found: (digest: String, byteCount: Int)
        do throws(StoreToolError) {
            found = try FileDigest.read(path, progress: progress)
        } catch .system(_, ENOENT) {
            throw .backup(.damaged("its database is missing"))
        } catch {
            throw error
        }
        guard found.byteCount == manifest.byteCount else {
            let reason = "its database has \(found.byteCount) bytes of \(manifest.byteCount)"
            throw .backup(.damaged(reason))
        }
        guard found.digest == manifest.digest else {
            throw .backup(.damaged("its database is not what was written there"))
        }
    }

    /// Looks at each record, and with the master key at whether they agree, as `StoreVerification`
    /// does; the bytes must have been checked.
    ///
    /// - Parameters:
    ///   - masterKey: the key of the store, if it is at hand.
    ///   - report: is told what is wrong, as it is found.
    ///   - progress: is told how many steps are done, two for each record with the key and one
    ///     without.
    /// - Throws: `.wrongMasterKey`, why the records cannot be read, or what `progress` throws.
    package func checkRecords(
        masterKey: MasterKey?,
        report: @escaping (StoreFinding) -> Void,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) {
        // Reading makes LMDB's table of readers, which is no part of the backup.
        defer { unlink(path + "/data/lock.mdb") }
        let files = try StoreFiles(directory: path)
        let count: Int
        if let masterKey {
            count = try StoreVerification(files, masterKey: masterKey)
                .run(report: report, progress: progress)
        } else {
            count = try files.verifyStoredRecords(report: report, progress: progress)
        }
        if count != manifest.recordCount {
            let reason = "it has \(count) records, and its manifest says \(manifest.recordCount)"
            report(StoreFinding(problem: reason))
        }
        if try files.description() != manifest.store {
            report(StoreFinding(problem: "it is of another store than its manifest says"))
        }
    }

    /// The bytes of a manifest, which are few.
    private static func contents(of path: String) throws(StoreToolError) -> [UInt8] {
        let descriptor = PlainFile.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw .backup(.missing) }
            throw .system(path: path, errno)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: BackupManifest.byteCountMax)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(path: path, errno)
            }
            if count == 0 { return Array(bytes[..<filled]) }
            filled += count
        }
        throw .backup(.foreign)
    }
}
