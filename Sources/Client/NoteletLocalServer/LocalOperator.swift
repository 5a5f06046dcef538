public import Foundation
internal import NoteletAPI
internal import NoteletClient
public import NoteletInterface
internal import TTRPC

/// What an operator does at a local server, where a test needs it: plans, bans, collections.
///
///     try await server.desk.grantPremium(to: user.id, until: clock.now() + 30 * 24 * 3_600)
public struct LocalOperator: Sendable {
    let server: LocalServer

    /// Gives an account the premium plan.
    ///
    /// - Parameters:
    ///   - userId: The account.
    ///   - end: When the plan ends, by the clock of the server: a moment that is to come.
    /// - Throws: `LocalServerError`, with what the server says.
    public func grantPremium(to userId: UUID, until end: Date) async throws(LocalServerError) {
        let request = GrantPremiumRequest(
            id: Identifier(userId).bytes,
            expiresAt: Timestamp(end)
        )
        _ = try await call(AdministrationAPI.grantPremium, request)
    }

    /// Gives an account the free plan again; contacts beyond its limit stay.
    ///
    /// - Parameter userId: The account.
    /// - Throws: `LocalServerError`, with what the server says.
    public func revokePremium(of userId: UUID) async throws(LocalServerError) {
        try await change(userId, by: AdministrationAPI.revokePremium)
    }

    /// Bans an account, which ends its sessions.
    ///
    /// - Parameter userId: The account.
    /// - Throws: `LocalServerError`, with what the server says.
    public func ban(_ userId: UUID) async throws(LocalServerError) {
        try await change(userId, by: AdministrationAPI.banUser)
    }

    /// Lets a banned account in again.
    ///
    /// - Parameter userId: The account.
    /// - Throws: `LocalServerError`, with what the server says.
    public func unban(_ userId: UUID) async throws(LocalServerError) {
        try await change(userId, by: AdministrationAPI.unbanUser)
    }

    /// Ends all sessions of an account, as after the loss of a telephone.
    ///
    /// - Parameter userId: The account.
    /// - Throws: `LocalServerError`, with what the server says.
    public func revokeSessions(of userId: UUID) async throws(LocalServerError) {
        try await change(userId, by: AdministrationAPI.revokeSessions)
    }

    /// Publishes configuration for applications: a version that has these values and no others.
    ///
    /// - Parameter values: The values by their keys.
    /// - Throws: `LocalServerError`, with what the server says.
    public func publishConfig(_ values: [String: String]) async throws(LocalServerError) {
        let entries = values.map { ConfigEntry(key: $0.key, value: $0.value) }
        _ = try await call(
            ConfigAdministrationAPI.publishConfig,
            PublishConfigRequest(entries: entries)
        )
    }

    /// Makes a collection, into which people can put items.
    ///
    /// - Parameter name: What it is called.
    /// - Throws: `LocalServerError`, with what the server says.
    public func addCollection(_ name: String) async throws(LocalServerError) {
        _ = try await call(
            ItemsAdministrationAPI.addCollection,
            AddCollectionRequest(collection: name)
        )
    }

    /// Makes a collection, into which people can put members.
    ///
    /// - Parameter name: What it is called.
    /// - Throws: `LocalServerError`, with what the server says.
    public func addMemberCollection(_ name: String) async throws(LocalServerError) {
        _ = try await call(
            DirectoryAdministrationAPI.addMemberCollection,
            AddCollectionRequest(collection: name)
        )
    }

    /// Takes a collection of members away, with all that is in it.
    ///
    /// - Parameter name: What it is called.
    /// - Throws: `LocalServerError`, with what the server says.
    public func removeMemberCollection(_ name: String) async throws(LocalServerError) {
        _ = try await call(
            DirectoryAdministrationAPI.removeMemberCollection,
            RemoveCollectionRequest(collection: name)
        )
    }

    /// Says how a member stands from now on.
    ///
    /// - Parameters:
    ///   - status: How.
    ///   - memberId: The member.
    /// - Throws: `LocalServerError`, with what the server says.
    public func setStatus(
        _ status: NoteletInterface.MemberStatus,
        ofMember memberId: UUID
    ) async throws(LocalServerError) {
        let number: NoteletAPI.MemberStatus =
            switch status {
            case .active: .active
            case .inactive: .inactive
            case .banned: .banned
            }
        _ = try await call(
            DirectoryAdministrationAPI.setMemberStatus,
            SetMemberStatusRequest(id: Identifier(memberId).bytes, status: number)
        )
    }

    private func change(
        _ userId: UUID,
        by method: NoteletAPI.MethodDescriptor<ChangeUserRequest, ChangeUserResponse>
    ) async throws(LocalServerError) {
        _ = try await call(method, ChangeUserRequest(id: Identifier(userId).bytes))
    }

    /// Makes a call at the place of operators.
    private func call<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws(LocalServerError) -> Response {
        guard let administration = server.administration else {
            throw LocalServerError("The server is stopped.")
        }
        do {
            let client = try await Client.connect(to: administration)
            defer { client.close() }
            return try await client.call(
                TTRPC.MethodDescriptor(service: method.service, method: method.name),
                request
            )
        } catch {
            throw LocalServerError("The operator is refused: \(error)")
        }
    }
}
