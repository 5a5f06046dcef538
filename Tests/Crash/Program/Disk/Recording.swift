import Foundation

/// A recorded run of the work, and the places where its power may be cut.
///
/// In its folder: `base`, the disk before the run; `journal.before`, what was promised until then;
/// `trace`, the calls; `disk`, the disk after the run; `journal`, what was promised in all; and of
/// a store with an archive `backup`, if one was taken before.
struct Recording {
    let folder: String
    let trace: DiskTrace
    private let before: Facts

    /// The folder of the store below each disk's root.
    static let storeName = "store"

    init(folder: String) throws {
        self.folder = folder
        trace = try DiskTrace(path: folder + "/trace", root: Self.disk(in: folder))
        before = try Facts(path: folder + "/journal.before")
    }

    /// The folder of the archive below each disk's root.
    static let archiveName = "archive"

    /// The folder of a backup that is older than the record; it is on another disk.
    static func backup(in folder: String) -> String { folder + "/backup" }

    static func disk(in folder: String) -> String { folder + "/disk" }
    static func base(in folder: String) -> String { folder + "/base" }

    /// A place of the record: so many calls have been made.
    struct Moment {
        private(set) var callCount = 0
        private(set) var disk: DiskModel
        /// What was promised until then.
        private(set) var facts: Facts
        private(set) var notes: [UInt64] = []

        fileprivate init(disk: DiskModel, facts: Facts) {
            self.disk = disk
            self.facts = facts
        }

        /// Goes on to a later place.
        mutating func advance(to count: Int, in trace: DiskTrace) throws {
            for event in trace.events[callCount..<count] {
                try disk.apply(event)
                guard case .noted(let bytes) = event else { continue }
                for note in Facts.notes(in: bytes) {
                    notes.append(note)
                    try facts.add(note)
                }
            }
            callCount = count
        }
    }

    /// The place before the first call.
    func beginning() throws -> Moment {
        Moment(disk: try DiskModel(path: Self.base(in: folder)), facts: before)
    }

    /// Where the recorded disk and the real one differ after the last call; nil if nowhere.
    ///
    /// Any call that the recorder missed shows here. LMDB's lock file is written through a map,
    /// and means nothing without its process.
    func difference() throws -> String? {
        var moment = try beginning()
        try moment.advance(to: trace.events.count, in: trace)
        let replayed = folder + "/replayed"
        try? FileManager.default.removeItem(atPath: replayed)
        try moment.disk.write(PowerCut(mode: .all), to: replayed)
        defer { try? FileManager.default.removeItem(atPath: replayed) }
        let manager = FileManager.default
        let real = Self.disk(in: folder)
        let names = Set(try manager.subpathsOfDirectory(atPath: real))
        let replayedNames = Set(try manager.subpathsOfDirectory(atPath: replayed))
        if let name = names.symmetricDifference(replayedNames).min() { return name }
        return names.sorted().first { name in
            var isFolder: ObjCBool = false
            _ = manager.fileExists(atPath: real + "/" + name, isDirectory: &isFolder)
            return !isFolder.boolValue && !name.hasSuffix("/lock.mdb")
                && !manager.contentsEqual(atPath: real + "/" + name, andPath: replayed + "/" + name)
        }
    }
}
