/// Changes the account that is signed in.
public struct UpdateUserProfileUseCase: Sendable {
    private let userRepository: any UserRepositoryInterface

    /// Works on a repository.
    ///
    /// - Parameter userRepository: Has the accounts.
    public init(userRepository: any UserRepositoryInterface) {
        self.userRepository = userRepository
    }

    /// Changes it.
    ///
    /// - Parameter user: The account as it shall be.
    /// - Returns: The account as the service keeps it.
    /// - Throws: `AppError`.
    public func execute(_ user: User) async throws -> User {
        try await userRepository.updateUser(user)
    }
}
