internal import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Signs people in and out, for which there must be a network; who is signed in is known without.
public struct OfflineAuthRepository: AuthRepositoryInterface {
    let space: AccountSpace

    /// Signs in by the address, and opens the copy of the account.
    public func login(email: String, password: String) async throws -> NoteletInterface.User {
        let user = try await space.signIn { (notelet) throws(NoteletError) in
            try await notelet.logIn(email: email, password: password)
        }
        return try NoteletInterface.User(user)
    }

    /// Opens an account, signs in, and begins its copy.
    public func signup(
        username: String,
        email: String,
        password: String
    ) async throws -> NoteletInterface.User {
        let user = try await space.signIn { (notelet) throws(NoteletError) in
            try await notelet.signUp(username: username, email: email, password: password)
        }
        return try NoteletInterface.User(user)
    }

    /// Ends the session, and deletes all that was copied; writes that were not sent stay for when
    /// the account signs in again.
    public func logout() async throws {
        try await space.signOut()
    }

    /// Deletes the account, and all that was copied and written.
    public func deleteAccount(password: String) async throws {
        try await space.deleteAccount(password: password)
    }

    /// Who is signed in, as the copy has it; the service is asked where it has nothing yet.
    ///
    /// Where the session is over, that is nobody, though what was copied is still there to read.
    public func getCurrentUser() async throws -> NoteletInterface.User? {
        let isSignedIn = try await space.caller.call { (notelet) throws(NoteletError) in
            try await notelet.isSignedIn()
        }
        guard isSignedIn, let account = try await space.account() else { return nil }
        return try await OfflineUserRepository(space: space).user(of: account)
    }
}
