import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Accounts")
struct AccountUseCaseTests {
    private let user = User.mock()

    @Test func testLoginSuccess() async throws {
        let expectedUser = user
        let repository = MockAuthRepository()
        repository.loginCalls.handler = { _ in expectedUser }
        let sut = LoginUseCase(authRepository: repository)
        // What stands for an account may be its name as well.
        let result = try await sut.execute(email: "test", password: "password")
        #expect(result == expectedUser && repository.loginCalls.wasCalled)
        #expect(repository.loginCalls.arguments.map(\.email) == ["test"])
    }

    @Test("Signing up, in and out is the repository's")
    func signingInAndOut() async throws {
        let user = user
        let repository = MockAuthRepository()
        repository.signupCalls.handler = { _ in user }
        repository.loginCalls.handler = { _ in user }
        repository.logoutCalls.handler = { _ in }
        let signup = SignupUseCase(authRepository: repository)
        #expect(try await signup.execute(username: "a", email: "b", password: "c") == user)
        let login = LoginUseCase(authRepository: repository)
        #expect(try await login.execute(email: "b", password: "c") == user)
        try await LogoutUseCase(authRepository: repository).execute()
        #expect(repository.signupCalls.arguments.map(\.username) == ["a"])
        #expect(repository.loginCalls.arguments.map(\.password) == ["c"])
        #expect(repository.logoutCalls.count == 1)
    }

    @Test("Where nobody is signed in, that is an error to whom needs somebody")
    func somebodyIsRequired() async throws {
        let user = user
        let repository = MockAuthRepository()
        repository.getCurrentUserCalls.handler = { _ in nil }
        await #expect(throws: AppError.auth(.unauthorized)) {
            try await repository.requireCurrentUser()
        }
        repository.getCurrentUserCalls.handler = { _ in user }
        #expect(try await repository.requireCurrentUser() == user)
    }

    @Test("A profile is read and changed, and others' are found")
    func profiles() async throws {
        let other = User.stub
        let repository = MockUserRepository(currentUser: user, others: [other])
        let fetch = FetchUserProfileUseCase(userRepository: repository)
        #expect(try await fetch.execute().displayName == "testuser")
        var changed = user
        changed.username = "minji"
        let update = UpdateUserProfileUseCase(userRepository: repository)
        #expect(try await update.execute(changed).username == "minji")
        #expect(try await repository.fetchUser(byId: other.id).username == "Test User")
        let link = try #require(user.personalLink)
        #expect(link.shareableText == "익명으로 쪽지를 보내주세요: \(link.url.absoluteString)")
        for text in [link.token, link.url.absoluteString] {
            #expect(try await repository.fetchUser(byPersonalLink: text) == user)
        }
        await #expect(throws: AppError.data(.notFound())) {
            try await repository.fetchUser(byPersonalLink: "another")
        }
    }
}
