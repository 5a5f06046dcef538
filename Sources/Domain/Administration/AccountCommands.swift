/// An account as an operator names it.
package enum AccountReference: Hashable, Sendable {
    /// By its id.
    case id(UserID)
    /// By its username; any case.
    case username(String)
    /// By its e-mail address; any case.
    case email(String)
}

/// An account with what it has, for an operator.
package struct ShowAccount: Sendable {
    /// The account that is asked for.
    package let reference: AccountReference

    /// Counts beyond this are told as at least that many: bounds the work.
    package static let countMax = 10_000

    /// Names the account.
    package init(_ reference: AccountReference) {
        self.reference = reference
    }

    /// Reads the account.
    ///
    /// - Throws: `userNotFound`.
    package func run(
        in store: any Reading
    ) throws(DomainError) -> (user: User, holdings: AccountHoldings) {
        let user = try store.account(reference)
        return (user, try store.holdings(of: user.number, countMax: Self.countMax))
    }
}

/// A page of accounts, the oldest first.
package struct ListAccounts: Sendable {
    /// The account before the first of the page; nil to begin with the oldest.
    package let place: UserNumber?
    /// The most accounts of the page.
    package let size: PageSize
    /// Which accounts belong to it.
    package let filter: Filter

    /// Which accounts belong to a list.
    package struct Filter: Sendable {
        /// Only those of this status; nil for all.
        package var status: AccountStatus?
        /// Only those whose plan is premium at the moment.
        package var isPremiumOnly: Bool

        /// Selects accounts, all unless told otherwise.
        package init(status: AccountStatus? = nil, isPremiumOnly: Bool = false) {
            self.status = status
            self.isPremiumOnly = isPremiumOnly
        }

        func contains(_ user: User, at now: Instant) -> Bool {
            (status.map { $0 == user.status } ?? true)
                && (!isPremiumOnly || user.isPremium(at: now))
        }
    }

    /// Describes the page.
    package init(after place: UserNumber?, size: PageSize, filter: Filter) {
        self.place = place
        self.size = size
        self.filter = filter
    }

    /// Reads the page, which ends early after many accounts that do not belong to it.
    package func run(
        in store: any AdministrationReading,
        at now: Instant
    ) throws(DomainError) -> (users: [User], next: UserNumber?) {
        var users: [User] = []
        let next = try store.visitAccounts(
            after: place,
            limit: DomainLimits.recordsPerSearchMax
        ) { user in
            if filter.contains(user, at: now) { users.append(user) }
            return users.count < size.count ? .next : .last
        }
        return (users, next)
    }
}

/// Changes one account: each is the operator's act, and recorded with it.
package struct ChangeAccount: Sendable {
    /// The account that is changed.
    package let id: UserID
    /// What becomes of it.
    package let change: Change

    /// What an operator can do to an account.
    package enum Change: Hashable, Sendable {
        /// Signs it out everywhere, and lets it neither sign in nor get notes.
        case ban
        /// Lets it sign in again.
        case unban
        /// Lifts the limits until a moment.
        case grantPremium(until: Instant)
        /// Signs it out everywhere.
        case revokeSessions
        /// Takes it out of sight at once, and erases its records in steps.
        case delete
    }

    /// Names the account and what becomes of it.
    package init(_ id: UserID, _ change: Change) {
        self.id = id
        self.change = change
    }

    /// Changes the account, and records it.
    ///
    /// - Returns: The account as it is now; nil once it is deleted.
    /// - Throws: `userNotFound`, and `invalidValue` of a plan that has ended already.
    package func run(
        in store: any Writing,
        by person: Operator,
        _ context: Context
    ) throws(DomainError) -> User? {
        let user = try store.account(.id(id)).number
        switch change {
        case .ban: try SetAccountStatus(user: user, status: .banned).run(in: store)
        case .unban: try SetAccountStatus(user: user, status: .active).run(in: store)
        case .grantPremium(let end):
            guard context.now < end else {
                throw .refused(
                    .invalidValue(field: "expires_at", expected: "a moment that is to come")
                )
            }
            try GrantPlan(user: user, plan: .premium(expiresAt: end)).run(in: store)
        case .revokeSessions:
            for session in try store.sessions(of: user) { try store.endSession(session.key) }
        case .delete: try store.remove(user)
        }
        try store.record(person, action, context)
        return try store.user(user)
    }

    private var action: String {
        let verb =
            switch change {
            case .ban: "ban"
            case .unban: "unban"
            case .grantPremium(let end): "grant-premium --until-ms \(end.milliseconds)"
            case .revokeSessions: "revoke-sessions"
            case .delete: "delete"
            }
        return "user \(verb) \(id.opaque.uuid)"
    }
}

extension AccountReading where Self: AdministrationReading {
    /// The account that an operator names.
    ///
    /// - Throws: `userNotFound`, also for a guest.
    package func account(_ reference: AccountReference) throws(DomainError) -> User {
        let number: UserNumber? =
            switch reference {
            case .id(let id): userNumber(of: id)
            case .username(let text): try userNumber(named: Username(stored: text))
            case .email(let text): try userNumber(withEmail: EmailAddress(stored: text))
            }
        guard let number, let user = try user(number) else { throw .refused(.userNotFound) }
        return user
    }
}
