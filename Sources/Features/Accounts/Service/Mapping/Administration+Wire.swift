internal import AccountRules
internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import Serving

extension ManagedUser {
    /// An account as an operator sees it.
    init(_ user: AccountRules.User) {
        self.init(
            id: user.id.opaque.bytes,
            username: user.username.text,
            email: user.email.text,
            status: NoteletAPI.AccountStatus(user.status),
            plan: NoteletAPI.Plan(user.plan),
            senderPolicy: NoteletAPI.SenderPolicy(user.senderPolicy),
            hasLink: user.linkToken != nil,
            createdAt: Timestamp(user.createdAt)
        )
    }

    /// An account or a guest as an operator sees it.
    init(_ person: ManagedPerson) {
        switch person {
        case .account(let user): self.init(user)
        case .guest(let guest):
            self.init(
                id: guest.id.opaque.bytes,
                status: guest.isBanned ? .banned : .active,
                isGuest: true
            )
        }
    }
}

extension UserHoldings {
    /// How much an account has.
    init(_ holdings: AccountHoldings) {
        self.init(
            sessions: UInt32(clamping: holdings.sessions),
            contacts: UInt32(clamping: holdings.contacts),
            receivedNotes: UInt32(clamping: holdings.receivedNotes),
            blocks: UInt32(clamping: holdings.blocks)
        )
    }
}

extension AccountReference {
    /// Reads whom an operator names.
    ///
    /// - Throws: `invalidValue` of `reference` or `id`.
    init(_ reference: GetUserRequest.Reference?) throws(DomainError) {
        switch reference {
        case .id(let id): self = .id(try UserID(id))
        case .username(let text): self = .username(text)
        case .email(let text): self = .email(text)
        case nil:
            throw .invalid("reference", "an id, a username or an e-mail")
        }
    }
}

extension AccountRules.AccountStatus {
    /// Reads which accounts are asked for; nil for all.
    ///
    /// - Throws: `invalidValue` of `status` for values this version does not know.
    init?(filter status: NoteletAPI.AccountStatus) throws(DomainError) {
        switch status {
        case .unspecified: return nil
        case .active: self = .active
        case .inactive: self = .inactive
        case .banned: self = .banned
        default:
            throw .invalid("status", "an ACCOUNT_STATUS")
        }
    }
}
