/// Signs somebody in.
public struct LoginUseCase: Sendable {
    private let authRepository: any AuthRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter authRepository: Signs people in and out.
    public init(authRepository: any AuthRepositoryInterface) {
        self.authRepository = authRepository
    }

    /// Signs in.
    ///
    /// - Parameters:
    ///   - email: The address of the account.
    ///   - password: Its password.
    /// - Returns: The account.
    /// - Throws: `AppError`.
    public func execute(email: String, password: String) async throws -> User {
        try await authRepository.login(email: email, password: password)
    }
}
