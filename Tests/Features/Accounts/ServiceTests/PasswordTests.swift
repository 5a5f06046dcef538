import Foundation
import NoteletAPI
import Testing

@testable import Serving

@Suite struct PasswordTests {
    let service: TestService
    let alice: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
    }

    private static let newPassword = "an entirely different one"

    private func change(
        _ old: String = TestService.password,
        _ new: String = newPassword,
        as caller: Caller? = nil,
        key: String? = nil
    ) async throws -> RefusalReason? {
        let request = ChangePasswordRequest(currentPassword: old, newPassword: new)
        return try await service.reason(
            AccountsAPI.changePassword,
            request,
            as: caller ?? alice.caller,
            key: key
        )
    }

    private func logInReason(_ password: String) async throws -> RefusalReason? {
        let request = LogInRequest(email: alice.user.email, password: password)
        return try await service.reason(AccountsAPI.logIn, request, as: .nobody)
    }

    @Test func whatIsMeasuredIsTheFormThatIsHashed() async throws {
        let composed = "비밀번호를 길게 적어 둡니다 하나 둘 셋 넷 다섯"
        let decomposed = composed.decomposedStringWithCanonicalMapping
        #expect(composed.utf8.count <= 128 && decomposed.utf8.count > 128)
        #expect(try await change(TestService.password, decomposed) == nil)
        #expect(try await logInReason(composed) == nil)
        #expect(try await logInReason(decomposed) == nil)
        #expect(try await change(decomposed, TestService.password) == nil)
        // Letters that have no composed form of their own are longer in it than as they come.
        let excluded = String(repeating: "\u{958}\u{959}\u{95a}\u{95b}\u{95c}", count: 8)
        #expect(excluded.utf8.count == 120)
        #expect(try await change(TestService.password, excluded) == .weakPassword)
        let endless = String(repeating: "correct horse battery staple ", count: 2_000)
        #expect(try await change(TestService.password, endless) == .weakPassword)
        #expect(try await change(endless) == .wrongCredentials)
    }

    @Test func aChangedPasswordIsTheOnlyOne() async throws {
        #expect(try await change() == nil)
        #expect(try await logInReason(TestService.password) == .wrongCredentials)
        #expect(try await logInReason(Self.newPassword) == nil)
    }

    @Test func changingEndsAllOtherSessionsAndTheirWatches() async throws {
        let other = try await service.logIn(alice)
        let (mine, theirs) = (RecordingStream(), RecordingStream())
        _ = try service.open(SyncAPI.watch, WatchRequest(), as: alice.elsewhere, on: mine)
        _ = try service.open(SyncAPI.watch, WatchRequest(), as: other.elsewhere, on: theirs)
        #expect(try await change() == nil)
        #expect(theirs.reason == .notAuthenticated)
        #expect(mine.reason == nil)
        let profile = ProfilesAPI.getProfile
        let othersReason = try await service.reason(profile, GetProfileRequest(), as: other.caller)
        let ownReason = try await service.reason(profile, GetProfileRequest(), as: alice.caller)
        #expect(othersReason == .notAuthenticated && ownReason == nil)
    }

    @Test func changingEndsTheExportsOfOtherSessions() async throws {
        let other = try await service.logIn(alice)
        let stream = RecordingStream()
        stream.setRoom(1)
        let request = ExportDataRequest(password: TestService.password)
        let export = try service.open(AccountsAPI.exportData, request, as: other.caller, on: stream)
        await stream.waitForChange()
        stream.runJobs()
        #expect(stream.messages.count == 1)
        #expect(try await change() == nil)
        stream.setRoom(nil)
        export.clientCanTakeMore()
        #expect(await stream.runUntilFinished() == .notAuthenticated)
        #expect(stream.messages.count == 1)
    }

    @Test func theOldPasswordIsAskedFor() async throws {
        #expect(try await change("a wrong password") == .wrongCredentials)
        #expect(try await logInReason(TestService.password) == nil)
    }

    @Test(arguments: ["short", "my name is alice and", String(repeating: "x", count: 20)])
    func theNewPasswordIsAsStrongAsAFirst(password: String) async throws {
        #expect(try await change(TestService.password, password) == .weakPassword)
    }

    @Test func aGuestHasNoPassword() async throws {
        let guest = try await service.guest()
        #expect(try await change(as: guest.caller) == .accountRequired)
    }

    @Test func aRetryOfAChangeGetsTheFirstReply() async throws {
        #expect(try await change(key: "once") == nil)
        #expect(try await change(key: "once") == nil)
        #expect(try await logInReason(Self.newPassword) == nil)
    }
}
