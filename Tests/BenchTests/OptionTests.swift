import CommandLineInterface
import TTRPC
import Testing

@testable import notelet_bench

@Suite("Options of notelet-bench")
struct OptionTests {
    @Test(
        "Without a command, run is meant",
        arguments: [
            ([], ["run"]),
            (["--depth", "1"], ["run", "--depth", "1"]),
            (["run", "--depth", "1"], ["run", "--depth", "1"]),
            (["floor"], ["floor"]),
            (["--help"], ["--help"]),
            (["--version"], ["--version"]),
        ]
    )
    func defaultCommand(given: [String], meant: [String]) {
        #expect(BenchCommand.withDefaultCommand(given) == meant)
    }

    @Test("What is not given has its default")
    func defaults() throws {
        let invocation = try parse(["run"])
        #expect(invocation[RunOptions.workload] == .mixed)
        #expect(invocation[RunOptions.connections] == 32)
        #expect(invocation[RunOptions.depth] == 16)
        #expect(invocation[RunOptions.seconds] == 10)
        #expect(invocation[RunOptions.warmUp] == 2)
        #expect(invocation[RunOptions.keys] == false)
        #expect(invocation[RunOptions.server] == nil)
        let plan = StoreOptions.plan(invocation)
        #expect(plan.userCount == 10_000)
        #expect(plan.messageCount == 100_000)
        #expect(plan.contentByteCount == 120)
    }

    @Test("What is given counts")
    func given() throws {
        let invocation = try parse([
            "run", "--workload", "send", "--keys", "--server", "tcp://127.0.0.1:7575",
            "--users", "2", "--seed", "9",
        ])
        #expect(invocation[RunOptions.workload] == .send)
        #expect(invocation[RunOptions.keys])
        #expect(invocation[RunOptions.server] == .tcp(host: "127.0.0.1", port: 7575))
        #expect(StoreOptions.plan(invocation).userCount == 2)
        #expect(StoreOptions.plan(invocation).seed == 9)
    }

    @Test(
        "What cannot be is refused",
        arguments: [
            ["run", "--workload", "other"], ["run", "--users", "1"], ["run", "--depth", "0"],
            ["run", "--page-size", "501"], ["run", "--content-bytes", "0"],
            ["run", "--server", "nowhere"], ["preload"], ["floor", "--seconds", "0"],
        ]
    )
    func refused(arguments: [String]) {
        #expect(throws: UsageError.self) { try parse(arguments) }
    }

    private func parse(_ arguments: [String]) throws -> Invocation {
        switch try CommandLineParser(BenchCommand.root, environment: [:]).parse(arguments) {
        case .run(let invocation): return invocation
        case .help, .version: throw CommandFailure(.bug, "no command was parsed")
        }
    }
}
