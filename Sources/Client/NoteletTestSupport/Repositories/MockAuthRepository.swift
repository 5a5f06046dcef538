public import NoteletInterface

/// Signing in and out, of which a test says what comes of it.
public final class MockAuthRepository: AuthRepositoryInterface {
    /// Calls of `login(email:password:)`.
    public let loginCalls = FakeCall<(email: String, password: String), User>(
        "login(email:password:)"
    )
    /// Calls of `signup(username:email:password:)`.
    public let signupCalls = FakeCall<(username: String, email: String, password: String), User>(
        "signup(username:email:password:)"
    )
    /// Calls of `logout()`.
    public let logoutCalls = FakeCall<Void, Void>("logout()")
    /// Calls of `deleteAccount(password:)`.
    public let deleteAccountCalls = FakeCall<String, Void>("deleteAccount(password:)")
    /// Calls of `getCurrentUser()`.
    public let getCurrentUserCalls = FakeCall<Void, User?>("getCurrentUser()")

    /// Creates one that has handlers alone.
    public init() {}

    /// Records the call, and gives the account of the handler.
    public func login(email: String, password: String) async throws -> User {
        try await loginCalls((email, password))
    }

    /// Records the call, and gives the account of the handler.
    public func signup(username: String, email: String, password: String) async throws -> User {
        try await signupCalls((username, email, password))
    }

    /// Records the call, and does what the handler does.
    public func logout() async throws {
        try await logoutCalls(())
    }

    /// Records the call, and does what the handler does.
    public func deleteAccount(password: String) async throws {
        try await deleteAccountCalls(password)
    }

    /// Records the call, and gives the account of the handler, if any.
    public func getCurrentUser() async throws -> User? {
        try await getCurrentUserCalls(())
    }
}
