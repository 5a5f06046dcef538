internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import Records
internal import Serving

/// Serves what operators ask about people.
struct AccountAdministrationMethods: AccountsAdministrationService {
    let endpoint: AdministrationEndpoint

    func getUser(_ method: AdministrationAPI.GetUser) -> ServedMethod {
        endpoint.read(method) { request, store, _ throws(DomainError) in
            let command = ShowAccount(try AccountReference(request.reference))
            let (person, holdings) = try command.run(in: store)
            return GetUserResponse(
                user: ManagedUser(person),
                holdings: UserHoldings(holdings)
            )
        }
    }

    func listUsers(_ method: AdministrationAPI.ListUsers) -> ServedMethod {
        endpoint.read(method) { request, store, context throws(DomainError) in
            let command = ListAccounts(
                after: try place(of: request.afterID, in: store),
                size: try PageSize(request.pageSize),
                filter: ListAccounts.Filter(
                    status: try AccountRules.AccountStatus(filter: request.status),
                    isPremiumOnly: request.premiumOnly
                )
            )
            let (users, next) = try command.run(in: store, at: context.now)
            return ListUsersResponse(
                users: users.map { ManagedUser($0) },
                nextAfterID: next.map { store.userID(of: $0).opaque.bytes } ?? []
            )
        }
    }

    func banUser(_ method: AdministrationAPI.BanUser) -> ServedMethod {
        change(.ban, by: method)
    }

    func unbanUser(_ method: AdministrationAPI.UnbanUser) -> ServedMethod {
        change(.unban, by: method)
    }

    func deactivateUser(_ method: AdministrationAPI.DeactivateUser) -> ServedMethod {
        change(.deactivate, by: method)
    }

    func activateUser(_ method: AdministrationAPI.ActivateUser) -> ServedMethod {
        change(.activate, by: method)
    }

    func grantPremium(_ method: AdministrationAPI.GrantPremium) -> ServedMethod {
        endpoint.change(method, for: .ordinary) {
            request,
            store,
            person,
            context throws(DomainError) in
            let end = Instant(request.expiresAt ?? Timestamp())
            let command = ChangeAccount(
                try UserID(request.id),
                .grantPremium(until: end)
            )
            let changed = try command.run(in: store, by: person, context)
            return ChangeUserResponse(user: changed.map { ManagedUser($0) })
        }
    }

    func revokePremium(_ method: AdministrationAPI.RevokePremium) -> ServedMethod {
        change(.revokePremium, by: method)
    }

    func issueResetCode(_ method: AdministrationAPI.IssueResetCode) -> ServedMethod {
        endpoint.change(method, for: .vital) {
            request,
            store,
            person,
            context throws(DomainError) in
            let command = try IssueResetCode(
                try UserID(request.id),
                lifetimeSeconds: request.lifetimeSeconds
            )
            let (code, expiresAt) = try command.run(in: store, by: person, context)
            return IssueResetCodeResponse(code: code.text, expiresAt: Timestamp(expiresAt))
        }
    }

    func revokeSessions(_ method: AdministrationAPI.RevokeSessions) -> ServedMethod {
        change(.revokeSessions, by: method)
    }

    func deleteUser(_ method: AdministrationAPI.DeleteUser) -> ServedMethod {
        change(.delete, by: method)
    }

    private func change(
        _ change: ChangeAccount.Change,
        by method: NoteletAPI.MethodDescriptor<ChangeUserRequest, ChangeUserResponse>
    ) -> ServedMethod {
        endpoint.change(method, for: .vital) {
            request,
            store,
            person,
            context throws(DomainError) in
            let id = try UserID(request.id)
            let changed = try ChangeAccount(id, change).run(in: store, by: person, context)
            if change == .ban || change == .deactivate, let number = store.userNumber(of: id) {
                for step in endpoint.barringSteps { try step(number, person, store, context) }
            }
            return ChangeUserResponse(user: changed.map { ManagedUser($0) })
        }
    }

    /// The account after which a page begins; nil for the first page.
    private func place(
        of id: [UInt8],
        in store: StoreView
    ) throws(DomainError) -> UserNumber? {
        if id.isEmpty { return nil }
        guard let number = store.userNumber(of: try UserID(id, field: "after_id")) else {
            throw .refused(.invalidCursor)
        }
        return number
    }
}
