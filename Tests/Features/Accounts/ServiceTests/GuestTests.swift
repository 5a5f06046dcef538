import NoteletAPI
import Testing

@testable import Serving

@Suite struct GuestTests {
    let service: TestService
    let alice: Person
    let guest: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
        guest = try await service.guest()
    }

    @Test func aGuestWritesToALinkAndReadsTheAnswer() async throws {
        let id = try await service.send("누구게요", from: guest, to: alice)
        let note = try #require(try await service.received(by: alice).first)
        #expect(note.senderName == "익명" && note.isAnonymous)
        let answer = AnswerMessageRequest(messageID: note.id, content: "모르겠어요")
        try await service.call(MessagesAPI.answerMessage, answer, as: alice.caller)
        let sent = try await service.sent(by: guest)
        #expect(sent.map(\.id) == [id])
        #expect(sent.first?.answer?.content == "모르겠어요")
    }

    @Test func aGuestRefreshesLikeAnybody() async throws {
        let next = try await service.refresh(guest.session.refreshToken)
        let who = try await service.call(
            AccountsAPI.getCurrentUser,
            GetCurrentUserRequest(),
            as: Caller(token: next.accessToken)
        )
        #expect(who.identity == .guest(Guest(id: guest.user.id)))
    }

    @Test func guestsAreDifferentPeople() async throws {
        let other = try await service.guest()
        #expect(other.user.id != guest.user.id)
        try await service.send(from: guest, to: alice)
        #expect(try await service.sent(by: other).isEmpty)
    }

    @Test func aGuestHasNoNameToReveal() async throws {
        let request = SendToLinkRequest(link: alice.link, content: "a", revealSender: true)
        let reason = try await service.reason(MessagesAPI.sendToLink, request, as: guest.caller)
        #expect(reason == .guestHasNoName)
        #expect(try await service.received(by: alice).isEmpty)
    }

    @Test func whatNeedsAnAccountIsRefusedToAGuest() async throws {
        let caller = guest.caller
        let reasons = [
            try await service.reason(ProfilesAPI.getProfile, GetProfileRequest(), as: caller),
            try await service.reason(
                ProfilesAPI.updateProfile,
                UpdateProfileRequest(username: "guest"),
                as: caller
            ),
            try await service.reason(ProfilesAPI.rotateLink, RotateLinkRequest(), as: caller),
            try await service.reason(ProfilesAPI.switchOffLink, SwitchOffLinkRequest(), as: caller),
            try await service.reason(
                ContactsAPI.addContact,
                AddContactRequest(name: "홍길동"),
                as: caller
            ),
            try await service.reason(
                ContactsAPI.getContactLimit,
                GetContactLimitRequest(),
                as: caller
            ),
        ]
        #expect(reasons == Array(repeating: .accountRequired, count: reasons.count))
        #expect(try await service.contacts(of: guest).isEmpty)
    }

    @Test func anExportNeedsAnAccount() async throws {
        let stream = RecordingStream()
        let request = ExportDataRequest(password: "")
        _ = try service.open(AccountsAPI.exportData, request, as: guest.caller, on: stream)
        #expect(await stream.runUntilFinished() == .accountRequired)
        #expect(stream.messages.isEmpty)
    }

    @Test func aGuestDeletesItselfWithoutAPassword() async throws {
        let sent = try await service.send("남아 있어요", from: guest, to: alice)
        #expect(!sent.isEmpty)
        let before = try await service.received(by: alice)
        try await service.call(AccountsAPI.deleteAccount, DeleteAccountRequest(), as: guest.caller)
        await service.keepHouse()
        let reason = try await service.reason(
            MessagesAPI.listSent,
            ListSentRequest(),
            as: guest.caller
        )
        #expect(reason == .notAuthenticated)
        #expect(try await service.received(by: alice) == before)
    }
}
