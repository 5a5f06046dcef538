import Domain
import EngineTestSupport
import Foundation
import Locking
import TestSupport

@testable import AccountStorage
@testable import LogEngine
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage

/// A store with an archive of its log in which each batch has a moment of its own, and a backup
/// from before all of them.
final class ArchivedStore {
    let folder = TemporaryDirectory()
    let store: TestStore
    let backup: BackupFiles

    var archive: String { folder.path("archive") }

    init() throws {
        let time = Atomic<Int64>(1_700_000_100_000)
        var options = EngineOptions.small()
        options.logArchive = LogArchive(directory: folder.path("archive"))
        store = try TestStore(options: options) {
            LogTime(milliseconds: time.add(10, ordering: .relaxed).newValue)
        }
        let left = try store.copyOfFiles()
        _ = try StoreFiles(directory: left.path("store"))
            .backUp(to: folder.path("backup"), clock: { .epoch }) { _ in }
        backup = try BackupFiles(path: folder.path("backup"))
    }

    /// The names of the files of an archive, in their order.
    func names(in archive: String? = nil) throws -> [ArchivedFileName] {
        try FileManager.default.contentsOfDirectory(atPath: archive ?? self.archive).sorted()
            .compactMap { ArchivedFileName($0) }
    }

    /// The moments of all batches in the archive.
    func moments() throws -> [Int64] {
        var moments: [Int64] = []
        _ = try ArchivedLog(in: [archive], identity: backup.manifest.logIdentity)
            .forEach(after: 0, until: nil) { _ in }
        for name in try names() {
            guard let file = try LogFileReader(path: archive + "/" + name.text) else { continue }
            var offset = 0
            while let header = try file.header(at: offset) {
                moments.append(header.time.milliseconds)
                offset += header.byteCount
            }
        }
        return moments
    }

    /// A copy of the archive as it is.
    func copyArchive(to name: String) throws -> String {
        let path = folder.path(name)
        try FileManager.default.copyItem(atPath: archive, toPath: path)
        return path
    }

    /// Restores the backup with all of an archive, or up to a moment, and without whom the store
    /// has deleted; answers where.
    @discardableResult
    func restore(
        by archives: [String]? = nil,
        until end: Int64? = nil,
        hasKey: Bool = true
    ) throws -> String {
        let path = folder.path("restored")
        try? FileManager.default.removeItem(atPath: path)
        let archives = archives ?? [archive]
        let marks = ErasureFile(path: folder.path("marks"))
        try marks.replace(by: freshMarks())
        _ = try BackupRestoration(
            of: backup,
            to: path,
            by: BackupArchive(
                folders: archives,
                until: end.map { Instant(milliseconds: $0) }
            ),
            without: ErasureSources(
                backup: backup.path,
                store: path,
                archives: archives,
                named: [marks.path]
            ),
            masterKey: hasKey ? store.masterKey : nil
        ).run(predecessor: .kept) { _ in }
        return path
    }

    /// The marks of whom the store has deleted, as of today: restorations go by the real time.
    private func freshMarks() throws -> Set<ErasureMark> {
        let today = Instant(milliseconds: LogTime.now.milliseconds).dayNumber
        let marks = try ErasureFile(in: store.path).marks()
        return Set(marks.map { ErasureMark(digest: $0.digest, day: today) })
    }

    /// The words that are in any file below a folder.
    func words(_ words: [String], in folder: String) throws -> Set<String> {
        var found: Set<String> = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            guard let bytes = FileManager.default.contents(atPath: folder + "/" + name) else {
                continue
            }
            for word in words where bytes.range(of: Data(word.utf8)) != nil { found.insert(word) }
        }
        return found
    }
}
