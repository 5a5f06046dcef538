internal import Foundation
internal import NoteletClient
public import NoteletInterface

/// Signs people in and out at the service.
public struct RemoteAuthRepository: AuthRepositoryInterface {
    let caller: RemoteCaller

    /// Signs in by the address.
    public func login(email: String, password: String) async throws -> NoteletInterface.User {
        let user = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.logIn(email: email, password: password)
        }
        return try User(user)
    }

    /// Opens an account and signs in.
    public func signup(
        username: String,
        email: String,
        password: String
    ) async throws -> NoteletInterface.User {
        let user = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.signUp(username: username, email: email, password: password)
        }
        return try User(user)
    }

    /// Ends the session, at the service and here.
    public func logout() async throws {
        try await caller.call { (notelet) throws(NoteletError) in try await notelet.logOut() }
    }

    /// Deletes the account.
    public func deleteAccount(password: String) async throws {
        try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.deleteAccount(password: password)
        }
    }

    /// Asks the service who is signed in; a guest is nobody here.
    public func getCurrentUser() async throws -> NoteletInterface.User? {
        let identity = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.currentUser()
        }
        guard case .user(let user)? = identity else { return nil }
        return try User(user)
    }
}
