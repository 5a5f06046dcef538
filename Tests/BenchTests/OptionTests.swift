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
        #expect(invocation[LoadOptions.workload] == .mixed)
        #expect(invocation[LoadOptions.connections] == nil)
        #expect(invocation[LoadOptions.seconds] == 10)
        #expect(invocation[LoadOptions.warmUp] == 2)
        #expect(invocation[LoadOptions.keys] == false)
        #expect(invocation[LoadOptions.verify] == false)
        #expect(invocation[LoadOptions.receivers] == .uniform)
        #expect(invocation[RunCommand.rate] == nil)
        #expect(invocation[TargetOptions.server] == nil)
        let plan = try StoreOptions.plan(invocation)
        #expect(plan.userCount == 10_000)
        #expect(plan.messageCount == 100_000)
        #expect(plan.corpus.text(at: 0).utf8.count == 120)
    }

    @Test("Each workload has the shape that suits it")
    func shapes() {
        #expect(Workload.history.standardPageSize == 50)
        #expect(Workload.mixed.standardPageSize == 20)
        #expect(Workload.send.standardConnectionCount * Workload.send.standardDepth == 512)
        // The server hashes two passwords at a time, and refuses who waits too long.
        #expect(Workload.signIn.standardConnectionCount * Workload.signIn.standardDepth == 4)
    }

    @Test("What is given counts")
    func given() throws {
        let invocation = try parse([
            "run", "--workload", "send", "--keys", "--server", "tcp://127.0.0.1:7575",
            "--users", "2", "--seed", "9",
        ])
        #expect(invocation[LoadOptions.workload] == .send)
        #expect(invocation[LoadOptions.keys])
        #expect(invocation[TargetOptions.server] == .tcp(host: "127.0.0.1", port: 7575))
        #expect(try StoreOptions.plan(invocation).userCount == 2)
        #expect(try StoreOptions.plan(invocation).seed == 9)
    }

    @Test("Attacks go to the door of frames, unless that of HTTP is asked for")
    func attacks() throws {
        let usual = try parse(["attack"])
        #expect(!usual[AttackCommand.web] && usual[AttackCommand.only].isEmpty)
        #expect(usual[AttackCommand.idleConnections] == 10_000)
        let web = try parse(["attack", "--web", "--only", "log-in", "--only", "gzip-bomb"])
        #expect(web[AttackCommand.web])
        #expect(web[AttackCommand.only] == [.logIn, .gzipBomb])
    }

    @Test("Each attack is tried at one of the doors, and all of frames at both")
    func doors() {
        #expect(Set(FrameDoor.attacks + HTTPDoor.attacks) == Set(Attack.allCases))
        #expect(Set(FrameDoor.attacks).isSubset(of: HTTPDoor.attacks))
    }

    @Test(
        "What cannot be is refused",
        arguments: [
            ["run", "--workload", "other"], ["run", "--users", "1"], ["run", "--depth", "0"],
            ["run", "--page-size", "501"], ["run", "--content-bytes", "0"],
            ["run", "--server", "nowhere"], ["run", "--rate", "0"], ["run", "--seconds", "801"],
            ["run", "--receivers", "few"], ["sweep", "--steps", "1"], ["sweep", "--rate", "5"],
            ["preload"], ["floor", "--seconds", "0"], ["attack", "--only", "nothing"],
        ]
    )
    func refused(arguments: [String]) {
        #expect(throws: UsageError.self) { try parse(arguments) }
    }

    private func parse(_ arguments: [String]) throws -> Invocation {
        let outcome = try CommandLineParser(BenchCommand.root, environment: [:]).parse(arguments)
        guard case .run(let invocation) = outcome else {
            throw CommandFailure(.bug, "no command was parsed")
        }
        return invocation
    }
}
