public import Foundation

/// Reads and changes accounts.
public protocol UserRepositoryInterface: Sendable {
    /// The account that is signed in.
    ///
    /// - Throws: `AppError`.
    func fetchCurrentUser() async throws -> User
    /// Changes the account that is signed in.
    ///
    /// - Throws: `AppError`.
    func updateUser(_ user: User) async throws -> User
    /// The account of an id, with what others may see of it.
    ///
    /// - Throws: `AppError`.
    func fetchUser(byId id: UUID) async throws -> User
    /// The account whose link a token or an address is, with what others may see of it.
    ///
    /// - Throws: `AppError`.
    func fetchUser(byPersonalLink link: String) async throws -> User
}

/// Accounts that screens observe, by streams as those of notes are.
public protocol ObservableUserRepositoryInterface: UserRepositoryInterface {
    /// The account that is signed in now, and again after each change; nil while nobody is.
    func observeCurrentUser() -> AsyncStream<User?>
}
