import CommandLineInterface
import Foundation
import LogEngine
import OperatingSystem
import StorageEngine
import TestSupport

/// `notelet-crash fill`: fills a store to the brim and empties it, and kills it meanwhile.
enum FillCommand {
    static let cycles = Option<Int>(
        "cycles",
        .number(in: 1...1_000_000),
        default: "50",
        help: "How often a store is filled and emptied."
    )
    static let disk = Option<String?>.optional(
        "disk",
        .folder,
        help: "A small disk on which stores lie, so that it is what they fill; else they have a "
            + "small map."
    )

    static let reserve = Option<Int64>(
        "reserve",
        .byteCount,
        default: "1MiB",
        help: "The reserve of the stores; a small map has four times as much."
    )

    /// Cycles of one store, so that neither its journal nor its check grows without end.
    private static let cyclesPerStoreMax = 10

    static let command = Command(
        "fill",
        summary: "Fills a store to the brim and empties it, in cycles with kills",
        discussion: """
            In each cycle records are put until one is refused, then what may use the reserve must \
            be taken, then records are deleted, and after that there must be room for others \
            without a restart. Every other run is killed at a random moment; after each the store \
            is opened and compared with the journal: nothing that was acknowledged is lost, and \
            nothing that was refused or deleted is there.
            """,
        options: [cycles, disk, reserve, CrashOptions.seed, CrashOptions.folder]
    ) { invocation in
        let laboratory = try Laboratory(
            in: invocation[CrashOptions.folder],
            seed: invocation[CrashOptions.seed]
        )
        var experiment = FillExperiment(
            laboratory: laboratory,
            disk: invocation[disk],
            reserve: invocation[reserve],
            cyclesPerStoreMax: cyclesPerStoreMax
        )
        let start = ContinuousClock.now
        while experiment.cycleCount < invocation[cycles] { try experiment.run() }
        let seconds = start.duration(to: .now) / .seconds(1)
        try TextOutput.standard.writeLine(
            "\(experiment.cycleCount) cycles, seed \(laboratory.seed): "
                + "\(experiment.killCount) kills, \(experiment.acknowledgedCount) acknowledged, "
                + "none lost; \(Int(seconds)) s"
        )
        experiment.clear()
        laboratory.remove()
        return .success
    }
}

/// `notelet-crash fill-work` and `fill-check`: the parts of it.
enum FillPartCommands {
    static let limit = Option<FilledStore.Limit>(
        "limit",
        .choice("LIMIT"),
        default: "map",
        help: "What the store runs out of."
    )

    static let work = Command(
        "fill-work",
        summary: "Fills and empties a store, and keeps a journal of it",
        discussion: "Goes on behind the journal. Ends with 1 if the store did what it may not.",
        options: [CrashOptions.workSeed, FillCommand.cycles, FillCommand.reserve, limit],
        arguments: [CrashOptions.directory, CrashOptions.journal]
    ) { invocation in
        let engine = try FilledStore.open(
            directory: invocation[CrashOptions.directory],
            invocation[limit],
            reserveByteCount: Int(invocation[FillCommand.reserve])
        )
        defer { engine.close() }
        do {
            try Filler(
                engine,
                journalPath: invocation[CrashOptions.journal],
                seed: invocation[CrashOptions.workSeed]
            ).run(cycles: invocation[FillCommand.cycles])
        } catch {
            throw CommandFailure(.refused, "\(error), \(engine.activity.room as Any)")
        }
        return .success
    }

    static let check = Command(
        "fill-check",
        summary: "Compares a store with the journal of its filler",
        discussion: "Opening recovers the store. Ends with 1 if a promise was broken.",
        options: [CrashOptions.workSeed, FillCommand.reserve, limit],
        arguments: [CrashOptions.directory, CrashOptions.journal]
    ) { invocation in
        let journal = try FillJournal.Reading(path: invocation[CrashOptions.journal])
        let engine = try FilledStore.open(
            directory: invocation[CrashOptions.directory],
            invocation[limit],
            reserveByteCount: Int(invocation[FillCommand.reserve])
        )
        defer { engine.close() }
        let check = try FillCheck(engine, journal, seed: invocation[CrashOptions.workSeed])
        for violation in check.violations { try TextOutput.standard.writeLine(violation) }
        try TextOutput.standard.writeLine(
            "cycles \(journal.cycleCount) acknowledged \(check.acknowledgedCount) "
                + "stored \(check.storedCount)"
        )
        return check.violations.isEmpty ? .success : .refused
    }
}

/// The runs of filling, one after the other.
private struct FillExperiment {
    let laboratory: Laboratory
    let disk: String?
    let reserve: Int64
    let cyclesPerStoreMax: Int
    private var runCount = 0
    /// Of the stores before the present one.
    private var earlierCycleCount = 0
    private var earlierAcknowledgedCount = 0
    private var storeCycleCount = 0
    private var storeAcknowledgedCount = 0
    private(set) var killCount = 0

    init(laboratory: Laboratory, disk: String?, reserve: Int64, cyclesPerStoreMax: Int) {
        self.laboratory = laboratory
        self.disk = disk
        self.reserve = reserve
        self.cyclesPerStoreMax = cyclesPerStoreMax
    }

    var cycleCount: Int { earlierCycleCount + storeCycleCount }
    var acknowledgedCount: Int { earlierAcknowledgedCount + storeAcknowledgedCount }

    private var storePath: String { (disk ?? laboratory.path) + "/filled" }
    private var journalPath: String { laboratory.path("journal") }

    /// Removes the present store.
    func clear() {
        try? FileManager.default.removeItem(atPath: storePath)
        try? FileManager.default.removeItem(atPath: journalPath)
    }

    /// Fills and empties for a while, to its end or to a kill, and checks.
    mutating func run() throws {
        var random = SeededGenerator(seed: laboratory.seed, stream: UInt64(runCount))
        runCount += 1
        if storeCycleCount >= cyclesPerStoreMax { beginStore() }
        let isKilled = runCount % 2 == 0
        let delay = Duration.milliseconds(random.number(in: 5...2_000))
        let words =
            [storePath, journalPath, "--seed", "\(laboratory.seed)"]
            + ["--limit", (disk == nil ? FilledStore.Limit.map : .disk).rawValue]
            + ["--reserve", "\(reserve)"]
        let work = try ChildProgram.run(
            ["fill-work"] + words + ["--cycles", isKilled ? "1000000" : "2"],
            outputPath: laboratory.path("work.out"),
            killedAfter: isKilled ? delay : nil
        )
        let again = (["notelet-crash", "fill-check"] + words).joined(separator: " ")
        guard work.status == (isKilled ? 128 + SIGKILL : 0) else {
            let end = work.isStuck ? "did not end" : "ended with \(work.status)"
            let what = "Run \(runCount) of seed \(laboratory.seed) \(end)"
            throw laboratory.failure(what, work.output, again: again)
        }
        if isKilled { killCount += 1 }
        let check = try ChildProgram.run(
            ["fill-check"] + words,
            outputPath: laboratory.path("check.out")
        )
        guard check.status == 0 else {
            let what = "Run \(runCount) of seed \(laboratory.seed) is wrong"
            throw laboratory.failure(what, check.output, again: again)
        }
        storeCycleCount = check.count("cycles")
        storeAcknowledgedCount = check.count("acknowledged")
    }

    private mutating func beginStore() {
        clear()
        earlierCycleCount += storeCycleCount
        earlierAcknowledgedCount += storeAcknowledgedCount
        (storeCycleCount, storeAcknowledgedCount) = (0, 0)
    }
}
