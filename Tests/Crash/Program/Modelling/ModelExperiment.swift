import Domain
import Foundation
import Records
import Storage
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
            let arguments = [
                Model.work, laboratory.path("store"), journal, "--seed", "\(laboratory.seed)",
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
            let proves = isLast || round % roundsPerProof == 0
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
        let place = try store.read { view throws(DomainError) in try Model.place(of: view) }
        while next < operationCount, next <= acknowledged || model.place < place || isLast {
            model.run(seed: laboratory.seed, number: next)
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
            let stored = try Model.place(of: view)
            guard stored == model.place else {
                return ["the store has come to \(stored), and the model to \(model.place)"]
            }
            return try model.violations(of: view, seed: seed, proves: proves, &random)
        }
    }
}
