/// Signs people in and out.
public protocol AuthRepositoryInterface: Sendable {
    /// Signs in.
    ///
    /// - Throws: `AppError`.
    func login(email: String, password: String) async throws -> User
    /// Opens an account and signs in.
    ///
    /// - Throws: `AppError`.
    func signup(username: String, email: String, password: String) async throws -> User
    /// Ends the session.
    ///
    /// - Throws: `AppError`.
    func logout() async throws
    /// Deletes the account that is signed in, which ends all its sessions; what others have
    /// received stays as it was.
    ///
    /// - Throws: `AppError`, also where the password is another.
    func deleteAccount(password: String) async throws
    /// Who is signed in; nil for nobody.
    ///
    /// - Throws: `AppError`.
    func getCurrentUser() async throws -> User?
}

extension AuthRepositoryInterface {
    /// Who is signed in.
    ///
    /// - Returns: The account.
    /// - Throws: `AppError`, `auth` with `unauthorized` where nobody is.
    public func requireCurrentUser() async throws -> User {
        guard let user = try await getCurrentUser() else { throw AppError.auth(.unauthorized) }
        return user
    }
}
