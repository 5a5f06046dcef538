internal import AccountStorage
package import Domain
internal import Glibc
internal import LMDB
internal import LogEngine
internal import NoteStorage
internal import OperatingSystem
internal import Records
internal import Storage
internal import StorageEngine
package import StoreTools

extension StoreFiles {
    /// Makes a backup of the store in a folder, where nothing or an empty folder is.
    ///
    /// It shows one state, also of a store that a server is writing: all that was acknowledged
    /// before it began. It has its name when it is whole, durable and read back, and only its owner
    /// may read it. The master key is not in it.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - clock: says when the state was read.
    ///   - progress: is told how many records were copied.
    /// - Returns: What the backup says of itself.
    /// - Throws: Why there is none, or what `progress` throws; nothing is left then.
    package func backUp(
        to path: String,
        clock: () -> Instant,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> BackupManifest {
        let place = try StorePlace(path: path, replacing: .nothing)
        let builder = try StoreBuilder(at: place, options: try backupOptions())
        let (description, position, takenAt, count, marks) = try readWithPosition {
            view,
            position throws(StoreToolError) in
            let takenAt = clock()
            let count = try Self.copyRecords(of: view, to: builder, progress: progress)
            let marks = try Self.erasureMarks(in: view)
            return (try StoreDescription(view), position, takenAt, count, marks)
        }
        var finished: BackupManifest?
        try builder.finish { folder throws(StoreToolError) in
            try Self.readBack(folder, recordCount: count)
            let data = try FileDigest.read(folder + "/data/data.mdb") { _ in }
            let manifest = BackupManifest(
                store: description,
                takenAt: takenAt,
                logIdentity: position.identity,
                lastBatch: position.appliedBatch,
                recordCount: count,
                byteCount: data.byteCount,
                digest: data.digest
            )
            try Self.complete(folder, with: manifest, marks)
            finished = manifest
        }
        guard let finished else { preconditionFailure("A finished backup has a manifest.") }
        return finished
    }

    /// The limits of the database of a backup.
    ///
    /// No other process uses it while it is built, so that it may lie where a store must not:
    /// network file systems do not keep the locks that processes share.
    private func backupOptions() throws(StoreToolError) -> EnvironmentOptions {
        var options = try copyOptions()
        options.acceptsUnsafeFilesystem = true
        return options
    }

    /// Proves that the disk has the records that were written.
    private static func readBack(
        _ folder: String,
        recordCount: Int
    ) throws(StoreToolError) {
        let files = try StoreFiles(directory: folder)
        var problem: String?
        let count = try files.verifyStoredRecords { finding in
            problem = problem ?? finding.problem
        } progress: { _ in
        }
        if let problem { throw .backup(.notReadBack(problem)) }
        guard count == recordCount else {
            throw .backup(.notReadBack("it has \(count) records of \(recordCount)"))
        }
    }

    /// Who was deleted from the store so far.
    private static func erasureMarks(
        in view: any ReadView
    ) throws(StoreToolError) -> Set<ErasureMark> {
        var marks: Set<ErasureMark> = []
        do throws(StorageError) {
            try view.scan(.erased, in: .all, .ascending) { key, value throws(StorageError) in
                guard let mark = try? ErasureMark(key: key, value: value) else {
                    throw .dataLoss(.erased)
                }
                marks.insert(mark)
                return .next
            }
        } catch {
            throw StoreToolError(error)
        }
        return marks
    }

    /// Adds the manifest, and removes what only those who have a store open need.
    private static func complete(
        _ folder: String,
        with manifest: BackupManifest,
        _ marks: Set<ErasureMark>
    ) throws(StoreToolError) {
        for name in ["/lock", "/data/lock.mdb"] { unlink(folder + name) }
        let file = try NewFile(path: folder + "/" + BackupManifest.fileName)
        try file.write(manifest.bytes.span.bytes)
        try file.finish()
        let erasures = ErasureFile(in: folder)
        do throws(SystemError) {
            try erasures.replace(by: marks)
        } catch {
            throw .system(path: erasures.path, error.number)
        }
        do throws(LMDBError) {
            try FileSystem.synchronize(folder + "/data")
            try FileSystem.synchronize(folder)
        } catch {
            throw StoreToolError(error, path: folder)
        }
    }
}
