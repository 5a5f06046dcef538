/// Reads the account that is signed in.
public struct FetchUserProfileUseCase: Sendable {
    private let userRepository: any UserRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter userRepository: Has the accounts.
    public init(userRepository: any UserRepositoryInterface) {
        self.userRepository = userRepository
    }

    /// Reads it.
    ///
    /// - Returns: The account.
    /// - Throws: `AppError`.
    public func execute() async throws -> User {
        try await userRepository.fetchCurrentUser()
    }
}
