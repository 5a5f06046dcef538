import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import TTRPC

/// Repositories of an account at a service that a test makes up.
struct Desk {
    /// The account.
    let userId: UUID
    let client: TestClient
    let remote: RemoteRepositories
    /// Each time that the service was asked who is signed in.
    let profileCalls: Log<Void>
    private let server: FakeServer

    /// Has a service that signs the account in, and does what `fill` registers.
    init(userId: UUID = UUID(), _ fill: (inout Router) -> Void = { _ in }) throws {
        let user = NoteletAPI.User(id: userId.bytes, username: "minji", email: "m@example.com")
        let profileCalls = Log<Void>()
        let signIns = Log<Void>()
        server = try FakeServer { router in
            router.answer(AccountsAPI.logIn) { _, _ in
                LogInResponse(user: user, session: .numbered(signIns.append(())))
            }
            router.answer(AccountsAPI.logOut) { _, _ in LogOutResponse() }
            router.answer(ProfilesAPI.getProfile) { _, context in
                guard context.token != nil else { throw try RPCError.refusal(.notAuthenticated) }
                profileCalls.append(())
                return GetProfileResponse(user: user)
            }
            fill(&router)
        }
        self.userId = userId
        self.profileCalls = profileCalls
        client = try TestClient(server)
        remote = RemoteRepositories(client.notelet)
    }

    /// The same with somebody signed in.
    static func signedIn(_ fill: (inout Router) -> Void = { _ in }) async throws -> Desk {
        let desk = try Desk(fill)
        _ = try await desk.remote.auth.login(email: "m@example.com", password: "secret")
        return desk
    }
}
