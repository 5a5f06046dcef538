import CommandLineInterface
import Domain
import RewardRules

/// How much an operator gives and asks for, within the limits of rewards.
enum RewardAmounts {
    /// What somebody is given.
    static let points = Argument<Int64>(
        "POINTS",
        .number(in: 1...DomainLimits.rewardPoints.upperBound),
        help: "How many."
    )
    /// What a mission or an achievement gives.
    static let reward = Option<Int64>(
        "reward",
        .number(in: DomainLimits.rewardPoints),
        default: "0",
        help: "How many points it gives."
    )
    /// How often a survey may be answered.
    static let submissionsMax = Option<Int64?>.optional(
        "submissions-max",
        .number(in: DomainLimits.submissionsPerSurvey),
        help: "How often it may be answered in all, 0 for any number; by default that stays."
    )
    /// What a mission takes.
    static let timesADay = Option<Int64>(
        "goal",
        .number(in: DomainLimits.missionGoals),
        default: "1",
        help: "How often it is to be done on one day; checking in counts once."
    )
    /// What an achievement takes.
    static let inAll = Option<Int64>.required(
        "goal",
        .number(in: DomainLimits.achievementGoals),
        help: "How much of it."
    )
}
