import AccountRules
import Domain
import NoteletAPI
import TTRPC
import Testing

@testable import Serving

/// What operators see of reports, and what they say about them.
@Suite struct ReportDeskTests {
    private let service: TestService
    private let root: AdminOperator
    private let alice: Person
    private let bob: Person
    private let desk: AdminDesk

    init() async throws {
        service = try TestService()
        desk = try AdminDesk(of: service)
        root = try await desk.operator()
        alice = try await service.person("alice")
        bob = try await service.person("bob")
        for _ in 0..<2 { try await service.send("나쁜 말", from: bob, to: alice) }
        let notes = try await service.received(by: alice)
        for (note, reason) in zip(notes, [NoteletAPI.ReportReason.spam, .threat]) {
            let report = ReportMessageRequest(messageID: note.id, reason: reason, detail: "도와줘")
            try await service.call(MessagesAPI.reportMessage, report, as: alice.caller)
        }
    }

    private func reason<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws -> RefusalReason? {
        do throws(RPCError) {
            try await root.call(method, request)
            return nil
        } catch {
            return try NoteletAPI.Refusal(of: error.status).reason
        }
    }

    @Test func listsAreShortAndSingleReportsWhole() async throws {
        let page = try await root.call(AdministrationAPI.listReports, ListReportsRequest())
        #expect(page.reports.map(\.number) == [2, 1] && page.nextBefore == 0)
        #expect(page.reports.allSatisfy { $0.content.isEmpty && $0.detail.isEmpty })
        let first = try await root.call(
            AdministrationAPI.listReports,
            ListReportsRequest(pageSize: 1)
        )
        #expect(first.reports.map(\.number) == [2] && first.nextBefore == 2)
        let whole = try await root.call(AdministrationAPI.getReport, GetReportRequest(number: 2))
        let report = try #require(whole.report)
        #expect(report.content == "나쁜 말" && report.detail == "도와줘" && report.reason == .threat)
        #expect(report.receiverID == alice.user.id && report.resolution == nil)
        let missing = GetReportRequest(number: 3)
        #expect(try await reason(AdministrationAPI.getReport, missing) == .reportNotFound)
    }

    @Test func oneNoteIsOneReportWithItsFirstWords() async throws {
        for note in try await service.received(by: alice) {
            let again = ReportMessageRequest(messageID: note.id, reason: .other, detail: "또")
            try await service.call(MessagesAPI.reportMessage, again, as: alice.caller)
        }
        let page = try await root.call(AdministrationAPI.listReports, ListReportsRequest())
        #expect(page.reports.map(\.number) == [2, 1])
        #expect(page.reports.map(\.reason) == [.threat, .spam])
    }

    @Test func whatIsResolvedWaitsNoMore() async throws {
        let request = ResolveReportRequest(number: 1, text: "경고함")
        let resolved = try await root.call(AdministrationAPI.resolveReport, request)
        #expect(resolved.report?.resolution?.text == "경고함")
        #expect(resolved.report?.resolution?.operatorName.hasPrefix("user ") == true)
        let open = try await root.call(
            AdministrationAPI.listReports,
            ListReportsRequest(openOnly: true)
        )
        #expect(open.reports.map(\.number) == [2])
        #expect(try service.audit().map(\.action) == ["report resolve 1 --text '경고함'"])
        let missing = ResolveReportRequest(number: 9)
        #expect(try await reason(AdministrationAPI.resolveReport, missing) == .reportNotFound)
        let long = ResolveReportRequest(number: 1, text: String(repeating: "a", count: 1_001))
        #expect(try await reason(AdministrationAPI.resolveReport, long) == .invalidValue)
    }

    @Test func aSenderIsToldOnceItIsRecorded() async throws {
        let request = RevealReportedSenderRequest(number: 1)
        let told = try await root.call(AdministrationAPI.revealReportedSender, request)
        let sender = NoteletAPI.NoteSender(kind: .account, id: bob.user.id, username: "bob")
        #expect(told.sender == sender)
        #expect(try service.audit().map(\.action) == ["report show 1 --reveal-senders"])
        try await root.call(AdministrationAPI.deleteUser, ChangeUserRequest(id: bob.user.id))
        let gone = try await root.call(AdministrationAPI.revealReportedSender, request)
        #expect(gone.sender == NoteletAPI.NoteSender(kind: .gone))
    }
}
