import Domain
import Foundation
import Records
import Storage
import StoreTools
import TestSupport

/// Rounds of work that is killed, and of comparing with a model, one after the other.
struct ModelExperiment<Model: PlainModel> {
    let laboratory: Laboratory
    let operationCount: Int
    let millisecondsMax: Int
    private(set) var model = Model()
    private(set) var killCount = 0
    private var next = 0

    /// Rounds between two proofs, which go through all transfers.
    private let roundsPerProof = 10

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
            let arguments = arguments(journal)
            let work = try ChildProgram.run(
                arguments,
                outputPath: laboratory.path("work.out"),
                killedAfter: .milliseconds(delay)
            )
            let again = Self.command(arguments)
            if work.status == 128 + SIGKILL {
                killCount += 1
            } else if work.status != 0 {
                throw laboratory.failure("The work ended", work.output, again: again)
            }
            round += 1
            let isLast = work.status == 0
            var violations = try follow(acknowledged(journal), isLast: isLast)
            let proves = isLast || round % roundsPerProof == 0
            violations += try compare(proves: proves, &random)
            guard violations.isEmpty else {
                let what = "Round \(round) of seed \(laboratory.seed) is wrong"
                let output = violations.joined(separator: "\n")
                throw laboratory.failure(what, output, again: again)
            }
        }
        try verify()
    }

    private func arguments(_ journal: String) -> [String] {
        [
            Model.work, laboratory.path("store"), journal, "--seed", "\(laboratory.seed)",
            "--from", "\(next)", "--operations", "\(operationCount)",
        ]
    }

    private static func command(_ arguments: [String]) -> String {
        (["notelet-crash"] + arguments).joined(separator: " ")
    }

    /// The operations that were acknowledged, by their numbers, and whether as done.
    private func acknowledged(_ journal: String) -> [Int: Bool] {
        let data = FileManager.default.contents(atPath: journal) ?? Data()
        return Facts.notes(in: data).reduce(into: [:]) { told, note in
            let isDone = UInt8(note & 0xFF) == Journal.Note.acknowledged.rawValue
            told[Int(note >> 32)] = isDone
        }
    }

    /// Lets the model do what was acknowledged, and what else the store has done; answers what was
    /// told otherwise than the model has it.
    private mutating func follow(_ told: [Int: Bool], isLast: Bool) throws -> [String] {
        let store = try TestedStore.open(directory: laboratory.path("store"))
        defer { store.close() }
        let place = try store.read { view throws(DomainError) in try Model.place(of: view) }
        let acknowledged = told.keys.max() ?? -1
        var violations: [String] = []
        while next < operationCount, next <= acknowledged || model.place < place || isLast {
            model.run(seed: laboratory.seed, number: next)
            if let isDone = model.isLastDone, let wasDone = told[next], wasDone != isDone {
                violations.append("operation \(next) was told to be done: \(wasDone)")
            }
            next += 1
        }
        return violations
    }

    /// Has the store checked, as an operator does, once all is done.
    private func verify() throws {
        let findings = try TestedStore.findings(ofStoreIn: laboratory.path("store"))
        guard !findings.isEmpty else { return }
        let lines = findings.map { "\($0.table) \($0.key) \($0.problem)" }
        let again = Self.command(arguments(laboratory.path("journal")))
        let what = "The store of seed \(laboratory.seed) is not sound"
        throw laboratory.failure(what, lines.joined(separator: "\n"), again: again)
    }

    private func compare(
        proves: Bool,
        _ random: inout SeededGenerator
    ) throws -> [String] {
        let store = try TestedStore.open(directory: laboratory.path("store"))
        defer { store.close() }
        let (seed, model) = (laboratory.seed, model)
        return try store.read { view throws(DomainError) in
            let stored = try Model.place(of: view)
            guard stored == model.place else {
                return ["the store has come to \(stored), and the model to \(model.place)"]
            }
            return try model.violations(of: view, seed: seed, proves: proves, &random)
        }
    }
}
