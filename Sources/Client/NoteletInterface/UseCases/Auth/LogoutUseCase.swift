/// Signs somebody out.
public struct LogoutUseCase: Sendable {
    private let authRepository: any AuthRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter authRepository: Signs people in and out.
    public init(authRepository: any AuthRepositoryInterface) {
        self.authRepository = authRepository
    }

    /// Ends the session.
    ///
    /// - Throws: `AppError`.
    public func execute() async throws {
        try await authRepository.logout()
    }
}
