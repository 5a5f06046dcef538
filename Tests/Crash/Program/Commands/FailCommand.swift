import CommandLineInterface
import Foundation
import LogEngine

/// `notelet-crash fail`: makes each call of the disk fail in turn.
enum FailCommand {
    static let kinds = Option<[DiskFailure]>.repeated(
        "kind",
        .choice("KIND"),
        defaults: DiskFailure.allCases.map(\.rawValue),
        help: "Which calls fail, and how."
    )
    static let places = Option<[FailingPlace]>.repeated(
        "place",
        .choice("PLACE"),
        defaults: FailingPlace.allCases.map(\.rawValue),
        help: "Whose calls fail."
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
            was not flushed, or nothing. Where calls for the archive of the log fail, the work \
            must go on and say so, and the archive must bring a backup from before up to date \
            afterwards.
            """,
        options: [
            kinds, places, step, operations, CrashOptions.seed, CrashOptions.shim,
            CrashOptions.folder,
        ]
    ) { invocation in
        let laboratory = try Laboratory(
            in: invocation[CrashOptions.folder],
            seed: invocation[CrashOptions.seed]
        )
        let cases = invocation[places].flatMap { place in
            invocation[kinds].filter(place.has).map { (place, $0) }
        }
        for (place, kind) in cases {
            var experiment = FailExperiment(
                laboratory: laboratory,
                shim: invocation[CrashOptions.shim],
                operationCount: invocation[operations],
                place: place,
                failure: kind
            )
            var call = 1
            while try experiment.run(call: call) { call += invocation[step] }
            try TextOutput.standard.writeLine(
                "\(place.rawValue) \(kind.rawValue): \(experiment.caseCount) cases, "
                    + "\(experiment.stopCount) ended with 74, "
                    + "\(experiment.caseCount - experiment.stopCount) went on; "
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

/// Whose calls fail.
enum FailingPlace: String, CaseIterable, Sendable {
    case store
    /// The archive of the store's log: nothing of the store depends on it.
    case archive

    /// Whether calls of this kind are made there.
    func has(_ failure: DiskFailure) -> Bool {
        switch failure {
        case .syncEIO, .writeEIO, .writeENOSPC, .writeShort, .diskFull: true
        case .settledEIO, .settledENOSPC, .settledShort: self == .store
        }
    }
}

/// The cases of one kind of failure.
private struct FailExperiment {
    let laboratory: Laboratory
    let shim: String
    let operationCount: Int
    let place: FailingPlace
    let failure: DiskFailure
    private(set) var caseCount = 0
    /// Cases in which the work ended with 74.
    private(set) var stopCount = 0
    private(set) var acknowledgedCount = 0

    init(
        laboratory: Laboratory,
        shim: String,
        operationCount: Int,
        place: FailingPlace,
        failure: DiskFailure
    ) {
        self.laboratory = laboratory
        self.shim = shim
        self.operationCount = operationCount
        self.place = place
        self.failure = failure
    }

    /// Lets one call fail; answers whether there was such a call.
    mutating func run(call: Int) throws -> Bool {
        laboratory.clear(keeping: Self.preparedName)
        let folder = laboratory.path("record")
        if place == .archive { try prepare(folder) }
        var work = work(in: folder)
        work.disk["DISK_FAIL"] = failure.request(call: call)
        let run = try work.run()
        let what = "\(place.rawValue) \(failure.rawValue) of call \(call), seed \(laboratory.seed)"
        let hasFired = FileManager.default.fileExists(atPath: work.firedPath)
        let isStopped = hasFired && run.status == ExitCode.inputOutput.rawValue
        guard isRight(run, hasFired: hasFired) else {
            let end = run.isStuck ? "did not end" : "ended with \(run.status)"
            throw laboratory.failure("\(what), \(end)", run.output, again: "-")
        }
        // Images first, for the check of the store as it is changes it.
        let images = try work.checkImages(["--ends"])
        guard images.status == 0 else {
            let (name, again) = work.current()
            throw laboratory.failure("\(what), \(name) is wrong", images.output, again: again)
        }
        let check =
            ["check", work.storePath, work.journalPath] + work.options + archiveOptions(work)
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

    /// Whether the work ended as it must.
    private func isRight(_ run: ChildProgram, hasFired: Bool) -> Bool {
        switch place {
        case .store:
            let isStopped = hasFired && run.status == ExitCode.inputOutput.rawValue
            return isStopped || (run.status == 0 && (failure.mayGoOn || !hasFired))
        case .archive:
            // What was cut short is written again, and nobody needs to know.
            let isTold = run.count(WorkCommand.archiveFailures) > 0
            return run.status == 0 && isTold == (hasFired && failure != .writeShort)
        }
    }

    private func work(in folder: String) -> RecordedWork {
        let archive = Recording.disk(in: folder) + "/" + Recording.archiveName
        return RecordedWork(
            folder: folder,
            shim: shim,
            seed: laboratory.seed,
            laneCount: 2,
            operationCount: operationCount * (place == .archive ? 2 : 1),
            windowMax: 2,
            hasArchive: place == .archive,
            cleansFiles: place == .store,
            disk: ["DISK_FAIL_BELOW": place == .archive ? archive : ""]
        )
    }

    /// What half of the work left, from which all cases go on.
    private static let preparedName = "prepared"

    /// Begins a record with half of the work done, so that there is a backup to go on from.
    private func prepare(_ folder: String) throws {
        let prepared = laboratory.path(Self.preparedName)
        if !FileManager.default.fileExists(atPath: prepared) {
            var earlier = work(in: laboratory.path("earlier"))
            earlier.operationCount = operationCount
            let run = try earlier.run()
            let images = try earlier.checkImages(["--ends", "--next", prepared])
            guard run.status == 0, images.status == 0 else {
                throw laboratory.failure("The work before is wrong", images.output, again: "-")
            }
        }
        try FileManager.default.copyItem(atPath: prepared, toPath: folder)
    }

    private func archiveOptions(_ work: RecordedWork) -> [String] {
        guard place == .archive else { return [] }
        return ["--archive", work.archivePath, "--backup", Recording.backup(in: work.folder)]
    }
}
