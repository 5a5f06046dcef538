import NoteletAPI
import Testing

@testable import Serving

/// What becomes of an account whose e-mail address is changed.
@Suite struct EmailTests {
    let service: TestService
    let alice: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
    }

    private static let newEmail = "alice@example.org"

    private func change(
        to email: String = newEmail,
        _ password: String = TestService.password,
        as caller: Caller? = nil,
        key: String? = nil
    ) async throws -> RefusalReason? {
        try await service.reason(
            AccountsAPI.changeEmail,
            ChangeEmailRequest(email: email, password: password),
            as: caller ?? alice.caller,
            key: key
        )
    }

    private func logInReason(_ email: String) async throws -> RefusalReason? {
        let request = LogInRequest(email: email, password: TestService.password)
        return try await service.reason(AccountsAPI.logIn, request, as: .nobody)
    }

    private func profile() async throws -> User? {
        let method = ProfilesAPI.getProfile
        return try await service.call(method, GetProfileRequest(), as: alice.caller).user
    }

    @Test func theNewAddressIsTheOnlyOne() async throws {
        let response = try await service.call(
            AccountsAPI.changeEmail,
            ChangeEmailRequest(email: Self.newEmail, password: TestService.password),
            as: alice.caller
        )
        var expected = alice.user
        expected.email = Self.newEmail
        #expect(response.user == expected)
        #expect(try await profile() == expected)
        #expect(try await logInReason(alice.user.email) == .wrongCredentials)
        #expect(try await logInReason(Self.newEmail) == nil)
        let bob = try await service.person("bob")
        #expect(try await change(to: alice.user.email, as: bob.caller) == nil)
    }

    @Test func theFeedTellsTheNewAddress() async throws {
        let before = try await service.call(SyncAPI.pull, PullRequest(), as: alice.caller)
        #expect(try await change() == nil)
        let request = PullRequest(cursor: before.cursor)
        let page = try await service.call(SyncAPI.pull, request, as: alice.caller)
        #expect(page.changes == [Change(kind: .user(try #require(try await profile())))])
    }

    @Test func changingEndsAllOtherSessionsAndTheCodesThatWereHandedOut() async throws {
        let other = try await service.logIn(alice)
        let code = try await service.resetCode(for: alice)
        #expect(try await change() == nil)
        let method = ProfilesAPI.getProfile
        let othersReason = try await service.reason(method, GetProfileRequest(), as: other.caller)
        let ownReason = try await service.reason(method, GetProfileRequest(), as: alice.caller)
        #expect(othersReason == .notAuthenticated && ownReason == nil)
        let reset = ResetPasswordRequest(code: code, newPassword: "an entirely different one")
        let reason = try await service.reason(AccountsAPI.resetPassword, reset, as: .nobody)
        #expect(reason == .resetCodeInvalid)
    }

    @Test(arguments: ["bob@example.com", "BOB@Example.com"])
    func anAddressBelongsToOneAccount(email: String) async throws {
        _ = try await service.person("bob")
        #expect(try await change(to: email) == .emailTaken)
        #expect(try await profile() == alice.user)
        #expect(try await logInReason(alice.user.email) == nil)
    }

    @Test func theOwnAddressIsFreeInAnyCase() async throws {
        #expect(try await change(to: "Alice@Example.COM") == nil)
        #expect(try await profile()?.email == "Alice@Example.COM")
        #expect(try await logInReason(alice.user.email) == nil)
    }

    @Test func thePasswordIsAskedForAndTheAddressChecked() async throws {
        let other = try await service.logIn(alice)
        #expect(try await change(to: Self.newEmail, "a wrong password") == .wrongCredentials)
        for email in ["", "alice", "alice@", "a b@example.com"] {
            #expect(try await change(to: email) == .invalidValue)
        }
        #expect(try await profile() == alice.user)
        #expect(try await logInReason(Self.newEmail) == .wrongCredentials)
        let method = ProfilesAPI.getProfile
        #expect(try await service.reason(method, GetProfileRequest(), as: other.caller) == nil)
    }

    @Test func aGuestHasNoAddress() async throws {
        let guest = try await service.guest()
        #expect(try await change(as: guest.caller) == .accountRequired)
    }

    @Test func aRetryOfAChangeGetsTheFirstReply() async throws {
        #expect(try await change(key: "once") == nil)
        #expect(try await change(to: "later@example.org") == nil)
        #expect(try await change(key: "once") == nil)
        #expect(try await profile()?.email == "later@example.org")
    }
}
