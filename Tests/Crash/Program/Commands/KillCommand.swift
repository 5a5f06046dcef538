import CommandLineInterface
import Foundation
import TestSupport

/// `notelet-crash kill`: ends a busy store at random moments.
enum KillCommand {
    static let rounds = Option<Int>(
        "rounds",
        .number(in: 1...10_000_000),
        default: "100",
        help: "How often to kill."
    )

    /// Rounds on one store, so that neither it nor its check grows without end.
    private static let roundsPerStoreMax = 4

    static let command = Command(
        "kill",
        summary: "Kills a store at random moments, and checks it each time",
        discussion: """
            Each round starts the work, kills it after 5 to 400 ms, opens the store again and \
            compares it with the journal. A new store is begun every few rounds; its first round \
            is short at times, to hit its creation. Every other store keeps its log: a backup from \
            before is then restored by what is kept, and compared as well.
            """,
        options: [
            rounds, CrashOptions.seed, CrashOptions.lanes, CrashOptions.mutant,
            CrashOptions.folder,
        ]
    ) { invocation in
        let laboratory = try Laboratory(
            in: invocation[CrashOptions.folder],
            seed: invocation[CrashOptions.seed]
        )
        var experiment = KillExperiment(
            laboratory: laboratory,
            lanes: invocation[CrashOptions.lanes],
            mutant: invocation[CrashOptions.mutant]
        )
        let start = ContinuousClock.now
        for round in 0..<invocation[rounds] {
            try experiment.run(round: round, isNewStore: round % roundsPerStoreMax == 0)
        }
        experiment.countStore()
        let seconds = start.duration(to: .now) / .seconds(1)
        try TextOutput.standard.writeLine(
            "\(invocation[rounds]) kills, seed \(laboratory.seed): "
                + "\(experiment.acknowledgedCount) acknowledged, none lost, none twice; "
                + "\(experiment.unknownCount) stored that nobody was told of; "
                + "\(experiment.unbornCount) kills before the first change; "
                + "\(experiment.restoredCount) times a backup and the archive were restored; "
                + "\(Int(seconds)) s, \(Int(seconds * 1000) / invocation[rounds]) ms a round"
        )
        laboratory.remove()
        return .success
    }
}

/// The rounds of killing, one after the other.
private struct KillExperiment {
    let laboratory: Laboratory
    let lanes: Int
    let mutant: Workload.Mutant?
    private(set) var acknowledgedCount = 0
    private(set) var unknownCount = 0
    /// Rounds in which the process died before it had stored anything.
    private(set) var unbornCount = 0
    /// Rounds after which a backup and the archive were restored.
    private(set) var restoredCount = 0
    private var acknowledgedOfStore = 0
    private var hasArchive = false
    private var storeSeed: UInt64 = 0

    init(laboratory: Laboratory, lanes: Int, mutant: Workload.Mutant?) {
        self.laboratory = laboratory
        self.lanes = lanes
        self.mutant = mutant
    }

    /// Adds up what was acknowledged of the present store.
    mutating func countStore() {
        acknowledgedCount += acknowledgedOfStore
        acknowledgedOfStore = 0
    }

    mutating func run(round: Int, isNewStore: Bool) throws {
        var random = SeededGenerator(seed: laboratory.seed, stream: UInt64(round))
        if isNewStore {
            countStore()
            laboratory.clear()
            storeSeed = random.next() >> 32
            hasArchive.toggle()
        }
        let isShort = isNewStore && Bool.random(using: &random)
        let delay = Duration.microseconds(random.number(in: 5_000...(isShort ? 60_000 : 400_000)))
        let store = [laboratory.path("store"), laboratory.path("journal")]
        let options = ["--seed", "\(storeSeed)", "--lanes", "\(lanes)"]
        let mutantOption = mutant.map { ["--mutant", $0.rawValue] } ?? []
        let archive = hasArchive ? ["--archive", laboratory.path("archive")] : []
        let backup = hasArchive ? ["--backup", laboratory.path("backup")] : []
        let work = try ChildProgram.run(
            ["work"] + store + options + mutantOption + archive + ["--operations", "1000000"],
            outputPath: laboratory.path("work.out"),
            killedAfter: delay
        )
        let again = (["notelet-crash", "check"] + store + options + archive + backup).joined(
            separator: " "
        )
        guard work.status == 128 + SIGKILL else {
            let what = "Round \(round) of seed \(laboratory.seed) ended by itself, \(work.status)"
            throw laboratory.failure(what, work.output, again: again)
        }
        let check = try ChildProgram.run(
            ["check"] + store + options + archive + backup,
            outputPath: laboratory.path("check.out")
        )
        guard check.status == 0 else {
            let what = "Round \(round) of seed \(laboratory.seed), killed after \(delay), is wrong"
            throw laboratory.failure(what, check.output, again: again)
        }
        acknowledgedOfStore = check.count("acknowledged")
        unknownCount += check.count("unknown")
        restoredCount += check.count("restored")
        if check.count("stored") == 0 { unbornCount += 1 }
    }
}
