public import Foundation

/// What is to be done each day, and how far an account has come with it on one.
public struct DailyMission: Hashable, Identifiable, Sendable {
    /// The name by which it is known.
    public let id: String
    /// What it is called.
    public let title: String
    /// The day, as the account's time zone has it, such as `2024-01-01`.
    public let day: String
    /// How often something is to be done.
    public let goal: Int
    /// How often it was done, at most as often as it has to be.
    public let progress: Int
    /// What it gives.
    public let reward: PointAmount
    /// Whether that was taken.
    public let isClaimed: Bool

    /// Creates a mission's picture.
    ///
    /// - Parameters:
    ///   - id: The name by which it is known.
    ///   - title: What it is called.
    ///   - day: The day.
    ///   - goal: How often something is to be done.
    ///   - progress: How often it was done.
    ///   - reward: What it gives.
    ///   - isClaimed: Whether that was taken.
    public init(
        id: String,
        title: String,
        day: String,
        goal: Int,
        progress: Int,
        reward: PointAmount,
        isClaimed: Bool
    ) {
        self.id = id
        self.title = title
        self.day = day
        self.goal = goal
        self.progress = progress
        self.reward = reward
        self.isClaimed = isClaimed
    }

    /// Whether its reward can be taken.
    public var isClaimable: Bool { progress >= goal && !isClaimed }
}

/// On how many days in a row an account has checked in.
public struct Streak: Hashable, Sendable {
    /// So many up to today or, where today is not over, yesterday.
    public let current: Int
    /// The most there ever were.
    public let longest: Int
    /// Whether it was done today, when this was told.
    public let isCheckedInToday: Bool
    /// The day that it was then, as the account's time zone has it, such as `2024-01-01`.
    public let today: String
    /// The name of the account's time zone.
    public let timeZone: String
    /// When the next day begins: from then on a check-in counts again.
    public let nextDayAt: Date

    /// Creates a streak's picture.
    ///
    /// - Parameters:
    ///   - current: So many up to today or yesterday.
    ///   - longest: The most there ever were.
    ///   - isCheckedInToday: Whether it was done today.
    ///   - today: The day.
    ///   - timeZone: The name of the account's time zone.
    ///   - nextDayAt: When the next day begins.
    public init(
        current: Int,
        longest: Int,
        isCheckedInToday: Bool,
        today: String,
        timeZone: String,
        nextDayAt: Date
    ) {
        self.current = current
        self.longest = longest
        self.isCheckedInToday = isCheckedInToday
        self.today = today
        self.timeZone = timeZone
        self.nextDayAt = nextDayAt
    }

    /// Whether a check-in would count no more, however long ago this was told.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: False from the moment at which the next day begins.
    public func isCheckedIn(at now: Date) -> Bool { isCheckedInToday && now < nextDayAt }
}

/// What came of checking in, once, however often it was asked.
public struct CheckIn: Hashable, Sendable {
    /// How the streak stands now.
    public let streak: Streak
    /// Whether it counted: false where it was done on this day before.
    public let isCounted: Bool
    /// The titles of achievements that were reached by it.
    public let achievements: [String]

    /// Creates a check-in's picture.
    ///
    /// - Parameters:
    ///   - streak: How the streak stands now.
    ///   - isCounted: Whether it counted.
    ///   - achievements: The titles of achievements that were reached.
    public init(streak: Streak, isCounted: Bool, achievements: [String] = []) {
        self.streak = streak
        self.isCounted = isCounted
        self.achievements = achievements
    }
}

/// What is reached once and for all, and how far an account has come.
public struct Achievement: Hashable, Identifiable, Sendable {
    /// The name by which it is known.
    public let id: String
    /// What it is called.
    public let title: String
    /// How much it takes.
    public let goal: Int
    /// How much of that there is, at most as much as it takes.
    public let progress: Int
    /// What it gives.
    public let reward: PointAmount
    /// When it was reached; nil for not yet.
    public let earnedAt: Date?

    /// Creates an achievement's picture.
    ///
    /// - Parameters:
    ///   - id: The name by which it is known.
    ///   - title: What it is called.
    ///   - goal: How much it takes.
    ///   - progress: How much of that there is.
    ///   - reward: What it gives.
    ///   - earnedAt: When it was reached.
    public init(
        id: String,
        title: String,
        goal: Int,
        progress: Int,
        reward: PointAmount,
        earnedAt: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.goal = goal
        self.progress = progress
        self.reward = reward
        self.earnedAt = earnedAt
    }
}
