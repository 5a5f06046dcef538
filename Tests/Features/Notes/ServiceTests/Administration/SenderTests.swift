import AccountRules
import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// What operators do to senders without learning who they are.
@Suite struct SenderTests {
    private let service: TestService
    private let desk: AdminDesk
    private let root: AdminOperator
    private let receiver: Person
    private let sender: Person
    private let guest: Person

    init() async throws {
        service = try TestService()
        desk = try AdminDesk(of: service)
        root = try await desk.operator()
        receiver = try await service.person("receiver")
        sender = try await service.person("sender")
        guest = try await service.guest()
    }

    /// Has somebody send a note, and its receiver report it; the report, and the receiver's id.
    private func reported(
        from person: Person
    ) async throws -> (report: NoteletAPI.NoteReference, note: NoteletAPI.NoteReference) {
        try await service.send("나쁜 말", from: person, to: receiver)
        let note = try #require(try await service.received(by: receiver).first).id
        let report = ReportMessageRequest(messageID: note, reason: .threat)
        try await service.call(MessagesAPI.reportMessage, report, as: receiver.caller)
        let page = try await root.call(AdministrationAPI.listReports, ListReportsRequest())
        let number = try #require(page.reports.first).number
        return (.init(note: .reportNumber(number)), .init(note: .messageID(note)))
    }

    /// All that an operator can read about people.
    private func shownPeople() async throws -> [UInt8] {
        var bytes = encode(
            try await root.call(AdministrationAPI.listUsers, ListUsersRequest(pageSize: 500))
        )
        for person in [receiver, sender, guest] {
            let request = GetUserRequest(reference: .id(person.user.id))
            bytes += encode(try await root.call(AdministrationAPI.getUser, request))
        }
        return bytes
    }

    private func reason(as person: Person) async throws -> RefusalReason? {
        try await service.reason(SyncAPI.pull, PullRequest(), as: person.elsewhere)
    }

    private func reason(
        _ method: NoteletAPI.MethodDescriptor<NoteletAPI.NoteReference, ChangeSenderResponse>,
        _ request: NoteletAPI.NoteReference
    ) async throws -> RefusalReason? {
        do throws(RPCError) {
            try await root.call(method, request)
            return nil
        } catch {
            return try NoteletAPI.Refusal(of: error.status).reason
        }
    }

    @Test("The sender of a reported note is out, by the report as by the note, until let in again")
    func banned() async throws {
        for person in [sender, guest] {
            let (report, note) = try await reported(from: person)
            for (ban, unban) in [(report, note), (note, report)] {
                let stream = RecordingStream()
                _ = try service.open(
                    SyncAPI.watch,
                    WatchRequest(),
                    as: person.elsewhere,
                    on: stream
                )
                for _ in 0..<2 { try await root.call(AdministrationAPI.banSender, ban) }
                #expect(stream.reason == .notAuthenticated)
                #expect(try await reason(as: person) == .notAuthenticated)
                let refresh = RefreshRequest(refreshToken: person.session.refreshToken)
                #expect(
                    try await service.reason(AccountsAPI.refresh, refresh, as: .nobody)
                        == .notAuthenticated
                )
                for _ in 0..<2 { try await root.call(AdministrationAPI.unbanSender, unban) }
                #expect(try await reason(as: person) == nil)
            }
        }
        #expect(try service.audit().map(\.action).filter { $0.hasPrefix("note ") }.count == 16)
    }

    @Test("A connection that was signed in is out as well, and so is a log-in")
    func bannedEverywhere() async throws {
        let (report, _) = try await reported(from: sender)
        let profile = ProfilesAPI.getProfile
        #expect(try await service.reason(profile, GetProfileRequest(), as: sender.caller) == nil)
        try await root.call(AdministrationAPI.banSender, report)
        #expect(
            try await service.reason(profile, GetProfileRequest(), as: sender.caller)
                == .notAuthenticated
        )
        let send = SendToLinkRequest(link: receiver.link, content: "또")
        #expect(
            try await service.reason(MessagesAPI.sendToLink, send, as: sender.caller)
                == .notAuthenticated
        )
        let logIn = LogInRequest(email: sender.user.email, password: TestService.password)
        #expect(
            try await service.reason(AccountsAPI.logIn, logIn, as: .nobody) == .accountNotActive
        )
    }

    @Test("Nothing that anybody is shown tells who was banned")
    func unseen() async throws {
        let (report, _) = try await reported(from: sender)
        let before = try await shownPeople()
        try await root.call(AdministrationAPI.banSender, report)
        #expect(try await shownPeople() == before)
        // Others reach the account as before.
        let find = FindByLinkRequest(link: sender.link)
        #expect(try await service.reason(ProfilesAPI.findByLink, find, as: .nobody) == nil)
        try await service.send("안녕", from: receiver, to: sender)
        let audit = try service.audit().map(\.action).joined(separator: "\n")
        let id = try #require(OpaqueID(sender.user.id)).uuid
        #expect(audit.contains("note ban-sender 1") && !audit.contains(id))
    }

    @Test("The answer is the same for an account, for a guest and for who is gone")
    func sameAnswers() async throws {
        let gone = try await service.person("gone")
        var requests: [NoteletAPI.NoteReference] = []
        for person in [sender, guest, gone] {
            let (report, note) = try await reported(from: person)
            requests += [report, note]
        }
        try await root.call(
            AdministrationAPI.deleteUser,
            ChangeUserRequest(id: gone.user.id)
        )
        for isErased in [false, true] {
            if isErased { await service.keepHouse() }
            for request in requests {
                #expect(try await reason(AdministrationAPI.banSender, request) == nil)
                #expect(try await reason(AdministrationAPI.unbanSender, request) == nil)
            }
        }
    }

    @Test("A note or a report that there is not is refused, and not recorded")
    func unknown() async throws {
        let unknown: [(NoteletAPI.NoteReference, RefusalReason)] = [
            (.init(note: .reportNumber(9)), .reportNotFound),
            (.init(note: .reportNumber(0)), .reportNotFound),
            (.init(note: .messageID([UInt8](repeating: 7, count: 16))), .messageNotFound),
            (.init(note: .messageID([1])), .invalidValue), (.init(), .invalidValue),
        ]
        for (request, expected) in unknown {
            #expect(try await reason(AdministrationAPI.banSender, request) == expected)
            #expect(try await reason(AdministrationAPI.unbanSender, request) == expected)
        }
        #expect(try service.audit().isEmpty)
    }

    @Test("A removed note leaves its receiver's view alone, once, and is recorded with the reason")
    func removed() async throws {
        let (report, note) = try await reported(from: sender)
        let sent = try await service.sent(by: sender)
        let remove = AdministrationAPI.removeNote
        for reason in ["", String(repeating: "a", count: 1_001)] {
            await #expect(throws: RPCError.self) {
                try await root.call(remove, RemoveNoteRequest(note: report, reason: reason))
            }
        }
        try await root.call(remove, RemoveNoteRequest(note: report, reason: "협박"))
        #expect(try await service.received(by: receiver).isEmpty)
        #expect(try await service.sent(by: sender) == sent)
        for reference in [report, note] {
            await #expect(throws: RPCError.self) {
                try await root.call(remove, RemoveNoteRequest(note: reference, reason: "again"))
            }
        }
        #expect(try service.audit().map(\.action) == ["note remove 1 --reason '협박'"])
        let shown = try await root.call(AdministrationAPI.getReport, GetReportRequest(number: 1))
        #expect(shown.report?.content == "나쁜 말")
        // Whoever sent it can be banned all the same.
        try await root.call(AdministrationAPI.banSender, report)
        #expect(try await reason(as: sender) == .notAuthenticated)

        let (_, other) = try await reported(from: guest)
        try await root.call(remove, RemoveNoteRequest(note: other, reason: "스팸"))
        #expect(try await service.received(by: receiver).isEmpty)
        let pull = try await service.call(
            SyncAPI.pull,
            PullRequest(pageSize: 500),
            as: receiver.caller
        )
        let deletions = pull.changes.filter { change in
            if case .deletedMessageID = change.kind { true } else { false }
        }
        #expect(deletions.count == 2)
    }

    @Test("Who deletes a banned account leaves nothing of the ban")
    func deleted() async throws {
        let (report, _) = try await reported(from: sender)
        try await root.call(AdministrationAPI.banSender, report)
        let before = try service.contents().count
        try await root.call(
            AdministrationAPI.deleteUser,
            ChangeUserRequest(id: sender.user.id)
        )
        await service.keepHouse()
        #expect(try service.contents().count < before)
        try await root.call(AdministrationAPI.unbanSender, report)
    }
}
