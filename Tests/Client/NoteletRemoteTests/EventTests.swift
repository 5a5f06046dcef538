import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import TTRPC
import Testing

/// How events go to a service.
@Suite("Events of an application at a service", .timeLimit(.minutes(1)))
struct EventTests {
    @Test("Of what an application says of itself goes so much as the service takes")
    func clipped() async throws {
        let requests = Log<(LogEventsRequest, String?)>()
        let desk = try Desk { router in
            router.answer(TelemetryAPI.logEvents) { request, context in
                requests.append((request, context.key))
                return LogEventsResponse(accepted: 1)
            }
        }
        let caller = RemoteCaller(desk.client.notelet)
        let event = LoggedEvent(name: "e", properties: [:], occurredAt: Date())
        let cases: [(String, String)] = [
            ("1.0 (7)", "1.0 (7)"), ("1\r\n.\u{7f}0\u{2028}", "1.0"),
            (String(repeating: "가", count: 64), String(repeating: "가", count: 64)),
            (String(repeating: "가", count: 65), String(repeating: "가", count: 64)),
            (
                String(repeating: "a\u{301}\u{302}", count: 60),
                String(repeating: "a\u{301}\u{302}", count: 51)
            ),
        ]
        for (said, told) in cases {
            let application = ApplicationDescription(version: said, platform: said)
            try await caller.send([event], of: application, installation: "i", key: "k")
            let (request, key) = try #require(requests.entries.last)
            #expect(Array(request.appVersion.utf8) == Array(told.utf8))
            #expect(request.platform == request.appVersion)
            #expect(request.installation == "i" && key == "k")
        }
        try await caller.send([event], of: ApplicationDescription())
        let (request, key) = try #require(requests.entries.last)
        #expect(request.installation.isEmpty && key?.isEmpty == false && key != "k")
    }
}
