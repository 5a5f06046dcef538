import Domain
import NoteletAPI
import ProtobufCoding
import Testing

@Suite struct SignUpTests {
    let service: TestService

    init() throws {
        service = try TestService()
    }

    private func request(
        _ username: String,
        _ email: String,
        _ password: String = TestService.password
    ) -> SignUpRequest {
        SignUpRequest(username: username, email: email, password: password)
    }

    @Test func anAccountBeginsSignedInWithALinkAndTheFreePlan() async throws {
        let response = try await service.call(
            AccountsAPI.signUp,
            request("testuser", "test@example.com"),
            as: .nobody
        )
        let user = try #require(response.user)
        let session = try #require(response.session)
        let link = try #require(user.personalLink)
        #expect(user.username == "testuser" && user.email == "test@example.com")
        #expect(user.plan?.kind == .free && user.plan?.expiresAt == nil)
        #expect(user.status == .active && user.senderPolicy == .anyone)
        #expect(user.createdAt?.seconds == TestClock.startSeconds)
        #expect(user.id.count == 16 && link.token.count == 22)
        #expect(link.url == "https://app.anonymous-message.com/receive/" + link.token)
        #expect(link.shareableText == "익명으로 쪽지를 보내주세요: " + link.url)
        let who = try await service.call(
            AccountsAPI.getCurrentUser,
            GetCurrentUserRequest(),
            as: Caller(token: session.accessToken)
        )
        #expect(who.identity == .user(user))
    }

    @Test(arguments: ["Alice", "ALICE", "alice"])
    func aUsernameIsTakenWhateverItsCase(name: String) async throws {
        _ = try await service.person("aLice")
        let reason = try await service.reason(
            AccountsAPI.signUp,
            request(name, "other@example.com"),
            as: .nobody
        )
        #expect(reason == .usernameTaken)
    }

    @Test func aUsernameIsTakenInEitherNormalForm() async throws {
        _ = try await service.person("홍길동")
        let decomposed = "\u{1112}\u{1169}\u{11bc}\u{1100}\u{1175}\u{11af}\u{1103}\u{1169}\u{11bc}"
        #expect(Array(decomposed.utf8) != Array("홍길동".utf8))
        let reason = try await service.reason(
            AccountsAPI.signUp,
            request(decomposed, "other@example.com"),
            as: .nobody
        )
        #expect(reason == .usernameTaken)
    }

    @Test func anAddressIsTakenWhateverItsCase() async throws {
        _ = try await service.person("alice")
        let reason = try await service.reason(
            AccountsAPI.signUp,
            request("other", "Alice@EXAMPLE.com"),
            as: .nobody
        )
        #expect(reason == .emailTaken)
    }

    @Test func ofTwoSignUpsAtOnceOneWins() async throws {
        let service = service
        let outcomes = await withTaskGroup(of: RefusalReason?.self) { group in
            for number in 0..<2 {
                group.addTask {
                    let request = SignUpRequest(
                        username: "alice",
                        email: "\(number)@example.com",
                        password: TestService.password
                    )
                    return try? await service.reason(AccountsAPI.signUp, request, as: .nobody)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .usernameTaken } == 1)
    }

    @Test(arguments: ["a", "two words", "익명", String(repeating: "a", count: 31), "a\u{200b}b"])
    func anIllegalUsernameIsRefusedByItsField(name: String) async throws {
        let refusal = try await service.refusal(
            AccountsAPI.signUp,
            request(name, "test@example.com"),
            as: .nobody
        )
        #expect(refusal.reason == .invalidValue && refusal.fields["field"] == "username")
    }

    @Test(arguments: ["", "a", "a@b", "@example.com", "a b@example.com", "a@@example.com"])
    func anIllegalAddressIsRefusedByItsField(email: String) async throws {
        let refusal = try await service.refusal(
            AccountsAPI.signUp,
            request("testuser", email),
            as: .nobody
        )
        #expect(refusal.reason == .invalidValue && refusal.fields["field"] == "email")
    }

    @Test(arguments: ["", "fourteen chars", "testuser and more of it"])
    func aWeakPasswordIsRefused(password: String) async throws {
        let reason = try await service.reason(
            AccountsAPI.signUp,
            request("testuser", "test@example.com", password),
            as: .nobody
        )
        #expect(reason == .weakPassword)
    }

    @Test func aPasswordIsNotInTheStore() async throws {
        _ = try await service.call(
            AccountsAPI.signUp,
            request("testuser", "canary@example.com"),
            as: .nobody
        )
        let bytes = try service.storeBytes()
        #expect(!bytes.contains(Array(TestService.password.utf8)))
        #expect(bytes.contains(Array("canary@example.com".utf8)))
    }
}
