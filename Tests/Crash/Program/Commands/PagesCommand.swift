import CommandLineInterface
import Foundation
import TestSupport

/// `notelet-crash pages`: damages each page of a store's database.
enum PagesCommand {
    static let stores = Option<Int>(
        "stores",
        .number(in: 1...10_000),
        default: "1",
        help: "How many stores to damage."
    )
    static let step = Option<Int>(
        "step",
        .number(in: 1...1_000_000),
        default: "1",
        help: "Damage every so many-th page only."
    )
    static let operations = Option<Int>(
        "operations",
        .number(in: 1...10_000),
        default: "40",
        help: "Operations of each lane, of which the stores are made."
    )

    static let closed = Option<Bool>.flag(
        "closed",
        help: "Damage pages only while nobody has the store open."
    )

    static let command = Command(
        "pages",
        summary: "Damages each page of a database, and expects an end in order",
        discussion: """
            Each page of a store is set to zero, to random bytes and to what the page beside it \
            holds: once before a process opens it, which must refuse it or find all as it was, and \
            once while a process has it open, which may then end with 65 and must not end in any \
            other way, nor hang. The next start must refuse what is damaged. What is refused is \
            salvaged: the damaged store must stay as it is, and the new one must be sound and \
            lack nothing but what the salvage tells.
            """,
        options: [
            CrashOptions.seed, CrashOptions.lanes, stores, step, operations, closed,
            CrashOptions.folder,
        ]
    ) { invocation in
        let laboratory = try Laboratory(
            in: invocation[CrashOptions.folder],
            seed: invocation[CrashOptions.seed]
        )
        var experiment = PagesExperiment(
            laboratory: laboratory,
            laneCount: invocation[CrashOptions.lanes],
            operationCount: invocation[operations],
            step: invocation[step],
            isOpenTried: !invocation[closed]
        )
        for round in 0..<invocation[stores] { try experiment.run(round: round) }
        try TextOutput.standard.writeLine(experiment.summary)
        laboratory.remove()
        return .success
    }
}

/// What becomes of a page.
enum PageDamage: String, CaseIterable, Sendable {
    case zeros
    case noise
    /// The page is as the one before it.
    case neighbour

    /// Does it to a page of a database.
    func apply(toPage page: Int, ofFileAt path: String, seed: UInt64) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        defer { try? file.close() }
        let byteCount = Self.pageByteCount
        var bytes = Data(count: byteCount)
        switch self {
        case .zeros: break
        case .noise:
            var random = SeededGenerator(seed: seed, stream: UInt64(page))
            bytes = Data((0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &random) })
        case .neighbour:
            try file.seek(toOffset: UInt64((page == 0 ? 1 : page - 1) * byteCount))
            bytes = try file.read(upToCount: byteCount) ?? bytes
        }
        try file.seek(toOffset: UInt64(page * byteCount))
        try file.write(contentsOf: bytes)
    }

    /// What LMDB takes for a page on this machine.
    static let pageByteCount = Int(getpagesize())
}

/// The stores, one after the other.
private struct PagesExperiment {
    let laboratory: Laboratory
    let laneCount: Int
    let operationCount: Int
    let step: Int
    /// Whether pages are damaged while a process has the store open as well.
    let isOpenTried: Bool
    private var caseCount = 0
    private var soundCount = 0
    private var refusedCount = 0
    private var endedCount = 0
    private var unseenCount = 0
    private var salvagedCount = 0
    /// Salvages that lost nothing.
    private var losslessCount = 0
    /// Records that were lost in all, and told.
    private var lostCount = 0

    init(laboratory: Laboratory, laneCount: Int, operationCount: Int, step: Int, isOpenTried: Bool)
    {
        self.laboratory = laboratory
        self.laneCount = laneCount
        self.operationCount = operationCount
        self.step = step
        self.isOpenTried = isOpenTried
    }

    var summary: String {
        "seed \(laboratory.seed): \(caseCount) cases, \(soundCount) changed nothing, "
            + "\(refusedCount) refused, \(endedCount) ended with 65 while open, "
            + "\(unseenCount) unseen while open and refused by the next start; "
            + "0 aborted, 0 hung; \(salvagedCount) salvaged, \(losslessCount) without a loss, "
            + "\(lostCount) records lost and told, 0 in silence"
    }

    private var copy: String { laboratory.path("copy") }

    mutating func run(round: Int) throws {
        laboratory.clear()
        let seed = "\(laboratory.seed &+ UInt64(round))"
        let options = ["--seed", seed, "--lanes", "\(laneCount)"]
        let work = try ChildProgram.run(
            ["work", laboratory.path("store"), laboratory.path("journal")] + options
                + ["--operations", "\(operationCount)"],
            outputPath: laboratory.path("work.out")
        )
        guard work.status == 0 else {
            throw laboratory.failure("The work ended with \(work.status)", work.output, again: "-")
        }
        let file = laboratory.path("store/data/data.mdb")
        let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        for page in stride(from: 0, to: size / PageDamage.pageByteCount, by: step) {
            for damage in PageDamage.allCases {
                try damageClosed(page, damage, options)
                if isOpenTried { try damageOpen(page, damage, options) }
            }
        }
    }

    private func begin() throws {
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: laboratory.path("store"), toPath: copy)
    }

    private func attempt(_ options: [String]) throws -> ChildProgram {
        try ChildProgram.run(
            ["attempt", copy, laboratory.path("journal")] + options,
            outputPath: laboratory.path("attempt.out")
        )
    }

    /// Damages a page of a store that nobody has open.
    private mutating func damageClosed(
        _ page: Int,
        _ damage: PageDamage,
        _ options: [String]
    ) throws {
        caseCount += 1
        try begin()
        try damage.apply(
            toPage: page,
            ofFileAt: copy + "/data/data.mdb",
            seed: laboratory.seed
        )
        let run = try attempt(options)
        switch ExitCode(rawValue: run.status) {
        case .success: soundCount += 1
        case .badData:
            refusedCount += 1
            try salvage(["--page", "\(page)"], page, damage)
        default: throw fault(page, damage, "before the start", run)
        }
    }

    /// Damages a page of a store that a process has open.
    private mutating func damageOpen(
        _ page: Int,
        _ damage: PageDamage,
        _ options: [String]
    ) throws {
        caseCount += 1
        try begin()
        let run = try attempt(options + ["--page", "\(page)", "--damage", damage.rawValue])
        switch ExitCode(rawValue: run.status) {
        case .success: soundCount += 1
        case .badData:
            endedCount += 1
            try salvage([], page, damage)
        case .refused:
            let next = try attempt(options)
            guard next.status == ExitCode.badData.rawValue else {
                throw fault(page, damage, "at the start after it", next)
            }
            unseenCount += 1
            try salvage([], page, damage)
        default: throw fault(page, damage, "while open", run)
        }
    }

    /// Salvages the damaged copy.
    private mutating func salvage(
        _ options: [String],
        _ page: Int,
        _ damage: PageDamage
    ) throws {
        let target = laboratory.path("salvaged")
        try? FileManager.default.removeItem(atPath: target)
        let run = try ChildProgram.run(
            ["salvage", copy, laboratory.path("store"), target] + options,
            outputPath: laboratory.path("salvage.out")
        )
        guard run.status == ExitCode.success.rawValue else {
            throw fault(page, damage, options.isEmpty ? "salvaged after use" : "salvaged", run)
        }
        salvagedCount += 1
        losslessCount += run.count("lossless")
        lostCount += run.count("lost")
    }

    private func fault(
        _ page: Int,
        _ damage: PageDamage,
        _ time: String,
        _ run: ChildProgram
    ) -> CommandFailure {
        let end = run.isStuck ? "hung" : "ended with \(run.status)"
        let what = "Page \(page) as \(damage.rawValue) \(time) of seed \(laboratory.seed): \(end)"
        return laboratory.failure(what, run.output, again: "-")
    }
}
