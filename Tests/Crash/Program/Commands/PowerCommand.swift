import CommandLineInterface
import Foundation
import TestSupport

/// `notelet-crash power`: cuts the power of a recorded disk.
enum PowerCommand {
    static let images = Option<Int>(
        "images",
        .number(in: 1...100_000_000),
        default: "200",
        help: "How many images to check."
    )
    static let lie = Option<Lie?>.optional(
        "lie",
        .choice(),
        help: "Let some flushes do nothing and say that they did, to see that it is found."
    )

    /// Which flushes do nothing.
    enum Lie: String, CaseIterable, Sendable {
        case file
        case folder
        /// Writes through descriptors that flush by themselves.
        case settled
    }

    /// Images of one record.
    private static let imagesPerRecording = 50
    /// Records that begin with an image of the one before, so that recoveries are cut as well.
    private static let recordingsPerStore = 4

    static let command = Command(
        "power",
        summary: "Cuts the power of a recorded disk, and checks what is left",
        discussion: """
            Records what the work does to its disk, and builds what a power cut at a random place \
            may leave: all that was flushed, and of the rest nothing, everything or some of it, \
            by writes or by sectors, in any order. The store on each must open and hold all that \
            was acknowledged before. Records begin with an empty disk, or with the image that an \
            earlier cut left. Every other store keeps its log on the same disk: a backup of \
            what a record began with is then restored by what is left, and compared as well.
            """,
        options: [
            images, CrashOptions.seed, CrashOptions.shim, CrashOptions.mutant, lie,
            CrashOptions.folder,
        ]
    ) { invocation in
        let laboratory = try Laboratory(
            in: invocation[CrashOptions.folder],
            seed: invocation[CrashOptions.seed]
        )
        var experiment = PowerExperiment(
            laboratory: laboratory,
            shim: invocation[CrashOptions.shim],
            mutant: invocation[CrashOptions.mutant],
            lie: invocation[lie]
        )
        let start = ContinuousClock.now
        while experiment.imageCount < invocation[images] {
            let isNewStore = experiment.recordingCount % recordingsPerStore == 0
            let count = min(imagesPerRecording, invocation[images] - experiment.imageCount)
            try experiment.run(isNewStore: isNewStore, imageCount: count)
        }
        let seconds = start.duration(to: .now) / .seconds(1)
        try TextOutput.standard.writeLine(
            "\(experiment.imageCount) images of \(experiment.recordingCount) records, seed "
                + "\(laboratory.seed): \(experiment.acknowledgedCount) times an operation was "
                + "acknowledged before the cut, none lost, none twice; \(experiment.unknownCount) "
                + "times one was stored that nobody was told of; \(experiment.emptyCount) images "
                + "held none; of \(experiment.restoredCount) a backup and the archive were "
                + "restored; \(Int(seconds)) s, "
                + "\(Int(seconds * 1000) / experiment.imageCount) ms an image"
        )
        laboratory.remove()
        return .success
    }
}

/// The records and their images, one after the other.
private struct PowerExperiment {
    let laboratory: Laboratory
    let shim: String
    let mutant: Workload.Mutant?
    let lie: PowerCommand.Lie?
    private(set) var recordingCount = 0
    private(set) var imageCount = 0
    private(set) var acknowledgedCount = 0
    private(set) var unknownCount = 0
    private(set) var emptyCount = 0
    /// Images of which a backup and the archive were restored.
    private(set) var restoredCount = 0
    private var hasArchive = false
    private var storeSeed: UInt64 = 0
    private var laneCount = 1

    init(laboratory: Laboratory, shim: String, mutant: Workload.Mutant?, lie: PowerCommand.Lie?) {
        self.laboratory = laboratory
        self.shim = shim
        self.mutant = mutant
        self.lie = lie
    }

    private static let recordsBeforeKillMax = 400

    mutating func run(isNewStore: Bool, imageCount count: Int) throws {
        var random = SeededGenerator(seed: laboratory.seed, stream: UInt64(recordingCount))
        if isNewStore {
            laboratory.clear()
            storeSeed = random.next() >> 32
            hasArchive.toggle()
            laneCount = random.number(in: 1...6)
        }
        let work = RecordedWork(
            folder: laboratory.path("record.\(recordingCount)"),
            shim: shim,
            seed: storeSeed,
            laneCount: laneCount,
            operationCount: random.number(in: 1...30),
            windowMax: 1 << random.number(in: 0...4),
            mutant: mutant,
            hasArchive: hasArchive,
            disk: [
                "DISK_SYNC_MICROSECONDS": "\(random.number(in: 0...1) * 500)",
                "DISK_LIE": lie?.rawValue ?? "",
            ]
        )
        let what = "Record \(recordingCount) of seed \(laboratory.seed)"
        try work.prepareDisk()
        // What a killed process wrote and did not flush is still there for the next one.
        for _ in 0..<random.number(in: 0...2) {
            let recordCount = random.number(in: 1...Self.recordsBeforeKillMax)
            let run = try work.runAgain(killedAfter: recordCount)
            guard run.status == 0 || run.status == 128 + SIGKILL else {
                throw laboratory.failure("\(what) ended with \(run.status)", run.output, again: "-")
            }
        }
        let run = try work.runAgain()
        guard run.status == 0 else {
            throw laboratory.failure("\(what) ended with \(run.status)", run.output, again: "-")
        }
        if let name = try Recording(folder: work.folder).difference() {
            throw laboratory.failure("\(what) is incomplete: \(name) differs", "", again: "-")
        }
        recordingCount += 1
        let next = laboratory.path("record.\(recordingCount)")
        let cuts = ["--count", "\(count)", "--cuts", "\(random.next() >> 32)", "--next", next]
        let images = try work.checkImages(cuts)
        guard images.status == 0 else {
            let (name, again) = work.current()
            let end = "\(what): \(name) is wrong (status \(images.status))"
            throw laboratory.failure(end, images.output, again: again)
        }
        imageCount += images.count("images")
        acknowledgedCount += images.count("acknowledged")
        unknownCount += images.count("unknown")
        emptyCount += images.count("empty")
        restoredCount += images.count("restored")
        try? FileManager.default.removeItem(atPath: work.folder)
    }
}
