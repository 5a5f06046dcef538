import CommandLineInterface
import Foundation
import TTRPC
import Testing

@testable import notelet_bench

@Suite("More users and watchers in the standard benchmark")
struct SuiteRowsTests {
    @Test("Notelet is compared with its first row where it is measured several times")
    func itself() throws {
        var report = SuiteReport(settings)
        report.add(SuiteSample(perSecond: 100), to: key(.sendAmongMore, "few"))
        report.add(SuiteSample(perSecond: 40), to: key(.sendAmongMore, "many"))
        report.add(SuiteSample(perSecond: 10, p99: 20), to: key(.delivery, "one"))
        report.add(SuiteSample(perSecond: 10, p99: 50), to: key(.delivery, "ten"))
        report.add(SuiteSample(perSecond: 10), to: key(.send, ""))
        report.add(SuiteSample(perSecond: 9), to: key(.send, "keyed"))
        let rows = [SuiteFigure.sendAmongMore, .delivery, .send].flatMap(report.rows)
        #expect(rows.map { report.ratioToItself(of: $0) } == [nil, 0.4, nil, 0.4, nil, nil])
        #expect(SuiteJSON(report).rows.last?.ratios == ["notelet": 0.4])
        #expect(SuiteText.text(of: report).contains("to itself"))
    }

    @Test("Watched users have as many watchers each, and as many notes come however many they are")
    func watched() throws {
        let plans = [1, 10].map { count in
            SuiteLoad.watched(userCount: count).plan(
                settings,
                on: .unix(path: "/nowhere"),
                Population(users: [], expiresAt: 0)
            )
        }
        #expect(plans[0].pace == plans[1].pace)
        #expect(plans.map { $0.watch?.watcherCount } == [100, 1000])
        #expect(plans.map { $0.watch?.watcherCount(ofUserAt: 0) } == [100, 100])
        for plan in plans {
            #expect(plan.workload == .watch)
            #expect(plan.duration == .seconds(settings.sustainedSeconds))
        }
    }

    @Test("A delivery is counted, timed and paid for without the sends")
    func deliveries() throws {
        var tally = Tally()
        for _ in 0..<10 { tally[.send].latency.record(nanoseconds: 9_000_000) }
        for _ in 0..<1000 { tally[.delivery].latency.record(nanoseconds: 1000) }
        tally[.send].answeredCount = 10
        tally[.delivery].answeredCount = 1000
        let result = LoadResult(
            tally: tally,
            seconds: 2,
            toolProcessorSeconds: 0,
            serverProcessorSeconds: 0.5,
            unansweredCount: 0,
            wasInterrupted: false
        )
        let delivery = try #require(try SuiteTrial.Outcome(.delivery, result).samples[.delivery])
        #expect(delivery.perSecond == 500 && delivery.maximum == 1000)
        let cost = try #require(delivery.processorMicroseconds)
        #expect(abs(cost - 500) < 0.001)
        let all = try #require(try SuiteTrial.Outcome(.send, result).samples[.send])
        #expect(all.perSecond == 505)
        #expect(result.serverMicroseconds(for: [.history]) == nil)
    }

    @Test("A large store has its own folder, and pages and notes by its plan")
    func largeStore() throws {
        let store = try #require(LargeStore.all.first)
        let plan = store.plan(like: settings.plan)
        #expect(plan.userCount == 100_000 && plan.messageCount == 2_000_000)
        #expect(plan.seed == settings.plan.seed)
        let own = settings.filled(by: plan)
        #expect(own.storeFolder == "/stores/100000x2000000x120-1")
        #expect(store.name == "100,000 users with 20 notes, after 10 s of sends")
        #expect(
            [7, 999, 10_000, 1_234_567].map(LargeStore.users) == [
                "7 users", "999 users", "10,000 users", "1,234,567 users",
            ]
        )
    }

    @Test("Stores that are larger than the usual one are measured, the largest not in a hurry")
    func largeStores() throws {
        let counts = { (arguments: [String]) in
            SuiteCommand.settings(try parse(["suite"] + arguments)).largeStores.map(\.userCount)
        }
        #expect(try counts([]) == [100_000, 1_000_000])
        #expect(try counts(["--quick"]) == [100_000])
        #expect(try counts(["--users", "100000"]) == [1_000_000])
        #expect(try counts(["--users", "1000000"]).isEmpty)
    }

    @Test("Arguments of the server are taken as they stand, and recorded")
    func serverArguments() throws {
        let invocation = try parse([
            "suite", "--server-argument", "--write-buffer", "--server-argument=256MiB",
        ])
        let settings = SuiteCommand.settings(invocation)
        #expect(settings.serverArguments == ["--write-buffer", "256MiB"])
        let report = SuiteReport(settings)
        #expect(SuiteText.text(of: report).contains("further arguments: --write-buffer 256MiB\n"))
        #expect(SuiteJSON(report).serverArguments == settings.serverArguments)
        #expect(!SuiteText.text(of: SuiteReport(self.settings)).contains("further arguments"))
    }

    @Test("What else the machine did stands in table and JSON")
    func machineLoad() throws {
        var report = SuiteReport(settings)
        #expect(!SuiteText.text(of: report).contains("load average"))
        report.machineLoad = MachineLoad(averages: [0.5, 1, 2], withheldPercent: 1.25)
        let text = SuiteText.text(of: report)
        #expect(
            text.contains(
                "load average before it 0.50, 1.00, 2.00; "
                    + "1.2 % of the processors withheld by the host\n"
            )
        )
        #expect(SuiteJSON(report).machineLoad == report.machineLoad)
    }

    @Test("Averages are read as the kernel writes them, and time passes without harm")
    func machineWatch() {
        #expect(MachineLoad.averages(in: "0.03 0.12 0.69 1/123 4711\n") == [0.03, 0.12, 0.69])
        for text in ["", "0.1 0.2", "a b c"] { #expect(MachineLoad.averages(in: text) == nil) }
        let percent = MachineWatch().load.withheldPercent
        #expect((percent ?? 0) >= 0)
    }

    private var settings: SuiteSettings {
        SuiteSettings(
            plan: PreloadPlan(
                userCount: 10,
                messageCount: 1000,
                corpus: Corpus(generatedByteCount: 120),
                seed: 1
            ),
            seconds: 1,
            repetitionCount: 3,
            sustainedSeconds: 10,
            folder: "/stores",
            serverProgram: "",
            peers: ""
        )
    }

    private func key(_ figure: SuiteFigure, _ setup: String) -> SuiteRow.Key {
        SuiteRow.Key(figure: figure, contestant: .notelet, setup: setup)
    }

    private func parse(_ arguments: [String]) throws -> Invocation {
        let outcome = try CommandLineParser(BenchCommand.root, environment: [:]).parse(arguments)
        guard case .run(let invocation) = outcome else {
            throw CommandFailure(.bug, "no command was parsed")
        }
        return invocation
    }
}
