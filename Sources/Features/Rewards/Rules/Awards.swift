internal import AccountRules
package import Domain
package import LedgerRules

/// By what rewards are given in an app.
package struct RewardTerms: Sendable {
    /// When points lapse.
    package let expiry: PointExpiry
    /// What the clocks of time zones show.
    package let zones: any TimeZoneTable

    /// Joins both.
    package init(expiry: PointExpiry, zones: any TimeZoneTable) {
        self.expiry = expiry
        self.zones = zones
    }
}

/// What came of something that somebody did.
package struct Outcome: Equatable, Sendable {
    /// How many points were given for it.
    package var awarded: Int64 = 0
    /// The achievements that were reached by it.
    package var achievements: [Achievement] = []
    /// What the person has of points then.
    package var balance = Balance(total: 0, pending: 0)
}

/// What points are given for, each once: what the posting is called is made of it.
package enum AwardReason {
    /// Answering the survey of this number.
    case survey(UInt64)
    /// A mission on a day.
    case mission(UInt64, LocalDay)
    /// An achievement.
    case achievement(UInt64)

    /// The name of a posting to somebody: a number for the reason, and behind it those of all that
    /// makes it another one.
    package func reference(to person: UserNumber) -> [UInt8] {
        let numbers: [UInt64] =
            switch self {
            case .survey(let number): [1, number]
            case .mission(let number, let day): [2, number, UInt64(day.number)]
            case .achievement(let number): [3, number]
            }
        return (numbers + [person.rawValue]).flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
    }

    /// What transfers bear in numbers, which name nobody.
    var subject: AwardSubject {
        switch self {
        case .survey(let number): .survey(number)
        case .mission(let number, _): .mission(number)
        case .achievement(let number): .achievement(number)
        }
    }
}

/// What points are given for, as transfers bear it.
enum AwardSubject: Equatable {
    /// The survey of this number.
    case survey(UInt64)
    /// The mission of this number.
    case mission(UInt64)
    /// The achievement of this number.
    case achievement(UInt64)

    /// Reads the number of a transfer; nil for none of them.
    init?(_ number: UInt64) {
        let rest = number >> 2
        switch number & 3 {
        case 1: self = .survey(rest)
        case 2: self = .mission(rest)
        case 3: self = .achievement(rest)
        default: return nil
        }
    }

    /// The number that a transfer bears: below the thing's own, two bits that say what it is.
    var number: UInt64 {
        switch self {
        case .survey(let number): number << 2 | 1
        case .mission(let number): number << 2 | 2
        case .achievement(let number): number << 2 | 3
        }
    }
}

extension ReferenceSource {
    /// Rewards.
    package static let rewards = ReferenceSource(rawValue: 16)
    /// Grants of operators, by the names that these give them.
    package static let grants = ReferenceSource(rawValue: 17)
    /// Surveys, by the names that operators give them; no posting is called by these.
    package static let surveys = ReferenceSource(rawValue: 18)
}

extension RewardWriting {
    /// Gives somebody points, once for each reason, and counts them; nothing happens for none.
    ///
    /// - Returns: How many were given: none where they had been before, as on a day that a clock
    ///   which was ahead lets begin again.
    @discardableResult
    func award(
        _ points: Int64,
        to person: UserNumber,
        for reason: AwardReason,
        _ standing: inout Standing,
        _ terms: RewardTerms,
        _ context: Context
    ) throws(DomainError) -> Int64 {
        guard points > 0 else { return 0 }
        let reference = reference(reason.reference(to: person), of: .rewards)
        guard try transferNumber(called: reference) == nil else { return 0 }
        let move = try Move(
            .earn,
            points,
            from: .app(.issued, .points),
            to: .own(person, .points),
            lapsing: terms.expiry.end(of: context.now),
            subject: reason.subject.number
        )
        try post(move, reference: reference, context)
        standing.pointsEarned += UInt64(points)
        return points
    }

    /// Gives somebody the achievements that are reached by now, and stores how the person stands.
    func settle(
        _ standing: Standing,
        of person: UserNumber,
        awarded: Int64 = 0,
        _ terms: RewardTerms,
        _ context: Context
    ) throws(DomainError) -> Outcome {
        var (standing, outcome) = (standing, Outcome(awarded: awarded))
        var open = try openAchievements(of: person)
        // The reward of one may be what another is still short of.
        while let index = open.firstIndex(where: { $0.isReached(by: standing) }) {
            let achievement = open.remove(at: index)
            let reason = AwardReason.achievement(achievement.number)
            let reward = achievement.reward
            try put(earned: achievement.number, by: person, awarded: reward, at: context.now)
            try award(reward, to: person, for: reason, &standing, terms, context)
            outcome.achievements.append(achievement)
        }
        try put(standing, of: person)
        outcome.balance = try balance(of: .own(person, .points), context)
        return outcome
    }

    private func openAchievements(of person: UserNumber) throws(DomainError) -> [Achievement] {
        let earned = try earnedAchievements(of: person)
        return try achievements().filter { !$0.isWithdrawn && earned[$0.number] == nil }
    }
}

extension Balance {
    /// What the points that can be spent are worth, in tenths of a yen: 10 points are one.
    package var yenTenths: Int64 { available * 10 / DomainLimits.pointsPerYen }
}

extension Achievement {
    /// Whether somebody who stands like this has come so far.
    func isReached(by standing: Standing) -> Bool {
        standing.count(of: kind) >= UInt64(clamping: goal)
    }
}
