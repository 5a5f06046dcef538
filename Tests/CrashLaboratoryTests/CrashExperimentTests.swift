import Foundation
import TestSupport
import Testing

/// The experiments of Tests/Crash in the size of a change; make runs the long ones.
@Suite("Crash experiments", .serialized)
struct CrashExperimentTests {
    private let files = TemporaryDirectory()
    /// For watched disks, as make has them: what a power cut leaves of those the laboratory knows
    /// from its record, whatever they lie on.
    private let memory = TemporaryDirectory(in: .memory)

    @Test("What was acknowledged survives a kill at any moment", .timeLimit(.minutes(2)))
    func kills() async throws {
        // On a disk: where a flush takes time, a kill can hit it.
        let half = ["kill", "--rounds", "10"]
        for run in try await experiments([half, half]) {
            #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
            #expect(run.output.contains("none lost, none twice"))
        }
    }

    @Test("What was acknowledged survives a power cut", .timeLimit(.minutes(2)))
    func powerCuts() async throws {
        let run = try await experiment(["power", "--images", "100", "--shim", try await shim()])
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("none lost, none twice"))
    }

    @Test("What was acknowledged survives a failing disk", .timeLimit(.minutes(2)))
    func failingDisk() async throws {
        let options = ["--operations", "4", "--step", "9", "--shim", try await shim()]
        let runs = try await experiments(
            ["store", "archive"].map { ["fail", "--place", $0] + options }
        )
        for run in runs {
            #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        }
        #expect(runs.map { $0.output.split(separator: "\n").count } == [8, 5])
    }

    @Test("What a log lacks is noticed", .timeLimit(.minutes(2)))
    func lostLogs() async throws {
        let run = try await experiment(["lose", "--rounds", "1"])
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("none unnoticed"))
    }

    @Test("A damaged page costs nothing in silence, and no order", .timeLimit(.minutes(2)))
    func damagedPages() async throws {
        let run = try await experiment([
            "pages", "--operations", "10", "--step", "9", "--lanes", "2",
        ])
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("0 aborted, 0 hung"))
        #expect(run.output.contains("0 in silence"))
    }

    @Test("The ledger is what a plain model says, after each kill", .timeLimit(.minutes(2)))
    func ledger() async throws {
        let run = try await experiment([
            "ledger", "--operations", "6000", "--milliseconds", "1500",
        ])
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("nothing differs"))
    }

    @Test("Rewards are what a plain model says, after each kill", .timeLimit(.minutes(2)))
    func rewards() async throws {
        let run = try await experiment([
            "rewards", "--operations", "6000", "--milliseconds", "1500",
        ])
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("nothing differs"))
    }

    @Test("Delivery is what a plain model says, after each kill", .timeLimit(.minutes(2)))
    func delivery() async throws {
        let run = try await experiment([
            "delivery", "--operations", "4000", "--milliseconds", "1500",
        ])
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("nothing differs"))
    }

    @Test("Work that is wrong is found by killing it", .timeLimit(.minutes(2)))
    func wrongWorkIsFound() async throws {
        let mutants = ["early", "twice", "split"]
        let runs = try await experiments(
            mutants.map { ["kill", "--rounds", "20", "--mutant", $0] }
        )
        for (mutant, run) in zip(mutants, runs) {
            #expect(run.exitCode == 1, "\(mutant): \(run.output)")
            #expect(run.errorOutput.contains("is wrong"), "\(mutant): \(run.errorOutput)")
        }
    }

    @Test("Flushes that do nothing are found by cutting the power", .timeLimit(.minutes(2)))
    func lyingDiskIsFound() async throws {
        let lies = ["file", "folder", "settled"]
        let options = ["--images", "400", "--shim", try await shim()]
        let runs = try await experiments(lies.map { ["power", "--lie", $0] + options })
        for (lie, run) in zip(lies, runs) {
            #expect(run.exitCode == 1, "\(lie): \(run.output)")
            // By what came back, or by the store itself, which knows what log it should have.
            let isFound = ["is wrong", "incomplete("].contains { run.errorOutput.contains($0) }
            #expect(isFound, "\(lie): \(run.errorOutput)")
        }
    }

    @Test("A power cut that was found can be made again")
    func cutIsRepeatable() async throws {
        let options = ["--images", "400", "--shim", try await shim(), "--lie", "file"]
        var first = try await experiment(["power"] + options)
        // Now and then the store misses a part of its log before anything wrong can come back.
        for _ in 0..<4 where first.errorOutput.contains("incomplete(") {
            first = try await experiment(["power"] + options)
        }
        let command = try #require(first.errorOutput.components(separatedBy: "Again: ").last)
        let words = command.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init)
        let again = try await ProgramRun.run("notelet-crash", words)
        // A file without its end is mapped, and its missing pages end the process by a signal.
        let status = try #require(first.errorOutput.firstMatch(of: /is wrong \(status (\d+)\)/))
        #expect(again.exitCode == Int32(status.1), "\(again.output)")
        if again.exitCode == 128 + SIGBUS { return }
        #expect(again.exitCode == 1, "\(again.output)")
        let violation = again.errorOutput.dropFirst("notelet-crash: ".count).prefix(40)
        #expect(first.errorOutput.contains(violation), "\(first.errorOutput) \(violation)")
    }

    @Test("What was acknowledged survives a full map, and room comes back", .timeLimit(.minutes(2)))
    func fullMap() async throws {
        // In memory: it is about room, and each record is flushed by itself.
        let words = ["fill", "--cycles", "3", "--folder", memory.path]
        let run = try await ProgramRun.run("notelet-crash", words, within: Patience.limit * 2)
        #expect(run.exitCode == 0, "\(run.output)\(run.errorOutput)")
        #expect(run.output.contains("none lost"))
    }

    private func experiment(_ arguments: [String]) async throws -> ProgramRun {
        let folder = arguments.contains("--shim") ? memory : files
        return try await ProgramRun.run(
            "notelet-crash",
            arguments + ["--folder", folder.path],
            within: Patience.limit * 5
        )
    }

    /// Lets experiments run side by side, each in a folder of its own; answers in their order.
    private func experiments(_ arguments: [[String]]) async throws -> [ProgramRun] {
        try await withThrowingTaskGroup(of: (Int, ProgramRun).self) { group in
            for (index, arguments) in arguments.enumerated() {
                group.addTask { (index, try await experiment(arguments)) }
            }
            let runs = try await group.reduce(into: []) { $0.append($1) }
            return runs.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func shim() async throws -> String {
        try await WatchedDisk.build(files.path("disk.so"))
    }
}
