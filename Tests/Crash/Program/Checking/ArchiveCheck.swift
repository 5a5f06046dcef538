import Domain
import Foundation
import LogEngine
import LogStoreTools
import StoreTools

/// What a store left behind that an earlier backup can be brought further with: the archive of its
/// log, and the log.
///
/// Nobody may have the store open, and it must not have been opened since the crash: an opening
/// archives what was left.
struct ArchiveCheck {
    /// A backup of the store from before the crash.
    let backup: String
    /// The archive of the store's log; it need not be there yet.
    let archive: String
    /// The folder of the store.
    let store: String
    /// Where stores are restored; there is nothing.
    let target: String

    /// Restores the backup and compares what comes of it with a journal; answers what does not fit.
    ///
    /// With the log it must be all that was acknowledged. Without it, it ends somewhere, but holds
    /// what LMDB does: that is nowhere else any more once the log is written over.
    func run(facts: Facts, seed: UInt64, laneCount: Int) -> [String] {
        do throws(StoreToolError) {
            let files = try BackupFiles(path: backup)
            let applied = try StoreFiles(directory: store).statistics().engine.appliedBatch
            let reached = try restore(files, by: [archive])
            guard reached >= applied else {
                return ["LMDB has the batches up to \(applied), the archive up to \(reached)."]
            }
            var violations = compare(facts.withoutPromises, seed, laneCount)
            try restore(files, by: [archive, store + "/log"])
            violations += compare(facts, seed, laneCount)
            return violations + (try damage(files))
        } catch {
            return ["The backup and the archive cannot be restored: \(error)."]
        }
    }

    /// Restores the backup as far as folders lead; answers up to which batch.
    @discardableResult
    private func restore(
        _ files: BackupFiles,
        by folders: [String]
    ) throws(StoreToolError) -> UInt64 {
        try? FileManager.default.removeItem(atPath: target)
        do throws(StoreToolError) {
            let present = folders.filter(FileManager.default.fileExists(atPath:))
            let further = BackupArchive(folders: present, until: nil)
            return try BackupRestoration(of: files, to: target, by: further)
                .run(predecessor: .kept) { _ in }.lastBatch
        } catch .archive(.nothingOfLog) {
            // Nothing was written since, or nothing of it was archived yet.
            return try BackupRestoration(of: files, to: target)
                .run(predecessor: .kept) { _ in }.lastBatch
        }
    }

    private func compare(_ facts: Facts, _ seed: UInt64, _ laneCount: Int) -> [String] {
        StoreCheck.run(directory: target, facts: facts, seed: seed, laneCount: laneCount)
            .violations.map { "Restored: \($0)" }
    }

    /// Changes a bit of a file of the archive that is needed, which must be found; then puts it
    /// back.
    private func damage(_ files: BackupFiles) throws(StoreToolError) -> [String] {
        guard let name = neededName(behind: files.manifest.lastBatch) else { return [] }
        let path = archive + "/" + name
        let place = URL(fileURLWithPath: path)
        guard let whole = FileManager.default.contents(atPath: path), !whole.isEmpty else {
            return ["\(path) is empty."]
        }
        // Zeros fill batches up, and mean nothing there.
        let start = whole.indices.randomElement() ?? whole.startIndex
        let index = whole[start...].firstIndex { $0 != 0 } ?? whole.startIndex
        var damaged = whole
        damaged[index] ^= 1 << UInt8.random(in: 0..<8)
        try? damaged.write(to: place)
        defer { try? whole.write(to: place) }
        do throws(StoreToolError) {
            _ = try BackupArchive(folders: [archive], until: nil).check(behind: files.manifest)
        } catch .archive {
            return []
        }
        return ["Nobody noticed that byte \(index - whole.startIndex) of \(path) was another."]
    }

    /// The newest file, if all of its batches are behind the backup and in no other file: of what
    /// is there twice, one may be damaged.
    private func neededName(behind batch: UInt64) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: archive)) ?? []
        let files = names.filter { $0.hasSuffix(".log") }.sorted().map { name in
            let numbers = name.dropLast(".log".count).split(separator: "-").dropFirst()
                .map { UInt64($0) ?? 0 }
            return (name: name, first: numbers.first ?? 0, last: numbers.last ?? 0)
        }
        guard let newest = files.max(by: { $0.last < $1.last }), newest.first > batch else {
            return nil
        }
        let isAlone = files.allSatisfy { $0.name == newest.name || $0.last < newest.first }
        return isAlone ? newest.name : nil
    }
}

extension ArchiveCheck {
    /// Makes a backup of a store that nobody has open.
    static func backUp(_ store: String, to backup: String) throws(StoreToolError) {
        _ = try StoreFiles(directory: store)
            .backUp(to: backup, clock: { .ofWorkload }) { _ in }
    }
}

extension Facts {
    /// The same operations, of which nothing was promised.
    var withoutPromises: Facts {
        var facts = self
        facts.forgetPromises()
        return facts
    }
}
