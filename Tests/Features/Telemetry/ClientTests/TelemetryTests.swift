import ClientTestSupport
import NoteletAPI
import NoteletClient
import TTRPC
import TelemetryClient
import Testing

@Suite("Telemetry of a client")
struct TelemetryTests {
    @Test("Events go in their order, as many a call as it takes, and what became of them is summed")
    func events() async throws {
        let requests = Log<LogEventsRequest>()
        let server = try FakeServer { router in
            router.answer(TelemetryAPI.logEvents) { request, _ in
                requests.append(request)
                let count = UInt32(request.events.count)
                return LogEventsResponse(accepted: count - 1, dropped: 1)
            }
        }
        let notelet = try TestClient(server).notelet
        let events = (0..<201).map { TelemetryEvent(name: "e\($0)") }
        let app = LogEventsRequest(appVersion: "1.0", platform: "test", installation: "one")
        let response = try await notelet.logEvents(events, of: app)
        #expect(response == LogEventsResponse(accepted: 198, dropped: 3))
        #expect(requests.entries.map(\.events.count) == [100, 100, 1])
        #expect(requests.entries.flatMap(\.events) == events)
        let last = requests.entries.last
        #expect(last?.appVersion == "1.0" && last?.platform == "test")
        #expect(last?.installation == "one")
        #expect(try await notelet.logEvents([], of: app) == LogEventsResponse())
        #expect(requests.entries.count == 3)
    }

    @Test("What is large goes in smaller parts, and what is too large alone")
    func batches() {
        func event(_ byteCount: Int) -> TelemetryEvent {
            TelemetryEvent(name: "e", properties: ["k": String(repeating: "x", count: byteCount)])
        }
        let sizes = [5_000, 5_000, 5_000, 20_000, 1, 1]
        let batches = TelemetryEvent.batches(of: sizes.map(event))
        let shown = batches.map { batch in batch.map { $0.properties["k"]?.utf8.count } }
        #expect(shown == [[5_000, 5_000], [5_000], [20_000], [1, 1]])
    }

    @Test("Who is not signed in reports a crash, with the innermost frames of its stack")
    func crash() async throws {
        let stacks = Log<String>()
        let server = try FakeServer { router in
            router.answer(TelemetryAPI.reportCrash) { request, context in
                #expect(context.token == nil)
                stacks.append(request.stack)
                return ReportCrashResponse(accepted: request.exceptionType == "SIGABRT")
            }
        }
        let notelet = try TestClient(server).notelet
        let short = ReportCrashRequest(exceptionType: "SIGABRT", stack: "0 main")
        #expect(try await notelet.reportCrash(short))
        // A character of three bytes does not end in half.
        let long = ReportCrashRequest(
            exceptionType: "other",
            stack: String(repeating: "가", count: 10_000)
        )
        #expect(try await !notelet.reportCrash(long))
        #expect(stacks.entries[0] == "0 main")
        #expect(stacks.entries[1] == String(repeating: "가", count: 3_413))
    }
}
