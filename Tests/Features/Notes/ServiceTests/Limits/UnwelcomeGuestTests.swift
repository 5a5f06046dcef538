import Domain
import NoteletAPI
import TTRPC
import Testing

@testable import Serving
@testable import NoteService

/// Who was blocked or banned as a guest, and comes back as another one, is slowed down.
@Suite struct UnwelcomeGuestTests {
    private let service: TestService
    private let receiver: Person
    private let second: Person

    init() async throws {
        service = try TestService(limits: ServiceLimits())
        receiver = try await service.person("receiver")
        second = try await service.person("second")
    }

    /// A guest of an address who has sent the receiver a note; the receiver's id of it.
    private func guest(at address: UInt32) async throws -> (caller: Caller, note: [UInt8]) {
        let session = try await service.call(
            AccountsAPI.createGuest,
            CreateGuestRequest(),
            as: .nobody.at(address)
        ).session
        let caller = Caller(token: try #require(session).accessToken).at(address)
        try await send(as: caller)
        let note = try #require(try await service.received(by: receiver).first)
        return (caller, note.id)
    }

    private func send(as caller: Caller, to person: Person? = nil) async throws {
        try await service.call(
            MessagesAPI.sendToLink,
            SendToLinkRequest(link: (person ?? receiver).link, content: "안녕"),
            as: caller
        )
    }

    private func block(_ note: [UInt8], as person: Person? = nil) async throws {
        try await service.call(
            MessagesAPI.blockSender,
            BlockSenderRequest(messageID: note),
            as: (person ?? receiver).caller
        )
    }

    /// How many guests an address makes until it is refused.
    private func guestCount(at address: UInt32) async throws -> Int {
        for count in 0..<50 {
            let reason = try await service.reason(
                AccountsAPI.createGuest,
                CreateGuestRequest(),
                as: .nobody.at(address)
            )
            if reason != nil {
                #expect(reason == .rateLimited)
                return count
            }
        }
        return 50
    }

    @Test("One receiver learns nothing of a sender's network by blocking and making guests there")
    func oneReceiver() async throws {
        let (caller, note) = try await guest(at: 7)
        try await block(note)
        try await service.call(
            MessagesAPI.unblockSender,
            UnblockSenderRequest(messageID: note),
            as: receiver.caller
        )
        try await send(as: caller)
        try await block(try #require(try await service.received(by: receiver).first).id)
        #expect(try await guestCount(at: 7) == 29)
        #expect(try await guestCount(at: 8) == 30)
    }

    @Test("The address of a guest whom two blocked makes two more, another one as many as ever")
    func blocked() async throws {
        let (caller, note) = try await guest(at: 7)
        try await block(note)
        try await send(as: caller, to: second)
        let other = try #require(try await service.received(by: second).first)
        try await block(other.id, as: second)
        // The one who was blocked goes on as before.
        for _ in 0..<8 { try await send(as: caller) }
        #expect(try await guestCount(at: 7) == 2)
        #expect(try await guestCount(at: 8) == 30)
        // It comes back at the pace of the limit.
        service.clock.advance(seconds: 120)
        #expect(try await guestCount(at: 7) == 1)
        service.clock.advance(seconds: 3_600)
        #expect(try await guestCount(at: 7) == 30)
    }

    @Test("A banned guest's address is slowed down too, wherever the ban came from")
    func banned() async throws {
        let desk = try AdminDesk(of: service)
        let root = try await desk.operator()
        let (_, note) = try await guest(at: 7)
        try await root.call(
            AdministrationAPI.banSender,
            NoteletAPI.NoteReference(note: .messageID(note))
        )
        #expect(try await guestCount(at: 7) == 2)
        let (_, other) = try await guest(at: 8)
        let reportRequest = ReportMessageRequest(messageID: other, reason: .spam)
        try await service.call(MessagesAPI.reportMessage, reportRequest, as: receiver.caller)
        let revealed = try await root.call(
            AdministrationAPI.revealReportedSender,
            RevealReportedSenderRequest(number: 1)
        )
        let id = try #require(revealed.sender).id
        try await root.call(AdministrationAPI.banUser, ChangeUserRequest(id: id))
        #expect(try await guestCount(at: 8) == 2)
    }

    @Test("Blocking somebody with an account slows down nobody's guests")
    func accounts() async throws {
        let sender = try await service.person("sender")
        try await service.send(from: sender, to: receiver)
        try await block(try #require(try await service.received(by: receiver).first).id)
        #expect(try await guestCount(at: 1) == 30)
    }
}
