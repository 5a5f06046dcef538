import CommandLineInterface
import NoteletAPI
import OperatorCommands

/// What missions and achievements are called.
private enum GoalTexts {
    static let name = Argument.text(
        "NAME",
        help: "1 to 64 lower-case letters of English, digits and hyphens."
    )
    static let title = Argument.text("TITLE", help: "What people read: 1 to 200 characters.")
}

/// The commands about missions.
enum MissionCommands {
    static let mission = Command(
        "mission",
        summary: "Say what is to be done each day for points",
        subcommands: [put, list, withdraw]
    )

    private typealias API = RewardsAdministrationAPI

    private static let kind = Option<MissionKind>.required(
        "kind",
        .choice("KIND"),
        help: "What is counted of a day: submissions, of surveys, or check_in."
    )

    private static let put = Command(
        "put",
        summary: "Make a mission, or change what is known by its name",
        discussion: "What was done before it was there does not count for it.",
        options: [kind, RewardAmounts.timesADay, RewardAmounts.reward],
        arguments: [GoalTexts.name, GoalTexts.title],
        doing: { context, server in
            let mission = Mission(
                name: context[GoalTexts.name],
                title: context[GoalTexts.title],
                kind: context[kind],
                goal: Int32(clamping: context[RewardAmounts.timesADay]),
                reward: context[RewardAmounts.reward]
            )
            _ = try await server.call(API.defineMission, DefineMissionRequest(mission: mission))
            return Deed(
                [("mission", Mission.form.json(mission))],
                "The mission \(mission.name) is there."
            )
        }
    )

    private static let list = Command(
        "list",
        summary: "List the missions, in the order of their names",
        listing: Mission.form,
        rows: { try await $0.call(API.listDefinedMissions, .init()).missions }
    )

    private static let withdraw = Command(
        "withdraw",
        summary: "Take a mission away, which nobody can claim any more",
        arguments: [GoalTexts.name],
        confirming: { context in
            let name = context[GoalTexts.name]
            return (name, "The mission \(name) will be taken away")
        },
        doing: { context, server in
            let name = context[GoalTexts.name]
            _ = try await server.call(API.withdrawMission, .init(mission: name))
            return Deed([("withdrawn", .string(name))], "The mission \(name) is taken away.")
        }
    )
}

/// The commands about achievements.
enum AchievementCommands {
    static let achievement = Command(
        "achievement",
        summary: "Say what is reached once and for all",
        subcommands: [put, list, withdraw]
    )

    private typealias API = RewardsAdministrationAPI

    private static let kind = Option<AchievementKind>.required(
        "kind",
        .choice("KIND"),
        help: "What is counted: submissions, longest_streak or points_earned."
    )

    private static let put = Command(
        "put",
        summary: "Make an achievement, or change what is known by its name",
        discussion: "Who has reached it keeps it; others reach it with the next thing they do.",
        options: [kind, RewardAmounts.inAll, RewardAmounts.reward],
        arguments: [GoalTexts.name, GoalTexts.title],
        doing: { context, server in
            let achievement = Achievement(
                name: context[GoalTexts.name],
                title: context[GoalTexts.title],
                kind: context[kind],
                goal: context[RewardAmounts.inAll],
                reward: context[RewardAmounts.reward]
            )
            let request = DefineAchievementRequest(achievement: achievement)
            _ = try await server.call(API.defineAchievement, request)
            return Deed(
                [("achievement", Achievement.form.json(achievement))],
                "The achievement \(achievement.name) is there."
            )
        }
    )

    private static let list = Command(
        "list",
        summary: "List the achievements, in the order of their names",
        listing: Achievement.form,
        rows: { try await $0.call(API.listDefinedAchievements, .init()).achievements }
    )

    private static let withdraw = Command(
        "withdraw",
        summary: "Take an achievement away; who has reached it keeps it",
        arguments: [GoalTexts.name],
        confirming: { context in
            let name = context[GoalTexts.name]
            return (name, "The achievement \(name) will be taken away")
        },
        doing: { context, server in
            let name = context[GoalTexts.name]
            _ = try await server.call(API.withdrawAchievement, .init(achievement: name))
            return Deed([("withdrawn", .string(name))], "The achievement \(name) is taken away.")
        }
    )
}
