package import Domain

/// Changes one account or guest: each is the operator's act, and recorded with it.
package struct ChangeAccount: Sendable {
    /// The account or guest that is changed.
    package let id: UserID
    /// What becomes of it.
    package let change: Change

    /// What an operator can do to an account; only some of it to a guest.
    package enum Change: Hashable, Sendable {
        /// Signs it out everywhere, and lets it neither sign in nor get notes; a guest too.
        case ban
        /// Lets who was banned sign in again; a guest goes on with the sessions that are left.
        case unban
        /// Puts it to rest, which is no reproach: the rest is as with `ban`.
        case deactivate
        /// Lets who was put to rest sign in again.
        case activate
        /// Lifts the limits until a moment.
        case grantPremium(until: Instant)
        /// Makes the plan the free one; contacts beyond its limit stay.
        case revokePremium
        /// Signs it out everywhere; a guest, who cannot sign in again, for good.
        case revokeSessions
        /// Takes it out of sight at once, and erases its records in steps; a guest too.
        case delete
    }

    /// Names the account or guest, and what becomes of it.
    package init(_ id: UserID, _ change: Change) {
        self.id = id
        self.change = change
    }

    /// Changes it, and records that.
    ///
    /// - Returns: The account or guest as it is now; nil once it is gone.
    /// - Throws: `userNotFound`, `accountRequired` of what a guest cannot have, and `invalidValue`
    ///   of a plan that has ended already.
    package func run(
        in store: any AccountAdministrationWriting & AccountWriting & SessionWriting,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> ManagedPerson? {
        let subject = try store.person(.id(id))
        switch subject {
        case .account(let user): try run(on: user, in: store, context)
        case .guest(let guest): try run(on: guest, in: store, context)
        }
        try store.record(person, action, context)
        return try store.person(subject.number)
    }

    private func run(
        on user: User,
        in store: any AccountAdministrationWriting & AccountWriting & SessionWriting,
        _ context: Context
    ) throws(DomainError) {
        switch change {
        case .ban: try SetAccountStatus(user: user.number, status: .banned).run(in: store)
        case .unban: try setActive(user, from: .banned, in: store)
        case .deactivate: try SetAccountStatus(user: user.number, status: .inactive).run(in: store)
        case .activate: try setActive(user, from: .inactive, in: store)
        case .grantPremium(let end):
            guard context.now < end else {
                throw .invalid("expires_at", "a moment that is to come")
            }
            try GrantPlan(user: user.number, plan: .premium(expiresAt: end)).run(in: store)
        case .revokePremium: try GrantPlan(user: user.number, plan: .free).run(in: store)
        case .revokeSessions: try store.endSessions(of: user.number)
        case .delete: try store.remove(user.number, at: context.now)
        }
    }

    private func run(
        on guest: ManagedGuest,
        in store: any AccountAdministrationWriting & AccountWriting & SessionWriting,
        _ context: Context
    ) throws(DomainError) {
        switch change {
        case .ban: try store.ban(guest.number, at: context.now)
        case .unban: try store.liftBan(of: guest.number)
        case .revokeSessions: try store.endSessions(of: guest.number)
        case .delete: try store.remove(guest.number, at: context.now)
        case .deactivate, .activate, .grantPremium, .revokePremium:
            throw .refused(.accountRequired)
        }
    }

    /// Lets an account sign in again, if this status was what kept it from it.
    private func setActive(
        _ user: User,
        from status: AccountStatus,
        in store: any AccountAdministrationWriting & AccountWriting & SessionWriting
    ) throws(DomainError) {
        guard user.status == status else { return }
        try SetAccountStatus(user: user.number, status: .active).run(in: store)
    }

    private var action: String {
        let verb =
            switch change {
            case .ban: "ban"
            case .unban: "unban"
            case .deactivate: "deactivate"
            case .activate: "activate"
            case .grantPremium(let end): "grant-premium --until-ms \(end.milliseconds)"
            case .revokePremium: "revoke-premium"
            case .revokeSessions: "revoke-sessions"
            case .delete: "delete"
            }
        return "user \(verb) \(id.opaque.uuid)"
    }
}

extension SessionWriting {
    /// Signs somebody out everywhere.
    func endSessions(of user: UserNumber) throws(DomainError) {
        for session in try sessions(of: user) { try endSession(session.key) }
    }
}

/// Gives an account a premium plan until a moment, or takes it away: the operator's act.
package struct GrantPlan: Sendable {
    /// The account that gets the plan; guests have none.
    package let user: UserNumber
    /// The plan that takes the place of the present one.
    package let plan: Plan

    /// Names the account and its plan from now on.
    package init(user: UserNumber, plan: Plan) {
        self.user = user
        self.plan = plan
    }

    /// Stores the plan; contacts beyond the limits of a lesser plan stay.
    ///
    /// - Throws: `accountRequired` when there is no such account.
    package func run(in store: any AccountAdministrationWriting & AccountWriting & SessionWriting)
        throws(DomainError)
    {
        guard var account = try store.user(user) else { throw .refused(.accountRequired) }
        account.plan = plan
        try store.update(account)
    }
}

/// Changes whether an account may act: the operator's act.
package struct SetAccountStatus: Sendable {
    /// The account that may or may not act; guests have no status.
    package let user: UserNumber
    /// The status that takes the place of the present one.
    package let status: AccountStatus

    /// Names the account and its status from now on.
    package init(user: UserNumber, status: AccountStatus) {
        self.user = user
        self.status = status
    }

    /// Stores the status; whoever is not active is signed out everywhere.
    ///
    /// - Throws: `accountRequired` when there is no such account.
    package func run(in store: any AccountAdministrationWriting & AccountWriting & SessionWriting)
        throws(DomainError)
    {
        guard var account = try store.user(user) else { throw .refused(.accountRequired) }
        account.status = status
        try store.update(account)
        guard status != .active else { return }
        try store.endSessions(of: user)
    }
}
