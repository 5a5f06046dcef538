import CommandLineInterface
import Foundation
import TTRPC
import Testing

@testable import notelet_bench

@Suite("Standard benchmark")
struct SuiteTests {
    @Test("The median is the value in the middle, or the mean of two")
    func median() {
        #expect(SuiteRow.median([]) == nil)
        #expect(SuiteRow.median([3]) == 3)
        #expect(SuiteRow.median([9, 1, 5]) == 5)
        #expect(SuiteRow.median([9, 1, 5, 4]) == 4.5)
    }

    @Test("A row tells medians and the spread of its repetitions")
    func row() {
        let row = SuiteRow(
            key: key(.send, .notelet),
            samples: [sample(300, p50: 10, p99: nil), sample(100, p50: 30, p99: 70), sample(200)]
        )
        #expect(row.perSecond == 200)
        #expect(row.perSecondRange == 100...300)
        #expect(row.p50 == 20)
        #expect(row.p99 == 70)
        #expect(SuiteRow(key: key(.send, .floor), samples: []).perSecondRange == nil)
    }

    @Test("A sample counts every call of a group")
    func groups() {
        var latency = Histogram()
        for _ in 0..<100 { latency.record(nanoseconds: 1000) }
        let sample = SuiteSample(latency, seconds: 2, callsPerRecord: 16)
        #expect(sample.perSecond == 800)
        #expect(sample.p50 == 1000)
        #expect(sample.p99 == nil)
    }

    @Test("A measurement that failed is left out and told; only Notelet's own fails the run")
    func leftOut() {
        var report = SuiteReport(settings)
        let lost = CommandFailure(.refused, "wrong answer, 9 times")
        for _ in 0..<2 { report.leaveOut(key(.history, .redis), lost) }
        let title = SuiteFigure.history.title
        #expect(report.remarks == ["\(title), Redis: left out: wrong answer, 9 times"])
        #expect(!report.hasFailed)
        let own = CommandFailure(.refused, "send failed: UNAVAILABLE, 1 times")
        report.leaveOut(key(.send, .notelet), own)
        #expect(report.hasFailed && report.remarks.count == 2)
    }

    @Test("Rates are compared as they are, times the other way round: more is always better")
    func ratios() throws {
        var report = SuiteReport(settings)
        report.add(sample(300), to: key(.send, .notelet))
        report.add(sample(200), to: key(.send, .redis))
        report.add(sample(10, p50: 50), to: key(.historyAlone, .notelet))
        report.add(sample(10, p50: 100), to: key(.historyAlone, .redis))
        report.add(sample(10, p50: 1, p99: 80), to: key(.historyUnderSends, .notelet))
        report.add(sample(10, p50: 9, p99: 20), to: key(.historyUnderSends, .floor))
        let send = try #require(report.rows(of: .send).first)
        #expect(report.ratio(of: send, to: .redis) == 1.5)
        #expect(report.ratio(of: send, to: .postgres) == nil)
        let alone = try #require(report.rows(of: .historyAlone).first)
        #expect(report.ratio(of: alone, to: .redis) == 2)
        let pages = try #require(report.rows(of: .historyUnderSends).first)
        #expect(report.ratio(of: pages, to: .floor) == 0.25)
        #expect(report.ratio(of: pages, to: .redis) == nil)
    }

    @Test("A peer counts by its best set-up, floors by the one that allows least")
    func strictest() throws {
        var report = SuiteReport(settings)
        report.add(sample(100), to: key(.history, .notelet))
        for (setup, rate) in [("32 x 1", 50.0), ("32 x 16", 200), ("alone", 20)] {
            report.add(sample(rate), to: key(.history, .postgres, setup))
            report.add(sample(rate), to: key(.history, .floor, setup))
        }
        let row = try #require(report.rows(of: .history).first)
        #expect(report.ratio(of: row, to: .postgres) == 0.5)
        #expect(report.ratio(of: row, to: .floor) == 5)
    }

    @Test("The floor of a send alone is a page made durable and a round trip")
    func sendAlone() throws {
        var report = SuiteReport(settings)
        report.add(sample(9, p50: 260), to: key(.sendAlone, .notelet))
        report.add(sample(9, p50: 100), to: key(.sendAlone, .floor, FloorTrials.overwrittenSetup))
        #expect(report.rows(of: .sendAlone).count == 2)
        report.add(sample(9, p50: 30), to: key(.sendAlone, .floor, FloorTrials.echoSetup))
        let rows = report.rows(of: .sendAlone)
        #expect(rows.last?.p50 == 130)
        #expect(report.ratio(of: rows[0], to: .floor) == 0.5)
    }

    @Test("An open loop is held against the most that is wanted, by its slowest calls")
    func openLoop() throws {
        var report = SuiteReport(settings)
        #expect(report.rows(of: .sendOpenLoop).isEmpty)
        var sample = sample(100, p50: 2, p99: 9)
        sample.p999 = 25_000_000
        sample.maximum = 80_000_000
        report.add(sample, to: key(.sendOpenLoop, .notelet))
        let rows = report.rows(of: .sendOpenLoop)
        #expect(rows.map(\.key.contestant) == [.notelet, .floor])
        #expect(rows[0].maximum == 80_000_000)
        #expect(report.ratio(of: rows[0], to: .floor) == 2)
        let plan = SuiteLoad.openLoop(sendsPerSecond: 800).plan(
            settings,
            on: .unix(path: "/nowhere"),
            Population(users: [], expiresAt: 0)
        )
        #expect(plan.pace == .openLoop(perSecond: 800, .poisson))
        let sustained = SuiteLoad.sustainedSends.plan(
            settings,
            on: .unix(path: "/nowhere"),
            Population(users: [], expiresAt: 0)
        )
        #expect(sustained.pace == .closedLoop)
        for plan in [plan, sustained] {
            #expect(plan.duration == .seconds(settings.sustainedSeconds))
        }
    }

    @Test("The open loop asks for a share of the rate before it, and others for the same rate")
    func openLoopRates() async throws {
        let rates = OpenLoopRates()
        var asked: [SuiteLoad] = []
        let measure: (SuiteFigure, SuiteLoad) async throws -> SuiteTrial.Outcome = { figure, load in
            asked.append(load)
            return SuiteTrial.Outcome(figure, SuiteSample(perSecond: 1_000))
        }
        let sameRate = SuiteTrial.sends(to: .notelet, atRateOf: .redis, "", rates, measure)
        #expect(try await sameRate.measure().samples.isEmpty)
        #expect(asked.isEmpty)

        let interruption = Interruption()
        let own = SuiteTrial.sustainedSends(of: .redis, rates, interruption, measure)
        #expect(try await own.measure().samples.keys.count == 2)
        #expect(rates[.redis] == 800 && rates[.notelet] == nil)
        #expect(try await sameRate.measure().samples[.sendOpenLoop]?.perSecond == 1_000)
        let openLoop = LoadPlan.Pace.openLoop(perSecond: 800, .poisson)
        #expect(asked.map(\.pace) == [.closedLoop, openLoop, openLoop])
    }

    @Test("An open loop that fails leaves the rate before it as it is")
    func failedOpenLoop() async throws {
        let trial = SuiteTrial.sustainedSends(of: .redis, OpenLoopRates(), Interruption()) {
            figure,
            _ in
            if figure == .sendOpenLoop { throw CommandFailure(.refused, "too slow") }
            return SuiteTrial.Outcome(figure, SuiteSample(perSecond: 1_000))
        }
        let outcome = try await trial.measure()
        #expect(outcome.samples.mapValues(\.perSecond) == [.sendSustained: 1_000])
        #expect(outcome.failures.mapValues(\.message) == [.sendOpenLoop: "too slow"])
    }

    @Test("Contestants take turns within a figure, and the figures follow each other")
    func turns() {
        let trials: [SuiteTrial] = [
            trial(.history, .redis), trial(.send, .notelet, "a"), trial(.send, .notelet, "b"),
            trial(.send, .floor), trial(.send, .redis), trial(.history, .notelet),
        ]
        let order = SuiteTrial.inTurns(trials).map { "\($0.figure) \($0.contestant) \($0.setup)" }
        #expect(
            order == [
                "send notelet a", "send redis ", "send floor ", "send notelet b",
                "history notelet ", "history redis ",
            ]
        )
    }

    @Test("The table names who was not measured, and ends no line in spaces")
    func text() {
        var report = SuiteReport(settings)
        report.versions[.notelet] = "1"
        report.remarks = ["Redis was not measured: not installed"]
        report.wasInterrupted = true
        report.add(sample(300, p50: 5_000, p99: 70_000), to: key(.send, .notelet))
        report.add(sample(150), to: key(.send, .floor, "bare"))
        let text = SuiteText.text(of: report)
        #expect(text.contains("Redis was not measured: not installed"))
        #expect(text.contains("interrupted"))
        #expect(text.contains("5.00 us") && text.contains("2.00"))
        #expect(text.contains("floor, bare"))
        #expect(!text.split(separator: "\n").contains { $0.hasSuffix(" ") })
        #expect(SuiteText.ratio(0.123) == "0.12")
        #expect(SuiteText.ratio(9.96) == "10")
    }

    @Test("The table compares with those who were measured, and says what each serves with")
    func contestants() {
        var report = SuiteReport(settings)
        for (contestant, version) in [(Contestant.notelet, "1"), (.clustered, "with LMDB 0.9.24")] {
            report.versions[contestant] = version
        }
        report.add(sample(300), to: key(.sendByMany, .notelet))
        report.add(sample(600), to: key(.sendByMany, .clustered))
        let text = SuiteText.text(of: report)
        #expect(text.contains("Notelet 1, C with LMDB 0.9.24\n"))
        #expect(text.contains("2 event loops, a writer, a mover; C 1, a mover\n"))
        #expect(text.contains("to C") && text.contains("0.50"))
        #expect(!text.contains("to Redis") && !text.contains("to NATS"))
        #expect(SuiteJSON(report).rows[0].ratios == ["clustered": 0.5])
    }

    @Test("A call's processor time is the median of what is known of it")
    func processorTime() {
        var samples = [sample(1), sample(1), sample(1), sample(1)]
        for (index, time) in [9.0, 5, 7].enumerated() {
            samples[index].processorMicroseconds = time
        }
        var report = SuiteReport(settings)
        for sample in samples { report.add(sample, to: key(.sendByMany, .notelet)) }
        report.add(sample(1), to: key(.sendByMany, .postgres))
        let rows = report.rows(of: .sendByMany)
        #expect(rows.map(\.processorMicroseconds) == [7, nil])
        #expect(SuiteText.text(of: report).contains("7.0 us"))
        #expect(SuiteJSON(report).rows.map(\.processorMicroseconds) == [7, nil])
    }

    @Test("A process is known by what Redis says of itself")
    func redisProcess() {
        let text = "# Server\r\nredis_version:8.0.2\r\nprocess_id:4711\r\ntcp_port:1\r\n"
        #expect(RedisPeer.processIdentifier(in: text) == 4711)
        for other in ["", "process_id:", "process_id:x", "tcp_port:1"] {
            #expect(RedisPeer.processIdentifier(in: other) == nil)
        }
    }

    @Test("A crowd speaks for another user with each call")
    func crowd() {
        let population = Population(users: [], expiresAt: 0)
        for load in [SuiteLoad.byMany(.mixed), .sendsOverMany] {
            let plan = load.plan(settings, on: .unix(path: "/nowhere"), population)
            #expect(plan.callsPerUser == 1)
        }
        let plan = SuiteLoad.many(.send).plan(settings, on: .unix(path: "/"), population)
        #expect(plan.callsPerUser == 64)
    }

    @Test("JSON holds what the table holds")
    func json() throws {
        var report = SuiteReport(settings)
        report.add(sample(300, p50: 5_000), to: key(.send, .notelet))
        report.add(sample(100), to: key(.send, .redis))
        let text = try SuiteJSON(report).text()
        let json = try JSONDecoder().decode(SuiteJSON.self, from: Data(text.utf8))
        #expect(json.rows.map(\.contestant) == [.notelet, .redis])
        #expect(json.rows[0].ratios == ["redis": 3])
        #expect(json.rows[0].samples == [sample(300, p50: 5_000)])
        #expect(json.rows[1].ratios.isEmpty)
        #expect(json.notes == 1000)
    }

    @Test("A log of pgbench is summed up by script, without its warm-up")
    func pgbenchLog() throws {
        let first = "0 1 900 0 100 500000\n0 2 800 1 101 400000\n"
        let second = "1 1 300 0 101 600000\n1 2 200 1 102 500000\n"
        let log = try #require(PgbenchLog([first, second], warmUpSeconds: 1))
        #expect(log.latency[0]?.maximumNanoseconds == 300_000)
        #expect(log.latency[1]?.maximumNanoseconds == 200_000)
        #expect(log.latency[0]?.count == 1 && log.latency[1]?.count == 1)
        #expect(log.seconds == 1)
    }

    @Test(
        "What pgbench does not write is refused",
        arguments: [
            "", "0 1 900 0 100\n", "0 1 x 0 100 5\n", "0 1 900 0 100 1000000\n",
            "0 1 -5 0 100 5\n", "0 1 99999999999999999999 0 100 5\n", "0 1 900 0 100 5\n",
        ]
    )
    func wrongLog(text: String) {
        #expect(PgbenchLog([text], warmUpSeconds: 1) == nil)
    }

    @Test("Options say how the benchmark runs")
    func options() throws {
        let standard = SuiteCommand.settings(try parse(["suite"]))
        #expect(standard.plan.userCount == 10_000)
        #expect(standard.plan.messageCount == 1_000_000)
        #expect(standard.contentByteCount == 120)
        #expect(standard.seconds == 1 && standard.repetitionCount == 3)
        #expect(standard.sustainedSeconds == 5)
        #expect(standard.peers.hasPrefix("/") && standard.peers.hasSuffix("/bench/peers"))
        let given = SuiteCommand.settings(
            try parse([
                "suite", "--seconds", "9", "--repetitions", "5", "--store", "/s",
                "--sustained-seconds", "60",
            ])
        )
        #expect(given.sustainedSeconds == 60)
        #expect(given.seconds == 9 && given.repetitionCount == 5 && given.folder == "/s")
        let quick = SuiteCommand.settings(try parse(["suite", "--quick", "--seconds", "9"]))
        #expect(quick.seconds == 1 && quick.repetitionCount == 1 && quick.sustainedSeconds == 1)
        #expect(throws: UsageError.self) { try parse(["suite", "--seconds", "0"]) }
        #expect(throws: UsageError.self) { try parse(["suite", "--repetitions", "0"]) }
    }

    @Test("Stores of another plan are kept in another folder")
    func folders() {
        var other = settings.plan
        other.messageCount += 1
        #expect(settings.storeFolder != settings(other).storeFolder)
        #expect(settings.storeFolder == settings(settings.plan).storeFolder)
    }

    private var settings: SuiteSettings {
        settings(
            PreloadPlan(
                userCount: 10,
                messageCount: 1000,
                corpus: Corpus(generatedByteCount: 120),
                seed: 1
            )
        )
    }

    private func settings(_ plan: PreloadPlan) -> SuiteSettings {
        SuiteSettings(
            plan: plan,
            seconds: 1,
            repetitionCount: 3,
            sustainedSeconds: 10,
            folder: "/stores",
            serverProgram: "",
            peers: ""
        )
    }

    private func key(
        _ figure: SuiteFigure,
        _ contestant: Contestant,
        _ setup: String = ""
    ) -> SuiteRow.Key {
        SuiteRow.Key(figure: figure, contestant: contestant, setup: setup)
    }

    private func sample(_ perSecond: Double, p50: UInt64? = nil, p99: UInt64? = nil) -> SuiteSample
    {
        SuiteSample(perSecond: perSecond, p50: p50, p99: p99)
    }

    private func trial(
        _ figure: SuiteFigure,
        _ contestant: Contestant,
        _ setup: String = ""
    ) -> SuiteTrial {
        SuiteTrial(contestant: contestant, figure: figure, setup: setup) {
            SuiteTrial.Outcome(figure, SuiteSample(perSecond: 1))
        }
    }

    private func parse(_ arguments: [String]) throws -> Invocation {
        let outcome = try CommandLineParser(BenchCommand.root, environment: [:]).parse(arguments)
        guard case .run(let invocation) = outcome else {
            throw CommandFailure(.bug, "no command was parsed")
        }
        return invocation
    }
}
