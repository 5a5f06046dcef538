import AccountOperatorCommands
import AccountRules
package import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// What an operator can do about surveys, and about what else people are given points for.
package enum Rewards {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "rewards",
            summary: "Ask people for points, and say what else points are given for",
            discussion: """
                Points are in the ledger: 'ledger correct' puts right what was given by mistake, \
                and 'ledger verify' proves all of it. What is changed is recorded in the audit log \
                of the store.
                """,
            subcommands: [
                SurveyCommands.survey, grant, MissionCommands.mission,
                AchievementCommands.achievement,
            ]
        )
    ]

    private static let user = Argument<AccountReference>(
        "USER",
        .account,
        help: "A username, an e-mail address, or the whole id of an account."
    )
    private static let expires = Option<Instant?>.optional(
        "expires",
        .moment,
        help: "When they lapse, rounded up to a day; by default as all rewards of the server do."
    )
    private static let reference = DeedName.option(of: "the grant", again: "gives nothing")
    private static let title = Option<String>(
        "title",
        .text.named("TITLE"),
        default: "",
        help: "What the person reads of it: at most 200 characters."
    )

    private static let grant = Command(
        "grant",
        summary: "Give somebody points",
        options: [expires, title, reference, Reason.optional],
        arguments: [user, RewardAmounts.points],
        doing: { context, server in
            let name = context[reference] ?? DeedName.new()
            let request = GrantPointsRequest(
                userID: try await server.userID(of: context[user]),
                points: context[RewardAmounts.points],
                reference: Array(name.utf8),
                expiresAt: context[expires].map { Timestamp($0) },
                reason: context[Reason.optional],
                title: context[title]
            )
            let response = try await server.call(
                RewardsAdministrationAPI.grantPoints,
                request,
                called: name
            )
            let (number, balance) = (response.transfer, response.balance?.points ?? 0)
            return Deed(
                [
                    ("transfer", .number(Int64(clamping: number))), ("reference", .string(name)),
                    ("balance", .number(balance)),
                ],
                "\(request.points) points given, \(balance) now: transfer \(number), called "
                    + "\(name)."
            )
        }
    )
}
