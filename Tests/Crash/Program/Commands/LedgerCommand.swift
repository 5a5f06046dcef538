import CommandLineInterface
import Domain
import Foundation
import LedgerRules
import LedgerStorage
import Records
import Storage
import TestSupport

/// `notelet-crash ledger`: holds the ledger against a plain model, with kills in between.
enum LedgerCommand {
    private static let operations = Option<Int>(
        "operations",
        .number(in: 1...100_000_000),
        default: "1000000",
        help: "How many operations."
    )
    private static let pause = Option<Int>(
        "milliseconds",
        .number(in: 1...600_000),
        default: "2000",
        help: "How long the work goes on at most before it is killed."
    )
    private static let from = Option<Int>(
        "from",
        .number(in: 0...100_000_000),
        default: "0",
        help: "The number of the first operation."
    )

    static let command = Command(
        "ledger",
        summary: "Holds the ledger against a plain model, and kills it in between",
        discussion: """
            Operations of all kinds, of which many are to be refused, are done on a store by a \
            clock that steps back and is ahead at times. After each kill the model follows to \
            where the store is, and all balances, lots, pending amounts and statements are \
            compared, and balances of the past; what was acknowledged has to be there, and what \
            was made is asked for again, of which nothing may come.
            """,
        options: [operations, pause, CrashOptions.seed, CrashOptions.folder]
    ) { invocation in
        let laboratory = try Laboratory(
            in: invocation[CrashOptions.folder],
            seed: invocation[CrashOptions.seed]
        )
        var experiment = LedgerExperiment(
            laboratory: laboratory,
            operationCount: invocation[operations],
            millisecondsMax: invocation[pause]
        )
        let start = ContinuousClock.now
        try experiment.run()
        let seconds = start.duration(to: .now) / .seconds(1)
        let model = experiment.model
        try TextOutput.standard.writeLine(
            "\(invocation[operations]) operations, seed \(laboratory.seed): "
                + "\(model.lines.count) transfers, \(model.refusedCount) refused, "
                + "\(experiment.killCount) kills, nothing differs; \(Int(seconds)) s"
        )
        laboratory.remove()
        return .success
    }

    /// The part that is killed.
    static let work = Command(
        "ledger-work",
        summary: "Does the operations of the ledger's model on a store",
        options: [operations, from, CrashOptions.workSeed],
        arguments: [CrashOptions.directory, CrashOptions.journal]
    ) { invocation in
        let store = try TestedStore.open(directory: invocation[CrashOptions.directory])
        defer { store.close() }
        let journal = try Journal(path: invocation[CrashOptions.journal])
        do throws(DomainError) {
            let work = try LedgerWork.begin(invocation[CrashOptions.workSeed], on: store)
            let numbers = invocation[from]..<max(invocation[from], invocation[operations])
            try work.run(numbers, on: store, journal)
        } catch {
            throw CommandFailure(.inputOutput, "The store failed: \(error).")
        }
        return .success
    }
}

/// The rounds of work and of comparing, one after the other.
private struct LedgerExperiment {
    let laboratory: Laboratory
    let operationCount: Int
    let millisecondsMax: Int
    private(set) var model = LedgerModel()
    private(set) var killCount = 0
    private var next = 0

    /// Rounds between two proofs, which go through all transfers.
    private static let roundsPerProof = 10

    init(laboratory: Laboratory, operationCount: Int, millisecondsMax: Int) {
        self.laboratory = laboratory
        self.operationCount = operationCount
        self.millisecondsMax = millisecondsMax
    }

    mutating func run() throws {
        var random = SeededGenerator(seed: laboratory.seed, stream: .max)
        var round = 0
        while next < operationCount {
            let delay = random.number(in: max(1, millisecondsMax / 20)...millisecondsMax)
            let journal = laboratory.path("journal")
            try? FileManager.default.removeItem(atPath: journal)
            let arguments = [
                "ledger-work", laboratory.path("store"), journal, "--seed", "\(laboratory.seed)",
                "--from", "\(next)", "--operations", "\(operationCount)",
            ]
            let work = try ChildProgram.run(
                arguments,
                outputPath: laboratory.path("work.out"),
                killedAfter: .milliseconds(delay)
            )
            let again = (["notelet-crash"] + arguments).joined(separator: " ")
            if work.status == 128 + SIGKILL {
                killCount += 1
            } else if work.status != 0 {
                throw laboratory.failure("The work ended", work.output, again: again)
            }
            round += 1
            let isLast = work.status == 0
            try follow(to: acknowledged(journal), isLast: isLast)
            let proves = isLast || round % Self.roundsPerProof == 0
            let violations = try compare(proves: proves, &random)
            guard violations.isEmpty else {
                let what = "Round \(round) of seed \(laboratory.seed) is wrong"
                let output = violations.joined(separator: "\n")
                throw laboratory.failure(what, output, again: again)
            }
        }
    }

    /// The number of the last operation that was acknowledged; -1 for none.
    private func acknowledged(_ journal: String) -> Int {
        let data = FileManager.default.contents(atPath: journal) ?? Data()
        return Facts.notes(in: data).reduce(-1) { max($0, Int($1 >> 32)) }
    }

    /// Lets the model do what was acknowledged, and what else the store has done.
    private mutating func follow(to acknowledged: Int, isLast: Bool) throws {
        let store = try TestedStore.open(directory: laboratory.path("store"))
        defer { store.close() }
        let count = try store.read { view throws(DomainError) in
            Int(clamping: try view.lastTransfer()?.number ?? 0)
        }
        while next < operationCount, next <= acknowledged || model.lines.count < count || isLast {
            model.run(LedgerOperation(seed: laboratory.seed, number: next))
            next += 1
        }
    }

    private func compare(
        proves: Bool,
        _ random: inout SeededGenerator
    ) throws -> [String] {
        let store = try TestedStore.open(directory: laboratory.path("store"))
        defer { store.close() }
        let (seed, model) = (laboratory.seed, model)
        return try store.read { view throws(DomainError) in
            guard let work = try LedgerWork(seed, in: view) else { return [] }
            let stored = try view.lastTransfer()?.number ?? 0
            guard stored == UInt64(model.lines.count) else {
                return ["\(stored) transfers are stored, and \(model.lines.count) have to be"]
            }
            var check = LedgerCheck(work, in: view)
            try check.run(model, proves: proves, &random)
            return check.violations
        }
    }
}
