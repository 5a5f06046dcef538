import Domain
import NoteletAPI
import Testing

@testable import Serving
import AccountRules

/// New passwords by codes that operators hand over.
@Suite struct ResetPasswordTests {
    private let service: TestService
    private let alice: Person
    private static let newPassword = "an entirely different one"

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
    }

    private func reason(
        _ code: String,
        _ password: String = newPassword,
        key: String? = nil
    ) async throws -> RefusalReason? {
        try await service.reason(
            AccountsAPI.resetPassword,
            ResetPasswordRequest(code: code, newPassword: password),
            as: .nobody,
            key: key
        )
    }

    private func logInReason(_ password: String) async throws -> RefusalReason? {
        let request = LogInRequest(email: alice.user.email, password: password)
        return try await service.reason(AccountsAPI.logIn, request, as: .nobody)
    }

    @Test("A code sets the password once, ends all sessions, and is recorded when it is used")
    func once() async throws {
        let code = try await service.resetCode(for: alice)
        #expect(try await logInReason(TestService.password) == nil, "nothing changed by itself")
        #expect(try await reason(code) == nil)
        #expect(try await logInReason(TestService.password) == .wrongCredentials)
        #expect(try await logInReason(Self.newPassword) == nil)
        #expect(
            try await service.reason(SyncAPI.pull, PullRequest(), as: alice.caller)
                == .notAuthenticated
        )
        #expect(try await reason(code) == .resetCodeInvalid)
        let id = try #require(OpaqueID(alice.user.id)).uuid
        let name = "user reset-password \(id)"
        #expect(try service.audit().map(\.action) == [name, name + ": the code was used"])
        let contents = try service.contents().joined()
        #expect(!contents.contains("\(Array(code.utf8))"))
    }

    @Test("It is read as people type it")
    func typed() async throws {
        for change in [
            { $0.lowercased() }, { $0.replacing("-", with: " ") }, { $0.replacing("-", with: "") },
            { $0.replacing("0", with: "o").replacing("1", with: "l") },
        ] as [(String) -> String] {
            let code = try await service.resetCode(for: alice)
            #expect(code.count == 23 && code.split(separator: "-").count == 4)
            #expect(try await reason(change(code)) == nil)
        }
    }

    @Test("Wrong, used, replaced, over and of somebody who is gone: the answer is the same")
    func refused() async throws {
        let replaced = try await service.resetCode(for: alice)
        let over = try await service.resetCode(for: alice, lifetimeSeconds: 600)
        #expect(try await reason(replaced) == .resetCodeInvalid)
        service.clock.advance(seconds: 600)
        var outcomes: [RefusalReason?] = []
        let bob = try await service.person("bob")
        let ofGone = try await service.resetCode(for: bob)
        try await service.call(
            AccountsAPI.deleteAccount,
            DeleteAccountRequest(password: TestService.password),
            as: bob.caller
        )
        let long = String(repeating: "A", count: 100_000)
        for code in [over, ofGone, "", "ABCDE", "00000-00000-00000-00000", "!", long] {
            outcomes.append(try await reason(code))
        }
        #expect(outcomes.allSatisfy { $0 == .resetCodeInvalid }, "\(outcomes)")
        #expect(try await logInReason(TestService.password) == nil)
    }

    @Test("It is good up to its end, and what is wrong with the password does not use it up")
    func edges() async throws {
        let code = try await service.resetCode(for: alice, lifetimeSeconds: 600)
        service.clock.advance(seconds: 599)
        #expect(try await reason(code, "short") == .weakPassword)
        #expect(try await reason(code, "alice has a long password") == .weakPassword)
        #expect(try await reason(code) == nil)
        let other = try await service.resetCode(for: try await service.person("long-name"))
        #expect(try await reason(other, "long-name is in this one") == .weakPassword)
        for seconds in [-1, 1, 599, 604_801] as [Int64] {
            #expect(throws: DomainError.self) {
                try IssueResetCode(UserID(OpaqueID(high: 0, low: 0)), lifetimeSeconds: seconds)
            }
        }
    }

    @Test("A retry of a reset whose reply was lost gets its reply, and another code does not")
    func retried() async throws {
        let code = try await service.resetCode(for: alice)
        #expect(try await reason(code, key: "key") == nil)
        #expect(try await reason(code, key: "key") == nil)
        #expect(try await reason(code, key: "another") == .resetCodeInvalid)
    }

    @Test("Who changes the password takes the worth of a code")
    func changed() async throws {
        let code = try await service.resetCode(for: alice)
        try await service.call(
            AccountsAPI.changePassword,
            ChangePasswordRequest(
                currentPassword: TestService.password,
                newPassword: Self.newPassword
            ),
            as: alice.caller
        )
        #expect(try await reason(code, "yet another one, as long") == .resetCodeInvalid)
    }

    @Test("An address tries so many codes, as it does passwords")
    func limited() async throws {
        let service = try TestService(limits: ServiceLimits())
        let request = ResetPasswordRequest(code: "x", newPassword: Self.newPassword)
        for _ in 0..<10 {
            #expect(
                try await service.reason(AccountsAPI.resetPassword, request, as: .nobody)
                    == .resetCodeInvalid
            )
        }
        #expect(
            try await service.reason(AccountsAPI.resetPassword, request, as: .nobody)
                == .rateLimited
        )
    }
}
