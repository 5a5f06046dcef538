package import Domain

/// Something that is to be done or reached, which operators define: a mission of each day, or an
/// achievement.
package struct Goal<Kind: GoalKind>: Equatable, Sendable {
    /// The number that it was given; it never leaves the server.
    package let number: UInt64
    /// By which it is known.
    package let name: ShortName<Goal<Kind>>
    /// What it is called.
    package let title: String
    /// What is counted.
    package let kind: Kind
    /// How much of it.
    package let goal: Int64
    /// How many points it gives.
    package let reward: Int64
    /// Whether nobody can reach it any more.
    package let isWithdrawn: Bool

    /// Gathers a goal as it is stored.
    package init(
        storedNumber number: UInt64,
        name: ShortName<Goal<Kind>>,
        title: String,
        kind: Kind,
        goal: Int64,
        reward: Int64,
        isWithdrawn: Bool
    ) {
        self.number = number
        self.name = name
        self.title = title
        self.kind = kind
        self.goal = goal
        self.reward = reward
        self.isWithdrawn = isWithdrawn
    }

    /// Checks a goal that is to be defined; it has no number yet.
    ///
    /// - Throws: `invalidValue` of `name`, `title`, `kind` and `goal`; `negativeValue` and
    ///   `amountOutOfRange` of the reward.
    package init(
        name: String,
        title: String,
        kind: Kind?,
        goal: Int64,
        reward: Int64
    ) throws(DomainError) {
        number = 0
        self.name = try ShortName(name, field: "name")
        self.title = try RewardText.title(title)
        guard let kind else {
            throw .invalid("kind", Kind.allCases.map(\.word).joined(separator: ", "))
        }
        self.kind = kind
        guard kind.goals.contains(goal) else {
            throw .invalid("goal", "\(kind.goals.lowerBound) to \(kind.goals.upperBound)")
        }
        self.goal = goal
        self.reward = try RewardText.points(reward)
        isWithdrawn = false
    }

    /// The same under another number, or withdrawn.
    func numbered(_ number: UInt64, isWithdrawn: Bool = false) -> Goal {
        Goal(
            storedNumber: number,
            name: name,
            title: title,
            kind: kind,
            goal: goal,
            reward: reward,
            isWithdrawn: isWithdrawn
        )
    }
}

/// What is counted for a goal.
package protocol GoalKind: RawRepresentable<UInt8>, CaseIterable, Equatable, Sendable {
    /// What the audit log calls such a goal.
    static var command: String { get }
    /// How many there can be, those that were withdrawn among them.
    static var countMax: Int { get }
    /// That there is none of a name.
    static var notFound: Refusal { get }
    /// That there are as many as there can be.
    static var limitReached: Refusal { get }
    /// What operators call it.
    var word: String { get }
    /// How much there can be to do.
    var goals: ClosedRange<Int64> { get }
}

/// Something that is to be done each day.
package typealias Mission = Goal<MissionKind>

/// What is counted of a day.
package enum MissionKind: UInt8, GoalKind {
    /// Surveys that are answered.
    case submissions = 1
    /// Checking in.
    case checkIn = 2

    /// What the audit log calls one.
    package static let command = "mission"
    /// How many there can be.
    package static let countMax = DomainLimits.missionsMax
    /// That there is none of a name.
    package static var notFound: Refusal { .missionNotFound }
    /// That there are as many as there can be.
    package static var limitReached: Refusal { .missionLimitReached(limit: countMax) }
    /// What operators call it.
    package var word: String {
        switch self {
        case .submissions: "submissions"
        case .checkIn: "check_in"
        }
    }
    /// How often it can be to do: nobody checks in twice a day.
    package var goals: ClosedRange<Int64> {
        self == .checkIn ? 1...1 : DomainLimits.missionGoals
    }
}

/// How far somebody has come in a mission on a day.
package struct MissionProgress: Equatable, Sendable {
    /// How often it was done.
    package var count: UInt64
    /// Whether its reward was taken.
    package var isClaimed: Bool
    /// How many points that were.
    package var awarded: Int64

    /// Gathers all.
    package init(count: UInt64 = 0, isClaimed: Bool = false, awarded: Int64 = 0) {
        self.count = count
        self.isClaimed = isClaimed
        self.awarded = awarded
    }
}

/// Something that is reached once and for all.
package typealias Achievement = Goal<AchievementKind>

/// What is counted for an achievement.
package enum AchievementKind: UInt8, GoalKind {
    /// Surveys that were answered.
    case submissions = 1
    /// Days of the longest streak.
    case longestStreak = 2
    /// Points that were given as rewards and by operators, whatever became of them.
    case pointsEarned = 3

    /// What the audit log calls one.
    package static let command = "achievement"
    /// How many there can be.
    package static let countMax = DomainLimits.achievementsMax
    /// That there is none of a name.
    package static var notFound: Refusal { .achievementNotFound }
    /// That there are as many as there can be.
    package static var limitReached: Refusal { .achievementLimitReached(limit: countMax) }
    /// What operators call it.
    package var word: String {
        switch self {
        case .submissions: "submissions"
        case .longestStreak: "longest_streak"
        case .pointsEarned: "points_earned"
        }
    }
    /// How much there can be to reach.
    package var goals: ClosedRange<Int64> { DomainLimits.achievementGoals }
}
