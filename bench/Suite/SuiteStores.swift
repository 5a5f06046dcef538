import CommandLineInterface
import Foundation
import Glibc

/// The filled stores of the standard benchmark: kept between runs, and copied for each.
struct SuiteStores {
    private let settings: SuiteSettings
    private let files = FileManager.default

    /// Where one run works; it goes at the end.
    let work: String

    private static let workPrefix = "run."
    /// PostgreSQL, which runs as another user, may pass through to what is its own.
    private static let permissions = 0o711

    /// Makes the folder of a run, and removes those of runs that were killed.
    init(_ settings: SuiteSettings) throws {
        self.settings = settings
        work = "\(settings.storeFolder)/\(SuiteStores.workPrefix)\(getpid())"
        removeAbandoned()
        for path in [settings.folder, settings.storeFolder, work] {
            do {
                try files.createDirectory(
                    atPath: path,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: SuiteStores.permissions]
                )
            } catch {
                throw CommandFailure(.inputOutput, "The folder \(path) cannot be made.")
            }
        }
    }

    /// A copy of Notelet's store, which is filled first if it is not there.
    func notelet(_ progress: ProgressLine.Appearance) throws -> BenchStore {
        let kept = settings.storeFolder + "/notelet"
        try fill(kept, also: [".key", ".population"]) { path in
            _ = try BenchStore(path: path).prepare(settings.plan, progress)
        }
        for suffix in ["", ".key", ".population"] { try copy(kept + suffix, "notelet" + suffix) }
        return BenchStore(path: work + "/notelet")
    }

    /// A copy of the bare LMDB store, which is filled first if it is not there.
    func lmdb() throws -> LMDBFloor {
        let kept = settings.storeFolder + "/lmdb"
        try fill(kept, also: []) { path in try LMDBFloor(folder: path, settings.plan).preload() }
        try copy(kept, "lmdb")
        return try LMDBFloor(folder: work + "/lmdb", settings.plan)
    }

    /// Removes what the run made.
    func removeWork() {
        // What is left behind is harmless, and there is nobody to tell who could do more.
        try? files.removeItem(atPath: work)
    }

    private func removeAbandoned() {
        let names = (try? files.contentsOfDirectory(atPath: settings.storeFolder)) ?? []
        for name in names where name.hasPrefix(SuiteStores.workPrefix) {
            guard let process = Int32(name.dropFirst(SuiteStores.workPrefix.count)),
                process == getpid() || kill(process, 0) != 0
            else { continue }
            try? files.removeItem(atPath: settings.storeFolder + "/" + name)
        }
    }

    /// Fills a store under another name first, so that half a store is never taken for a whole one.
    private func fill(
        _ kept: String,
        also suffixes: [String],
        _ body: (String) throws -> Void
    ) throws {
        guard !files.fileExists(atPath: kept) else { return }
        let path = work + "/new"
        try body(path)
        for suffix in suffixes { try files.moveItem(atPath: path + suffix, toPath: kept + suffix) }
        try files.moveItem(atPath: path, toPath: kept)
    }

    private func copy(_ kept: String, _ name: String) throws {
        try files.copyItem(atPath: kept, toPath: work + "/" + name)
    }
}
