import CommandLineInterface
import Foundation
import TestSupport
import StoreTools

/// `notelet-crash images`: builds disks as a power cut leaves them, and checks the store on each.
enum ImagesCommand {
    static let recording = Argument<String>("RECORDING", .folder, help: "The folder of the record.")
    static let count = Option<Int>(
        "count",
        .number(in: 1...1_000_000),
        default: "100",
        help: "How many images to check, each of a random place and cut."
    )
    static let cuts = Option<UInt64>(
        "cuts",
        .number,
        default: "1",
        help: "Where the chance of places and cuts begins."
    )
    static let place = Option<Int?>.optional(
        "place",
        .number(in: 0...Int.max),
        help: "Check one image alone: that after so many calls."
    )
    static let cut = Option<UInt64>(
        "cut",
        .number,
        default: "0",
        help: "With --place: the seed of the cut."
    )
    static let ends = Option<Bool>.flag(
        "ends",
        help: "Check two images of the last place: nothing unflushed survives, and all of it."
    )
    static let next = Option<String?>.optional(
        "next",
        .folder,
        help: "Make a folder for a further record that begins with the last image."
    )

    static let command = Command(
        "images",
        summary: "Checks disks as a power cut leaves them",
        discussion: """
            Ends with 1 at the first broken promise; the image is then in RECORDING/image, and \
            RECORDING/current names it.
            """,
        options: [
            CrashOptions.workSeed, CrashOptions.lanes, count, cuts, place, cut, ends, next,
        ],
        arguments: [recording]
    ) { invocation in
        let recording = try Recording(folder: invocation[recording])
        var run = ImageRun(
            recording: recording,
            seed: invocation[CrashOptions.workSeed],
            laneCount: invocation[CrashOptions.lanes],
            moment: try recording.beginning()
        )
        if let place = invocation[place] {
            try run.check(at: place, PowerCut(seed: invocation[cut]), "cut \(invocation[cut])")
        } else if invocation[ends] {
            try run.check(at: recording.trace.events.count, PowerCut(mode: .none), "none")
            try run.check(at: recording.trace.events.count, PowerCut(mode: .all), "all")
            if let next = invocation[next] { try run.begin(next, PowerCut(mode: .all)) }
        } else {
            let next = invocation[next]
            try run.check(count: invocation[count], cuts: invocation[cuts], next: next)
        }
        try TextOutput.standard.writeLine(
            "images \(run.imageCount) acknowledged \(run.acknowledgedCount) "
                + "unknown \(run.unknownCount) empty \(run.emptyCount) "
                + "restored \(run.restoredCount)"
        )
        return .success
    }
}

/// The checks of one record's images, in the order of their places.
private struct ImageRun {
    let recording: Recording
    let seed: UInt64
    let laneCount: Int
    var moment: Recording.Moment
    private(set) var imageCount = 0
    private(set) var acknowledgedCount = 0
    private(set) var unknownCount = 0
    /// Images without a single operation.
    private(set) var emptyCount = 0
    /// Images of which a backup and the archive were restored.
    private(set) var restoredCount = 0

    init(recording: Recording, seed: UInt64, laneCount: Int, moment: Recording.Moment) {
        self.recording = recording
        self.seed = seed
        self.laneCount = laneCount
        self.moment = moment
    }

    /// A quarter of the images are of the first calls: the creation or the recovery of the store.
    private static let firstCallCount = 80

    mutating func check(count: Int, cuts: UInt64, next: String?) throws {
        let callCount = recording.trace.events.count
        var random = SeededGenerator(seed: cuts, stream: 0)
        let places = (0..<count).map { index in
            let limit = index % 4 == 0 ? min(callCount, Self.firstCallCount) : callCount
            return random.number(in: 0...limit)
        }
        for place in places.sorted() {
            let cut = random.next() >> 32
            try check(at: place, PowerCut(seed: cut), "cut \(cut)")
        }
        if let next { try begin(next, PowerCut(seed: random.next())) }
    }

    mutating func check(at place: Int, _ cut: PowerCut, _ name: String) throws {
        guard place <= recording.trace.events.count else {
            throw CommandFailure(.usage, "The record has fewer calls than \(place).")
        }
        try moment.advance(to: place, in: recording.trace)
        // Read by the driver when this process does not live to tell.
        let current = "place \(place) \(name)"
        try Data(current.utf8).write(to: URL(fileURLWithPath: recording.folder + "/current"))
        let image = recording.folder + "/image"
        try? FileManager.default.removeItem(atPath: image)
        try moment.disk.write(cut, to: image)
        var violations = checkArchive(of: image)
        let check = StoreCheck.run(
            directory: image + "/" + Recording.storeName,
            archive: hasArchive ? image + "/" + Recording.archiveName : nil,
            facts: moment.facts,
            seed: seed,
            laneCount: laneCount
        )
        violations += check.violations
        guard violations.isEmpty else {
            throw CommandFailure(.refused, violations.prefix(6).joined(separator: " "))
        }
        imageCount += 1
        acknowledgedCount += check.acknowledgedCount
        unknownCount += check.unknownStoredCount
        if check.storedCount == 0 { emptyCount += 1 }
    }

    /// Whether the recorded store kept its log.
    private var hasArchive: Bool {
        let disk = Recording.disk(in: recording.folder)
        return FileManager.default.fileExists(atPath: disk + "/" + Recording.archiveName)
    }

    /// Restores the backup from before the record by what the image has; answers what is wrong.
    private mutating func checkArchive(of image: String) -> [String] {
        let backup = Recording.backup(in: recording.folder)
        guard FileManager.default.fileExists(atPath: backup) else { return [] }
        restoredCount += 1
        return ArchiveCheck(
            backup: backup,
            archive: image + "/" + Recording.archiveName,
            store: image + "/" + Recording.storeName,
            target: recording.folder + "/restored"
        ).run(facts: moment.facts, seed: seed, laneCount: laneCount)
    }

    /// Makes the folder of a record that begins with an image of the present place.
    func begin(_ folder: String, _ cut: PowerCut) throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try moment.disk.write(cut, to: Recording.base(in: folder))
        let earlier = manager.contents(atPath: recording.folder + "/journal.before") ?? Data()
        var journal = earlier
        for note in moment.notes { withUnsafeBytes(of: note) { journal.append(contentsOf: $0) } }
        for name in ["journal.before", "journal"] {
            try journal.write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        if hasArchive { try backUp(folder, cut) }
    }

    /// Makes a backup of the disk that a record begins with, if there is a store on it already.
    private func backUp(_ folder: String, _ cut: PowerCut) throws {
        // The disk itself stays as it is: who reads a store may make its lock file.
        let copy = folder + "/copy"
        try moment.disk.write(cut, to: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        do throws(StoreToolError) {
            let store = copy + "/" + Recording.storeName
            try ArchiveCheck.backUp(store, to: Recording.backup(in: folder))
        } catch .files, .notStore {
            // The power was cut while the store was made.
        }
    }
}
