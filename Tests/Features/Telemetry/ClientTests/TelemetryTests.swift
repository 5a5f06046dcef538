import ClientTestSupport
import NoteletAPI
import NoteletClient
import TTRPC
import TelemetryClient
import Testing

@Suite("Telemetry of a client")
struct TelemetryTests {
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
