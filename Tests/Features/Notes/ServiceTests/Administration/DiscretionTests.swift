import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// Nothing that an operator gets without asking for senders tells who sent an anonymous note.
@Suite struct DiscretionTests {
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
        sender = try await service.person("canary-sender")
        guest = try await service.guest()
    }

    /// All that an operator can read about the receiver and the notes.
    private func operatorBytes() async throws -> [[UInt8]] {
        let api = AdministrationAPI.self
        var all = [
            encode(try await root.user("receiver")),
            encode(try await root.call(api.listReports, ListReportsRequest())),
            encode(
                try await root.call(
                    api.getStatistics,
                    GetStatisticsRequest(firstDay: 0, dayCount: 3_660)
                )
            ),
        ]
        for number in [1, 2] as [UInt64] {
            all.append(
                encode(try await root.call(api.getReport, GetReportRequest(number: number)))
            )
            let request = ResolveReportRequest(number: number, text: "done")
            all.append(encode(try await root.call(api.resolveReport, request)))
        }
        return all
    }

    @Test(arguments: Door.allCases)
    func noAnswerHoldsAnythingOfTheSender(door: Door) async throws {
        try service.enter(by: door)
        var tail = try await root.tail()
        let contact = try await service.addContact("받는 사람", of: sender, link: receiver.link)
        let sentIDs = [
            try await service.send("같은 말", from: sender, to: receiver),
            try await service.send("같은 말", from: guest, to: receiver),
            try await service.send("같은 말", from: sender, through: contact),
        ]
        for note in try await service.received(by: receiver).prefix(2) {
            let report = ReportMessageRequest(messageID: note.id, reason: .spam)
            try await service.call(MessagesAPI.reportMessage, report, as: receiver.caller)
        }
        var all = try await operatorBytes()
        for _ in 0..<5 { all.append(encode(try #require(try await tail.next()))) }
        let texts = [sender.user.username, sender.user.email].map { Array($0.utf8) }
        let ids = sentIDs + [sender.user.id, guest.user.id, contact.id]
        let canaries = (texts + ids).flatMap(forms)
        for bytes in all {
            for canary in canaries { #expect(!contains(bytes, canary)) }
        }
    }

    @Test func sendingChangesNothingThatIsShownOfTheSender() async throws {
        let before = try await root.user("canary-sender")
        try await service.send(from: sender, to: receiver)
        #expect(try await root.user("canary-sender") == before)
    }

    @Test func countsAreByDayAndDoor() async throws {
        let contact = try await service.addContact("받는 사람", of: sender, link: receiver.link)
        try await service.send(from: guest, to: receiver)
        try await service.send(from: sender, through: contact)
        service.clock.advance(seconds: 86_400)
        let later = try await service.renewed(sender)
        try await service.send(from: later, to: receiver)
        let statistics = try await root.call(
            AdministrationAPI.getStatistics,
            GetStatisticsRequest(
                firstDay: TestClock.start.dayNumber,
                dayCount: 2
            )
        )
        let days = statistics.days
        #expect(days.map(\.notesByLink) == [1, 1] && days.map(\.notesByContact) == [1, 0])
        #expect(days.map(\.accounts) == [2, 0])
        #expect(statistics.total?.notesByLink == 2)
        let wrong = GetStatisticsRequest(firstDay: 0, dayCount: 0)
        await #expect(throws: RPCError.self) {
            try await root.call(AdministrationAPI.getStatistics, wrong)
        }
    }
}
