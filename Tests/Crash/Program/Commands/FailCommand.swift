import CommandLineInterface
import Foundation

/// `notelet-crash fail`: makes each call of the disk fail in turn.
enum FailCommand {
    static let kinds = Option<[DiskFailure]>.repeated(
        "kind",
        .choice("KIND"),
        defaults: DiskFailure.allCases.map(\.rawValue),
        help: "Which calls fail, and how."
    )
    static let step = Option<Int>(
        "step",
        .number(in: 1...1_000_000),
        default: "1",
        help: "Try every so many-th call only."
    )
    static let operations = Option<Int>(
        "operations",
        .number(in: 1...10_000),
        default: "20",
        help: "Operations of each of two lanes."
    )

    static let command = Command(
        "fail",
        summary: "Makes each call of the disk fail in turn, and checks what is left",
        discussion: """
            Runs the work on a new store, again and again: the first flush fails, then the second, \
            until there is none left to fail; then the same with writes. The work must end by \
            itself, with 74 where nobody can know what is stored. The store must then open and \
            hold all that was acknowledged: as it is, and after a power cut that takes all that \
            was not flushed, or nothing.
            """,
        options: [
            kinds, step, operations, CrashOptions.seed, CrashOptions.shim, CrashOptions.folder,
        ]
    ) { invocation in
        let laboratory = try Laboratory(
            in: invocation[CrashOptions.folder],
            seed: invocation[CrashOptions.seed]
        )
        for kind in invocation[kinds] {
            var experiment = FailExperiment(
                laboratory: laboratory,
                shim: invocation[CrashOptions.shim],
                operationCount: invocation[operations],
                failure: kind
            )
            var call = 1
            while try experiment.run(call: call) { call += invocation[step] }
            try TextOutput.standard.writeLine(
                "\(kind.rawValue): \(experiment.caseCount) cases, \(experiment.stopCount) ended "
                    + "with 74, \(experiment.caseCount - experiment.stopCount) went on; "
                    + "\(experiment.acknowledgedCount) acknowledged, none lost, none twice"
            )
            try TextOutput.standard.flush()
        }
        laboratory.remove()
        return .success
    }
}

/// Which calls of a disk fail, and how.
enum DiskFailure: String, CaseIterable, Sendable {
    case syncEIO = "sync-eio"
    case writeEIO = "write-eio"
    case writeENOSPC = "write-enospc"
    case writeShort = "write-short"
    /// From one write on there is no room any more.
    case diskFull = "disk-full"
    /// A write through a descriptor that flushes by itself: LMDB's meta page.
    case settledEIO = "settled-eio"
    case settledENOSPC = "settled-enospc"
    case settledShort = "settled-short"

    /// What `DISK_FAIL` has to be.
    func request(call: Int) -> String {
        switch self {
        case .syncEIO: "sync:\(call):EIO"
        case .writeEIO: "write:\(call):EIO"
        case .writeENOSPC: "write:\(call):ENOSPC"
        case .writeShort: "write:\(call):short"
        case .diskFull: "write:\(call):ENOSPC:always"
        case .settledEIO: "settled:\(call):EIO"
        case .settledENOSPC: "settled:\(call):ENOSPC"
        case .settledShort: "settled:\(call):short"
        }
    }

    /// Whether the work may go on: the store knows that nothing of the change was kept, or writes
    /// the rest of what was cut short.
    var mayGoOn: Bool {
        switch self {
        case .writeENOSPC, .writeShort, .diskFull, .settledENOSPC: true
        case .syncEIO, .writeEIO, .settledEIO, .settledShort: false
        }
    }
}

/// The cases of one kind of failure.
private struct FailExperiment {
    let laboratory: Laboratory
    let shim: String
    let operationCount: Int
    let failure: DiskFailure
    private(set) var caseCount = 0
    /// Cases in which the work ended with 74.
    private(set) var stopCount = 0
    private(set) var acknowledgedCount = 0

    init(laboratory: Laboratory, shim: String, operationCount: Int, failure: DiskFailure) {
        self.laboratory = laboratory
        self.shim = shim
        self.operationCount = operationCount
        self.failure = failure
    }

    /// Lets one call fail; answers whether there was such a call.
    mutating func run(call: Int) throws -> Bool {
        laboratory.clear()
        let work = RecordedWork(
            folder: laboratory.path("record"),
            shim: shim,
            seed: laboratory.seed,
            laneCount: 2,
            operationCount: operationCount,
            windowMax: 2,
            disk: ["DISK_FAIL": failure.request(call: call)]
        )
        let run = try work.run()
        let what = "\(failure.rawValue) of call \(call), seed \(laboratory.seed)"
        let hasFired = FileManager.default.fileExists(atPath: work.firedPath)
        let isStopped = hasFired && run.status == ExitCode.inputOutput.rawValue
        guard isStopped || (run.status == 0 && (failure.mayGoOn || !hasFired)) else {
            let end = run.isStuck ? "did not end" : "ended with \(run.status)"
            throw laboratory.failure("\(what), \(end)", run.output, again: "-")
        }
        // Images first, for the check of the store as it is changes it.
        let images = try work.checkImages(["--ends"])
        guard images.status == 0 else {
            let (name, again) = work.current()
            throw laboratory.failure("\(what), \(name) is wrong", images.output, again: again)
        }
        let check = ["check", work.storePath, work.journalPath] + work.options
        let present = try ChildProgram.run(check, outputPath: work.folder + "/check.out")
        guard present.status == 0 else {
            let again = (["notelet-crash"] + check).joined(separator: " ")
            throw laboratory.failure("\(what) is wrong", present.output, again: again)
        }
        acknowledgedCount += present.count("acknowledged")
        if hasFired { caseCount += 1 }
        if isStopped { stopCount += 1 }
        return hasFired
    }
}
