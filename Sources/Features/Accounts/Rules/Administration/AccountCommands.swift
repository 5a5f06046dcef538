package import Domain

/// An account as an operator names it.
package enum AccountReference: Hashable, Sendable {
    /// By its id.
    case id(UserID)
    /// By its username; any case.
    case username(String)
    /// By its e-mail address; any case.
    case email(String)
}

/// Somebody whom an operator looks at: an account, or a guest, who has none.
package enum ManagedPerson: Equatable, Sendable {
    /// Somebody with an account.
    case account(User)
    /// Somebody without one, known by an id alone.
    case guest(ManagedGuest)

    /// The name inside the server, which never leaves it.
    package var number: UserNumber {
        switch self {
        case .account(let user): user.number
        case .guest(let guest): guest.number
        }
    }
}

/// A guest as an operator sees one.
package struct ManagedGuest: Equatable, Sendable {
    /// The name inside the server, which never leaves it.
    package let number: UserNumber
    /// The name for the outside.
    package let id: UserID
    /// Whether the guest is let in no more.
    package let isBanned: Bool
}

/// An account or guest with what it has, for an operator.
package struct ShowAccount: Sendable {
    /// The account that is asked for.
    package let reference: AccountReference

    /// Counts beyond this are told as at least that many: bounds the work.
    package static let countMax = 10_000

    /// Names the account.
    package init(_ reference: AccountReference) {
        self.reference = reference
    }

    /// Reads the account or guest.
    ///
    /// - Throws: `userNotFound`.
    package func run(
        in store: any AccountAdministrationReading & AccountReading & SessionReading
    ) throws(DomainError) -> (person: ManagedPerson, holdings: AccountHoldings) {
        let person = try store.person(reference)
        return (person, try store.holdings(of: person.number, countMax: Self.countMax))
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
        in store: any AccountAdministrationReading,
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

extension AccountReading where Self: AccountAdministrationReading & SessionReading {
    /// The account or guest that an operator names.
    ///
    /// - Throws: `userNotFound`.
    package func person(_ reference: AccountReference) throws(DomainError) -> ManagedPerson {
        let number: UserNumber? =
            switch reference {
            case .id(let id): userNumber(of: id)
            case .username(let text): try userNumber(named: Username(stored: text))
            case .email(let text): try userNumber(withEmail: EmailAddress(stored: text))
            }
        guard let number, let person = try person(number) else { throw .refused(.userNotFound) }
        return person
    }

    /// The account or guest of a number; nil once it is gone.
    func person(_ number: UserNumber) throws(DomainError) -> ManagedPerson? {
        if let user = try user(number) { return .account(user) }
        guard try isGuest(number) else { return nil }
        return .guest(
            ManagedGuest(number: number, id: userID(of: number), isBanned: try isBanned(number))
        )
    }
}
