package import Domain

/// What amounts are counted in; one is never moved to an account of another.
package enum LedgerUnit: UInt8, CaseIterable, Sendable {
    /// Points.
    case points = 1
    /// Money, in the smallest unit that there is of it.
    case cash = 2
}

/// What an account is for.
package enum AccountRole: UInt8, CaseIterable, Sendable {
    /// A person's own: its balance is never below nothing, and what is in it may lapse.
    case own = 1
    /// Where all comes from that people get: below nothing by what they were given.
    case issued = 2
    /// What people paid with.
    case spent = 3
    /// What was paid out to people.
    case withdrawn = 4
    /// What lapsed.
    case lapsed = 5
    /// What somebody left who deleted the account.
    case forfeited = 6
    /// The other side of what was of people who are erased; it has no statement.
    case erased = 7

    /// Below this the balance never goes; nil where there is no such bound.
    package var floor: Int64? { self == .own ? 0 : nil }

    /// Whether what is credited may lapse.
    package var hasLots: Bool { self == .own }

    /// Whether its transfers are counted and listed.
    package var hasStatement: Bool { self != .erased }
}

/// An account of the ledger: a person's, or one of the application's own.
///
/// None has to be opened: one that nothing was moved to has a balance of nothing.
package struct LedgerAccount: Hashable, Sendable {
    /// Whose it is; nobody for the application's own.
    package let holder: UserNumber
    /// What it counts.
    package let unit: LedgerUnit
    /// What it is for.
    package let role: AccountRole

    /// The account of a person.
    package static func own(_ holder: UserNumber, _ unit: LedgerUnit) -> LedgerAccount {
        LedgerAccount(holder: holder, unit: unit, role: .own)
    }

    /// An account of the application's own.
    package static func app(_ role: AccountRole, _ unit: LedgerUnit) -> LedgerAccount {
        LedgerAccount(holder: .nobody, unit: unit, role: role)
    }

    /// Names an account by its parts, whatever they are.
    package init(holder: UserNumber, unit: LedgerUnit, role: AccountRole) {
        self.holder = holder
        self.unit = unit
        self.role = role
    }

    /// Whether there can be such an account: people have their own, and nobody has the others.
    package var isSound: Bool { (role == .own) == (holder != .nobody) }
}

/// What an account has.
package struct AccountState: Equatable, Sendable {
    /// What was moved to it, less what was moved from it.
    package var balance: Int64
    /// How much of that pending transfers hold.
    package var pending: Int64
    /// How many entries its statement has.
    package var entryCount: UInt64
    /// Whether all was forfeited of somebody who goes, and entries are being taken off.
    package var isLeaving: Bool

    /// Gathers what is stored.
    package init(
        balance: Int64 = 0,
        pending: Int64 = 0,
        entryCount: UInt64 = 0,
        isLeaving: Bool = false
    ) {
        self.balance = balance
        self.pending = pending
        self.entryCount = entryCount
        self.isLeaving = isLeaving
    }
}

/// What an account has at a moment, as people are shown it.
package struct Balance: Equatable, Sendable {
    /// All that is in it.
    package let total: Int64
    /// How much of that pending transfers hold.
    package let pending: Int64
    /// How much can be spent.
    package var available: Int64 { total - pending }

    /// Gathers both.
    package init(total: Int64, pending: Int64) {
        self.total = total
        self.pending = pending
    }
}
