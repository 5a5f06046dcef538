public import Foundation

/// What an account has of points; only the service changes it.
public struct PointBalance: Hashable, Sendable {
    /// How many, without those that lapsed.
    public let points: PointAmount
    /// What they are worth, as the service says.
    public let yen: Decimal

    /// Creates a balance's picture.
    ///
    /// - Parameters:
    ///   - points: How many.
    ///   - yen: What they are worth; nil for what so many are.
    public init(points: PointAmount, yen: Decimal? = nil) {
        self.points = points
        self.yen = yen ?? points.toYen()
    }
}

/// What an account once got or spent of points.
public struct PointTransaction: Hashable, Identifiable, Sendable {
    /// Which one of the account's it is, from 1 on.
    public let id: UInt64
    /// How they came or went.
    public let kind: Kind
    /// What they were given for; nil for nothing of this, such as where they were spent or lapsed.
    public let reason: Reason?
    /// The title of what they were given for; empty where it has none.
    public let title: String
    /// By how many the balance rose; below 0 where it fell.
    public let change: Int
    /// The balance afterwards.
    public let balance: PointAmount
    /// When.
    public let occurredAt: Date
    /// When what was got lapses; nil for never.
    public let expiresAt: Date?

    /// What points are given for.
    public enum Reason: String, Hashable, CaseIterable, Sendable {
        /// The answers to a survey.
        case survey
        /// A mission of a day.
        case mission
        /// An achievement.
        case achievement
        /// An operator gave them.
        case grant
    }

    /// How points come and go.
    public enum Kind: String, Hashable, CaseIterable, Sendable {
        /// They were given for something.
        case earn
        /// They paid for something.
        case spend
        /// They lapsed.
        case expire
        /// Something earlier was put right.
        case correct
        /// Anything else, such as to be held and given back.
        case other
    }

    /// Creates a transaction's picture.
    ///
    /// - Parameters:
    ///   - id: Which one it is.
    ///   - kind: How they came or went.
    ///   - reason: What they were given for.
    ///   - title: The title of that.
    ///   - change: By how many the balance rose.
    ///   - balance: The balance afterwards.
    ///   - occurredAt: When.
    ///   - expiresAt: When what was got lapses.
    public init(
        id: UInt64,
        kind: Kind,
        reason: Reason? = nil,
        title: String = "",
        change: Int,
        balance: PointAmount,
        occurredAt: Date,
        expiresAt: Date? = nil
    ) {
        self.id = id
        self.kind = kind
        self.reason = reason
        self.title = title
        self.change = change
        self.balance = balance
        self.occurredAt = occurredAt
        self.expiresAt = expiresAt
    }
}

/// Points that lapse at one moment.
public struct ExpiringPoints: Hashable, Sendable {
    /// When.
    public let expiresAt: Date
    /// How many.
    public let points: PointAmount

    /// Creates their picture.
    ///
    /// - Parameters:
    ///   - expiresAt: When they lapse.
    ///   - points: How many.
    public init(expiresAt: Date, points: PointAmount) {
        self.expiresAt = expiresAt
        self.points = points
    }
}

/// What the service gave for something, once, however often it was asked.
public struct Award: Hashable, Sendable {
    /// How many points, without those of achievements.
    public let points: PointAmount
    /// What the account has now.
    public let balance: PointBalance
    /// The titles of achievements that were reached by it.
    public let achievements: [String]

    /// Creates an award's picture.
    ///
    /// - Parameters:
    ///   - points: How many points.
    ///   - balance: What the account has now.
    ///   - achievements: The titles of achievements that were reached.
    public init(points: PointAmount, balance: PointBalance, achievements: [String] = []) {
        self.points = points
        self.balance = balance
        self.achievements = achievements
    }
}
