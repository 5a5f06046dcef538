package import Domain
internal import Glibc
internal import LMDB
internal import LogEngine
package import StoreTools

/// Removes from an archive what is not needed to bring backups further.
///
/// Of each log, files go from the first on and without gaps, so that what stays leads on to the
/// present. Files of other logs than those of the backups, the two files of a log itself and all
/// else in the folder stay.
package struct ArchivePruning: Sendable {
    /// The folder of the archive.
    package let folder: String
    /// The files that go, in the order in which they do.
    package let files: [PrunedFile]
    /// How many files of the archive stay.
    package let keptCount: Int

    /// Which files are to go.
    package enum Criterion: Sendable {
        /// Those that none of these backups needs to be brought further.
        case notNeeded(by: [BackupFiles])
        /// Those of which all was written before a moment, of which none of these backups must need
        /// any.
        case writtenBefore(Instant, sparing: [BackupFiles])
    }

    /// Looks for the files that are to go, and removes nothing yet.
    ///
    /// - Throws: `.archive(.needed)` if a file would go that a backup needs, `.archive(.damaged)`
    ///   if a file is not whole and so does not say when it was written, or `.system`.
    package init(of folder: String, _ criterion: Criterion) throws(StoreToolError) {
        self.folder = folder
        let archived = try PrunedFile.all(in: folder)
        var files: [PrunedFile] = []
        switch criterion {
        case .notNeeded(let backups):
            files = archived.filter { file in
                let manifests = backups.map(\.manifest).filter { file.isOfLog(of: $0) }
                return !manifests.isEmpty && manifests.allSatisfy { !file.isNeeded(by: $0) }
            }
        case .writtenBefore(let moment, let backups):
            var passedLogs: Set<UInt64> = []
            for file in archived where !passedLogs.contains(file.identity) {
                guard try file.isWritten(before: moment) else {
                    passedLogs.insert(file.identity)
                    continue
                }
                if let backup = backups.first(where: { file.isNeeded(by: $0.manifest) }) {
                    throw .archive(.needed(path: file.path, backup: backup.path))
                }
                files.append(file)
            }
        }
        self.files = files
        keptCount = archived.count - files.count
    }

    /// Bytes of the files that go.
    package var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

    /// Removes the files, the smallest numbers first.
    ///
    /// What was removed before a failure stays so; what is left has no gap then either.
    ///
    /// - Throws: `.system`.
    package func run() throws(StoreToolError) {
        for file in files {
            // Somebody else who removes the same may have been faster.
            guard unlink(file.path) == 0 || errno == ENOENT else {
                throw .system(path: file.path, errno)
            }
        }
        do throws(LMDBError) {
            try FileSystem.synchronize(folder)
        } catch {
            throw StoreToolError(error, path: folder)
        }
    }
}

/// A file of an archive that may go.
package struct PrunedFile: Sendable, Equatable {
    /// Where it is.
    package let path: String
    /// The number of its first batch.
    package let firstBatch: UInt64
    /// The number of its last batch.
    package let lastBatch: UInt64
    /// Its bytes.
    package let byteCount: Int
    let identity: UInt64

    /// The files of an archive, log by log, and the smallest numbers first.
    fileprivate static func all(in folder: String) throws(StoreToolError) -> [PrunedFile] {
        let names: [String]
        do throws(LMDBError) {
            names = try FileSystem.names(in: folder)
        } catch {
            throw StoreToolError(error, path: folder)
        }
        // Names sort so.
        return try names.sorted().compactMap(ArchivedFileName.init)
            .map { name throws(StoreToolError) in
                try PrunedFile(path: folder + "/" + name.text, name)
            }
    }

    private init(path: String, _ name: ArchivedFileName) throws(StoreToolError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(path: path, errno) }
        self.path = path
        firstBatch = name.first
        lastBatch = name.last
        byteCount = Int(status.st_size)
        identity = name.identity
    }

    fileprivate func isOfLog(of manifest: BackupManifest) -> Bool {
        identity == manifest.logIdentity
    }

    /// Whether a backup cannot be brought past this file without it.
    fileprivate func isNeeded(by manifest: BackupManifest) -> Bool {
        isOfLog(of: manifest) && lastBatch > manifest.lastBatch
    }

    /// Whether all of it was written before a moment, which it does not say if an earlier version
    /// wrote it.
    fileprivate func isWritten(before moment: Instant) throws(StoreToolError) -> Bool {
        let end = LogTime(milliseconds: moment.milliseconds)
        var (offset, number) = (0, firstBatch)
        do throws(FileError) {
            let reader = try LogFileReader(path: path)
            while let header = try reader?.header(at: offset), header.number == number,
                header.identity == identity
            {
                guard header.time != .unknown, header.time < end else { return false }
                if number == lastBatch { return true }
                number += 1
                offset += header.byteCount
            }
        } catch {
            throw .system(path: path, error.code)
        }
        throw .archive(.damaged(path: path, batch: number))
    }
}
