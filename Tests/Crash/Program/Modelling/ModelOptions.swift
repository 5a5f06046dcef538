import CommandLineInterface
import Domain
import Storage

/// What is told of an experiment with a model, and of its part that is killed.
enum ModelOptions {
    fileprivate static let operations = Option<Int>(
        "operations",
        .number(in: 1...100_000_000),
        default: "1000000",
        help: "How many operations."
    )
    fileprivate static let pause = Option<Int>(
        "milliseconds",
        .number(in: 1...600_000),
        default: "2000",
        help: "How long the work goes on at most before it is killed."
    )
    fileprivate static let keeps = Option<Bool>.flag(
        "keep",
        help: "Leave the store where it is."
    )
    private static let from = Option<Int>(
        "from",
        .number(in: 0...100_000_000),
        default: "0",
        help: "The number of the first operation."
    )

    /// Those of the experiment.
    static let all: [any ParameterDeclaration] = [
        operations, pause, keeps, CrashOptions.seed, CrashOptions.folder,
    ]
    /// Those of its part.
    static let ofWork: [any ParameterDeclaration] = [operations, from, CrashOptions.workSeed]

    /// Does operations on a store, from the first one to the last that was asked for.
    static func work(
        _ invocation: Invocation,
        _ body: (UInt64, Range<Int>, RecordStore, Journal) throws(DomainError) -> Void
    ) throws -> ExitCode {
        let store = try TestedStore.open(directory: invocation[CrashOptions.directory])
        defer { store.close() }
        let journal = try Journal(path: invocation[CrashOptions.journal])
        let first = invocation[from]
        do throws(DomainError) {
            let numbers = first..<max(first, invocation[operations])
            try body(invocation[CrashOptions.workSeed], numbers, store, journal)
        } catch {
            throw CommandFailure(.inputOutput, "The store failed: \(error).")
        }
        return .success
    }
}

extension ModelExperiment {
    /// Does the experiment that was asked for, and says how it ended.
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let laboratory = try Laboratory(
            in: invocation[CrashOptions.folder],
            seed: invocation[CrashOptions.seed]
        )
        let count = invocation[ModelOptions.operations]
        var experiment = ModelExperiment(
            laboratory: laboratory,
            operationCount: count,
            millisecondsMax: invocation[ModelOptions.pause]
        )
        let start = ContinuousClock.now
        try experiment.run()
        let seconds = start.duration(to: .now) / .seconds(1)
        try TextOutput.standard.writeLine(
            "\(count) operations, seed \(laboratory.seed): \(experiment.model.summary), "
                + "\(experiment.killCount) kills, nothing differs; \(Int(seconds)) s"
        )
        if invocation[ModelOptions.keeps] {
            try TextOutput.standard.writeLine("The store is \(laboratory.path("store")).")
        } else {
            laboratory.remove()
        }
        return .success
    }
}
