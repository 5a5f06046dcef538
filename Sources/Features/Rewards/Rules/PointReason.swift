package import Domain
package import LedgerRules

/// What somebody was given points for.
package enum PointReason: Equatable, Sendable {
    /// The answers to a survey of this title.
    case survey(String)
    /// A mission of this title.
    case mission(String)
    /// An achievement of this title.
    case achievement(String)
    /// An operator gave them, and said this; empty for nothing.
    case grant(String)
}

extension RewardReading {
    /// Visits what somebody got and spent of points, newest first, before an entry (nil: the
    /// newest), and what for: nil where it was not given, or for nothing of this feature.
    ///
    /// - Returns: The entry to go on before; nil at the end.
    package func visitTransactions(
        of person: UserNumber,
        before sequence: Sequence?,
        limit: Int,
        _ visit: (StatementEntry, PointReason?) -> PageStep
    ) throws(DomainError) -> Sequence? {
        var titles = GoalTitles()
        return try visitStatement(of: .own(person, .points), before: sequence, limit: limit) {
            entry throws(DomainError) in
            visit(entry, try reason(of: entry.transfer, to: person, &titles))
        }
    }

    /// What a transfer was for, or the one that it corrects.
    private func reason(
        of transfer: Transfer,
        to person: UserNumber,
        _ titles: inout GoalTitles
    ) throws(DomainError) -> PointReason? {
        var given = transfer
        if transfer.kind == .correct {
            guard let wrong = try self.transfer(transfer.earlier) else { return nil }
            given = wrong
        }
        let source = given.reference?.source
        if source == .grants { return .grant(try grantTitle(given.subject, of: person)) }
        guard source == .rewards, let subject = AwardSubject(given.subject) else { return nil }
        switch subject {
        case .survey(let number):
            return .survey(try survey(numbered: number)?.details.title ?? "")
        case .mission(let number):
            return .mission(try titles.ofMissions(in: self)[number] ?? "")
        case .achievement(let number):
            return .achievement(try titles.ofAchievements(in: self)[number] ?? "")
        }
    }
}

/// The titles of goals by their numbers, each kind read once where it is asked for.
private struct GoalTitles {
    private var missions: [UInt64: String]?
    private var achievements: [UInt64: String]?

    mutating func ofMissions(
        in store: some RewardReading
    ) throws(DomainError) -> [UInt64: String] {
        if let missions { return missions }
        let titles = try store.missions().titles()
        missions = titles
        return titles
    }

    mutating func ofAchievements(
        in store: some RewardReading
    ) throws(DomainError) -> [UInt64: String] {
        if let achievements { return achievements }
        let titles = try store.achievements().titles()
        achievements = titles
        return titles
    }
}

extension Array {
    /// The titles by the numbers.
    fileprivate func titles<Kind>() -> [UInt64: String] where Element == Goal<Kind> {
        reduce(into: [:]) { $0[$1.number] = $1.title }
    }
}
