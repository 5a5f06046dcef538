import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

@Suite struct LogInTests {
    let service: TestService
    let alice: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
    }

    private func logIn(_ email: String, _ password: String) async -> CallOutcome {
        let request = LogInRequest(email: email, password: password)
        return await service.outcome(AccountsAPI.logIn.summary, encode(request), as: .nobody)
    }

    private func status(_ email: String, _ password: String) async -> Status? {
        guard case .failure(let error) = await logIn(email, password) else { return nil }
        return Status(error)
    }

    @Test(arguments: ["alice@example.com", "ALICE@Example.Com"])
    func theRightPasswordOpensASession(email: String) async throws {
        let bytes = try await logIn(email, TestService.password).get()
        let response = try ProtobufDecoder().decode(LogInResponse.self, from: bytes)
        #expect(response.user == alice.user)
        #expect(response.session?.accessToken != alice.session.accessToken)
    }

    @Test(arguments: ["alice", "ALICE"])
    func aUsernameIsAsGoodAsTheAddress(username: String) async throws {
        let request = LogInRequest(password: TestService.password, username: username)
        let response = try await service.call(AccountsAPI.logIn, request, as: .nobody)
        #expect(response.user == alice.user)
        #expect(response.session?.accessToken.isEmpty == false)
    }

    @Test func whereBothNamesAreGivenTheAddressCounts() async throws {
        _ = try await service.person("bob")
        let request = LogInRequest(
            email: alice.user.email,
            password: TestService.password,
            username: "bob"
        )
        #expect(try await service.call(AccountsAPI.logIn, request, as: .nobody).user == alice.user)
    }

    @Test func theUsernameThatAnAccountHasAtPresentCounts() async throws {
        let update = UpdateProfileRequest(username: "alicia")
        try await service.call(ProfilesAPI.updateProfile, update, as: alice.caller)
        let reason = { (name: String) in
            try await service.reason(
                AccountsAPI.logIn,
                LogInRequest(password: TestService.password, username: name),
                as: .nobody
            )
        }
        #expect(try await reason("alice") == .wrongCredentials)
        #expect(try await reason("alicia") == nil)
    }

    @Test func nobodyLearnsWhichUsernamesThereAre() async throws {
        let wrong = await status("alice@example.com", "another password")
        for (name, password) in [
            ("alice", "another password"), ("nobody", TestService.password), ("", ""),
            ("익명", TestService.password), ("no name at all", TestService.password),
            (String(repeating: "x", count: 4_096), TestService.password),
        ] {
            let request = encode(LogInRequest(password: password, username: name))
            let outcome = await service.outcome(AccountsAPI.logIn.summary, request, as: .nobody)
            guard case .failure(let error) = outcome else {
                Issue.record("\(name) signed in")
                continue
            }
            #expect(Status(error) == wrong)
        }
    }

    @Test func aPasswordIsTheSameInEitherNormalForm() async throws {
        let composed = "비밀번호를 길게 적어 둡니다 하나"
        let decomposed = composed.unicodeScalars.reduce(into: "") { text, scalar in
            guard (0xac00...0xd7a3).contains(scalar.value) else {
                return text.unicodeScalars.append(scalar)
            }
            let index = scalar.value - 0xac00
            let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11a7 + index % 28]
            for part in parts where part != 0x11a7 {
                text.unicodeScalars.append(Unicode.Scalar(part) ?? " ")
            }
        }
        #expect(Array(composed.utf8) != Array(decomposed.utf8))
        try await service.call(
            AccountsAPI.changePassword,
            ChangePasswordRequest(currentPassword: TestService.password, newPassword: composed),
            as: alice.caller
        )
        #expect(await status(alice.user.email, decomposed) == nil)
    }

    @Test func nobodyLearnsWhoHasAnAccount() async throws {
        let wrong = await status("alice@example.com", "another password")
        let refusals = [
            await status("nobody@example.com", TestService.password),
            await status("no address at all", TestService.password),
            await status("alice@example.com", ""),
            await status("alice@example.com", String(repeating: "x", count: 4_096)),
            await status("alice@example.com", TestService.password + " "),
        ]
        #expect(wrong?.code == .unauthenticated)
        for refusal in refusals { #expect(refusal == wrong) }
    }

    @Test func whoIsBannedIsToldOnlyWithTheRightPassword() async throws {
        let other = await status("alice@example.com", "another password")
        try await service.ban(alice)
        let told = try #require(await status("alice@example.com", TestService.password))
        #expect(try Refusal(of: told).reason == .accountNotActive)
        #expect(await status("alice@example.com", "another password") == other)
    }

    @Test func twentySessionsAndTheOneRefreshedLongestAgoMakesRoom() async throws {
        service.clock.advance(seconds: 1)
        var people = [alice]
        for _ in 1..<20 {
            people.append(try await service.logIn(alice))
            service.clock.advance(seconds: 1)
        }
        people[0].session = try await service.refresh(alice.session.refreshToken)
        service.clock.advance(seconds: 1)
        people.append(try await service.logIn(alice))
        var ended: [Int] = []
        for (index, person) in people.enumerated() {
            let reason = try await service.reason(
                ProfilesAPI.getProfile,
                GetProfileRequest(),
                as: person.caller
            )
            if reason == .notAuthenticated { ended.append(index) }
        }
        #expect(ended == [1])
    }
}
