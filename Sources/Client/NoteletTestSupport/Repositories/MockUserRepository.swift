public import Foundation
public import NoteletInterface

/// Accounts of which a test says what there are.
public final class MockUserRepository: ObservableUserRepositoryInterface {
    /// Who is signed in, as observers see it; to set its value is to tell it.
    public let currentUser: FakeStream<User?>
    /// Calls of `fetchCurrentUser()`.
    public let fetchCurrentUserCalls = FakeCall<Void, User>("fetchCurrentUser()")
    /// Calls of `updateUser(_:)`.
    public let updateUserCalls = FakeCall<User, User>("updateUser(_:)")
    /// Calls of `fetchUser(byId:)`.
    public let fetchUserByIdCalls = FakeCall<UUID, User>("fetchUser(byId:)")
    /// Calls of `fetchUser(byPersonalLink:)`.
    public let fetchUserByPersonalLinkCalls = FakeCall<String, User>("fetchUser(byPersonalLink:)")

    /// Creates one that has handlers alone, and shows observers nobody.
    public init() {
        currentUser = FakeStream(nil)
    }

    /// Creates one in which somebody is signed in.
    ///
    /// - Parameters:
    ///   - currentUser: Who is signed in.
    ///   - others: Who else has an account.
    public init(currentUser: User, others: [User] = []) {
        self.currentUser = FakeStream(currentUser)
        let users = [currentUser] + others
        fetchCurrentUserCalls.handler = { _ in currentUser }
        updateUserCalls.handler = { $0 }
        fetchUserByIdCalls.handler = { id in try users.found(id) }
        fetchUserByPersonalLinkCalls.handler = { link in
            let found = users.first { user in
                [user.personalLink?.token, user.personalLink?.url.absoluteString].contains(link)
            }
            guard let found else { throw AppError.data(.notFound()) }
            return found
        }
    }

    /// Records the call, and gives the account of the handler.
    public func fetchCurrentUser() async throws -> User {
        try await fetchCurrentUserCalls(())
    }

    /// Records the call, and gives the account of the handler.
    public func updateUser(_ user: User) async throws -> User {
        try await updateUserCalls(user)
    }

    /// Records the call, and gives the account of the handler.
    public func fetchUser(byId id: UUID) async throws -> User {
        try await fetchUserByIdCalls(id)
    }

    /// Records the call, and gives the account of the handler.
    public func fetchUser(byPersonalLink link: String) async throws -> User {
        try await fetchUserByPersonalLinkCalls(link)
    }

    /// Gives who is signed in now, and each change that the test makes.
    public func observeCurrentUser() -> AsyncStream<User?> { currentUser.makeStream() }
}
