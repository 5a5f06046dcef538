public import Foundation
internal import NoteletClient
public import NoteletInterface

/// Reads and changes accounts at the service.
public struct RemoteUserRepository: UserRepositoryInterface {
    let caller: RemoteCaller

    /// Asks for the account that is signed in.
    public func fetchCurrentUser() async throws -> NoteletInterface.User {
        let user = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.profile()
        }
        return try User(user)
    }

    /// Changes the username and the picture; the address changes with a password alone.
    public func updateUser(_ user: NoteletInterface.User) async throws -> NoteletInterface.User {
        try await caller.require(user.id)
        let changed = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.call(ProfilesAPI.updateProfile, user.change, giving: \.user)
        }
        return try User(changed)
    }

    /// Asks for what others see of an account.
    public func fetchUser(byId id: UUID) async throws -> NoteletInterface.User {
        let profile = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.findPerson(UserID(id))
        }
        return try User(profile)
    }

    /// Asks for the account of a link.
    public func fetchUser(byPersonalLink link: String) async throws -> NoteletInterface.User {
        let profile = try await caller.call { (notelet) throws(NoteletError) in
            try await notelet.findPerson(byLink: link)
        }
        return try User(profile)
    }
}
