import Foundation

/// A run of the work on a watched disk.
struct RecordedWork {
    /// The folder of the record; its `base`, if any, is what the disk begins with.
    let folder: String
    /// The library made of Disk/disk.c.
    let shim: String
    let seed: UInt64
    let laneCount: Int
    /// Operations of each lane.
    var operationCount: Int
    /// Operations under way in a lane at most.
    let windowMax: Int
    var mutant: Workload.Mutant?
    /// Whether the store's log is kept, on the same disk.
    var hasArchive = false
    /// Whether files are cleaned of what was deleted.
    var cleansFiles = true
    /// What else is asked of the watched disk, by the names that disk.c documents.
    var disk: [String: String] = [:]

    /// The options that name the work, for `check` and `images`.
    var options: [String] { ["--seed", "\(seed)", "--lanes", "\(laneCount)"] }

    /// A file that is there when the disk failed as it was asked to.
    var firedPath: String { folder + "/fired" }

    var storePath: String { Recording.disk(in: folder) + "/" + Recording.storeName }

    var archivePath: String { Recording.disk(in: folder) + "/" + Recording.archiveName }

    var journalPath: String { folder + "/journal" }

    /// Prepares the disk, and runs the work to its end, whatever that is.
    func run() throws -> ChildProgram {
        try prepareDisk()
        return try runAgain()
    }

    /// Prepares the disk.
    func prepareDisk() throws {
        let manager = FileManager.default
        let root = Recording.disk(in: folder)
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if manager.fileExists(atPath: Recording.base(in: folder)) {
            try manager.copyItem(atPath: Recording.base(in: folder), toPath: root)
        } else {
            try manager.createDirectory(atPath: root, withIntermediateDirectories: true)
        }
    }

    /// Runs the work on the disk as it is, and goes on with its record.
    ///
    /// - Parameter recordCount: After how many records the process dies; nil to let it end.
    /// - Returns: The run, once the process has ended.
    /// - Throws: Why it cannot be started.
    func runAgain(killedAfter recordCount: Int? = nil) throws -> ChildProgram {
        let root = Recording.disk(in: folder)
        let arguments =
            ["work", storePath, journalPath] + options
            + ["--operations", "\(operationCount)", "--window", "\(windowMax)"]
            + (mutant.map { ["--mutant", $0.rawValue] } ?? [])
            + (hasArchive ? ["--archive", archivePath] : []) + (cleansFiles ? [] : ["--uncleaned"])
        let environment = [
            "LD_PRELOAD": shim, "DISK_ROOT": root, "DISK_TRACE": folder + "/trace",
            "DISK_JOURNAL": journalPath, "DISK_FIRED": firedPath,
            "DISK_KILL": "\(recordCount ?? 0)",
        ].merging(disk) { _, asked in asked }
        return try ChildProgram.run(
            arguments,
            environment: environment,
            outputPath: folder + "/work.out"
        )
    }

    /// Checks images of the record in a process of its own.
    func checkImages(_ arguments: [String]) throws -> ChildProgram {
        try ChildProgram.run(
            ["images", folder] + options + arguments,
            outputPath: folder + "/images.out"
        )
    }

    /// The image that was checked last, and the command that checks it alone.
    func current() -> (name: String, again: String) {
        let bytes = FileManager.default.contents(atPath: folder + "/current") ?? Data()
        let name = String(decoding: bytes, as: UTF8.self)
        let words = name.split(separator: " ")
        let choice =
            words.count == 4 ? ["--place", "\(words[1])", "--cut", "\(words[3])"] : ["--ends"]
        let again = ["notelet-crash", "images", folder] + options + choice
        return (name, again.joined(separator: " "))
    }
}
