public import Foundation
internal import NoteletClient
public import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// Reads and changes accounts with a copy of the one that is signed in.
public struct OfflineUserRepository: ObservableUserRepositoryInterface {
    let space: AccountSpace

    /// The account that is signed in: the copy, else the service, which the copy then has.
    public func fetchCurrentUser() async throws -> NoteletInterface.User {
        try await user(of: try await space.requireAccount())
    }

    /// Changes the username and the picture.
    public func updateUser(_ user: NoteletInterface.User) async throws -> NoteletInterface.User {
        let account = try await space.requireAccount(user.id)
        let shown = try await account.write(.updateProfile(user.change), id: UUID()) {
            (tables) throws(SQLiteError) in try tables.shownUser()
        }
        return shown ?? user
    }

    /// What others see of an account: of another than the own, only the service knows.
    public func fetchUser(byId id: UUID) async throws -> NoteletInterface.User {
        if let account = try await space.account(), account.userId == id {
            return try await user(of: account)
        }
        return try await RemoteRepositories(space.caller).users.fetchUser(byId: id)
    }

    /// The account of a link, which only the service knows.
    public func fetchUser(byPersonalLink link: String) async throws -> NoteletInterface.User {
        try await RemoteRepositories(space.caller).users.fetchUser(byPersonalLink: link)
    }

    /// The account that is signed in now, and again after each change.
    public func observeCurrentUser() -> AsyncStream<NoteletInterface.User?> {
        space.hub.values(of: .user) { [space] in
            let account = try await space.account()
            // What was copied stays to be read when the session is over, but nobody is signed in.
            guard try await space.caller.sessionLabel() != nil else { return nil }
            return try await account?.copy.read { (tables) throws(SQLiteError) in
                try tables.shownUser()
            }
        }
    }

    func user(of account: OpenAccount) async throws -> NoteletInterface.User {
        let known = try await account.copy.read { (tables) throws(SQLiteError) in
            try tables.shownUser()
        }
        if let known { return known }
        let user = try await account.caller.call { (notelet) throws(NoteletError) in
            try await notelet.profile()
        }
        try await account.copy.write { (tables) throws(SQLiteError) in try tables.put(user) }
        return try NoteletInterface.User(user)
    }
}
