/// Opens an account.
public struct SignupUseCase: Sendable {
    private let authRepository: any AuthRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter authRepository: Signs people in and out.
    public init(authRepository: any AuthRepositoryInterface) {
        self.authRepository = authRepository
    }

    /// Opens an account and signs in.
    ///
    /// - Parameters:
    ///   - username: 2 to 30 letters, digits, `_`, `-` or `.`; unique.
    ///   - email: Unique, too.
    ///   - password: At least 15 characters.
    /// - Returns: The account.
    /// - Throws: `AppError`.
    public func execute(
        username: String,
        email: String,
        password: String
    ) async throws -> User {
        try await authRepository.signup(username: username, email: email, password: password)
    }
}
