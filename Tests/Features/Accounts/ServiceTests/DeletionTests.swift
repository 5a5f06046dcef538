import NoteRules
import Records
import Domain
import NoteletAPI
import Testing

@testable import Serving
import NoteStorage

@Suite struct DeletionTests {
    let service: TestService
    let alice: Person
    let bob: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
        bob = try await service.person("bob")
    }

    private func deleteReason(_ password: String) async throws -> RefusalReason? {
        let request = DeleteAccountRequest(password: password)
        return try await service.reason(AccountsAPI.deleteAccount, request, as: alice.caller)
    }

    @Test func aWrongPasswordDeletesNothing() async throws {
        #expect(try await deleteReason("a wrong password") == .wrongCredentials)
        #expect(try await service.logIn(alice).user == alice.user)
    }

    @Test func anAccountIsGoneAtOnce() async throws {
        let other = try await service.logIn(alice)
        let stream = RecordingStream()
        _ = try service.open(SyncAPI.watch, WatchRequest(), as: other.caller, on: stream)
        #expect(try await deleteReason(TestService.password) == nil)
        #expect(stream.reason == .notAuthenticated)
        for caller in [alice.caller, other.caller, other.elsewhere] {
            let method = ProfilesAPI.getProfile
            let reason = try await service.reason(method, GetProfileRequest(), as: caller)
            #expect(reason == .notAuthenticated)
        }
        let logIn = LogInRequest(email: alice.user.email, password: TestService.password)
        #expect(try await service.reason(AccountsAPI.logIn, logIn, as: .nobody) != nil)
        let find = FindByLinkRequest(link: alice.link)
        let reason = try await service.reason(ProfilesAPI.findByLink, find, as: .nobody)
        #expect(reason == .linkNotFound)
        let again = try await service.person("alice")
        #expect(again.user.id != alice.user.id)
        #expect(try await service.received(by: again).isEmpty)
    }

    @Test func housekeepingErasesInStepsAndLeavesNothing() async throws {
        for number in 0..<150 {
            try await service.send("secret \(number)", from: bob, to: alice)
            try await service.send("note \(number)", from: alice, to: bob)
        }
        try await service.addContact("홍길동", of: alice)
        let number = try service.number(of: alice)
        #expect(try await deleteReason(TestService.password) == nil)
        #expect(await service.keepHouse() > 3)
        let feed = try service.store.read { store throws(DomainError) in
            try store.visitChanges(of: number, after: .start, limit: 10) { _ in .next }
        }
        #expect(feed.place == .start && !feed.hasMore)
        // What others have is theirs.
        #expect(try await service.received(by: bob).count == 150)
        #expect(try await service.sent(by: bob).count == 150)
    }

    @Test func whoShowedTheirNameBecomesUnknownAndAnonymousNotesStayByteForByte() async throws {
        try await service.send("이름", from: alice, to: bob, revealing: true)
        try await service.send("익명으로", from: alice, to: bob)
        let before = try await service.received(by: bob)
        #expect(try await deleteReason(TestService.password) == nil)
        await service.keepHouse()
        let after = try await service.received(by: bob)
        #expect(after[0] == before[0])
        #expect(after[1].senderName == "알 수 없음" && !after[1].isAnonymous)
        var named = after[1]
        #expect(named.senderID.isEmpty && before[1].senderID == alice.user.id)
        named.senderName = before[1].senderName
        named.senderID = before[1].senderID
        #expect(named == before[1])
    }

    @Test func nothingShowsThemFromTheMomentOfTheDeletionOn() async throws {
        let contact = try await service.addContact("앨리스", of: bob, link: alice.link)
        try await service.send("이름", from: alice, to: bob, revealing: true)
        try await service.send("편지", from: bob, to: alice)
        try await service.send("연락처로", from: bob, through: contact)
        #expect(try await deleteReason(TestService.password) == nil)

        // The erasure has not begun.
        #expect(try await service.received(by: bob).allSatisfy { $0.senderName == "알 수 없음" })
        #expect(try await service.sent(by: bob).allSatisfy { $0.receiverName == "알 수 없음" })
        let hidden = (try await service.received(by: bob), try await service.sent(by: bob))
        await service.keepHouse()
        #expect(try await service.received(by: bob) == hidden.0)
        #expect(try await service.sent(by: bob) == hidden.1)
    }

    @Test func theBellRingsForWhoIsToBeErased() async throws {
        var rings = service.dependencies.clearingBell.rings.makeAsyncIterator()
        #expect(try await deleteReason(TestService.password) == nil)
        // Would wait for ever if it did not.
        await rings.next()
        #expect(await Housekeeping(service.running).clear() == .done)
    }

    @Test func anAnswerOutlivesWhoGaveIt() async throws {
        try await service.send("질문", from: bob, to: alice)
        let note = try #require(try await service.received(by: alice).first)
        let answer = AnswerMessageRequest(messageID: note.id, content: "답")
        try await service.call(MessagesAPI.answerMessage, answer, as: alice.caller)
        let before = try await service.sent(by: bob)
        #expect(try await deleteReason(TestService.password) == nil)
        await service.keepHouse()
        // All but the name, which went with whose it was.
        var expected = before
        expected[0].receiverName = "알 수 없음"
        #expect(try await service.sent(by: bob) == expected)
        #expect(before.first?.answer?.content == "답")
    }
}
