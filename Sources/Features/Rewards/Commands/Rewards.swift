package import CommandLineInterface
import NoteletClient
import PersonCommands

/// What a person can do with surveys, points, missions and the rest of what points are given for.
package enum Rewards {
    /// The commands, as the program offers them.
    package static let commands = [
        Command(
            "surveys",
            summary: Wording("설문을 보거나 설문에 답합니다", "Show surveys, and answer them for points"),
            subcommands: SurveyCommands.all
        ),
        Command(
            "points",
            summary: Wording("내 포인트를 봅니다", "Show your points"),
            subcommands: PointCommands.all
        ),
        Command(
            "missions",
            summary: Wording("오늘의 미션을 보거나 보상을 받습니다", "Show what is to be done today"),
            subcommands: [missions, claim]
        ),
        checkIn, streak, achievements, timeZone,
    ]

    private static let mission = Argument.text(
        Placeholder.name,
        help: Wording("목록에 보이는 미션의 이름입니다.", "The name of the mission, as the list shows it.")
    )
    private static let zone = Argument.text(
        Wording("시간대", "ZONE"),
        help: Wording(
            "'Asia/Seoul'과 같은 IANA 데이터베이스의 이름입니다.",
            "A name of the IANA database, such as Asia/Seoul."
        )
    )

    private static let missions = Command(
        "list",
        summary: Wording("오늘의 미션과 진행 상황을 봅니다", "Show the missions of today and how far you are"),
        options: [GlobalOptions.format],
        run: { context in
            let response = try await context.notelet.listMissions()
            let head: [JSON.Member] = [("day", .string(response.day))]
            try context.write(response.missions, as: MissionProgress.form, head: head)
        }
    )

    private static let claim = Command(
        "claim",
        summary: Wording("달성한 미션의 보상을 받습니다", "Take the reward of a mission that is done"),
        arguments: [mission],
        run: { context in
            let response = try await context.notelet.claimMission(mission: context[mission])
            try context.write(response.awarded, response.balance, response.achievements)
        }
    )

    private static let checkIn = Command(
        "check-in",
        summary: Wording("오늘 출석합니다", "Check in for today"),
        discussion: Wording(
            "하루에 한 번만 세며, 하루는 time-zone으로 정한 시간대를 따릅니다.",
            "It counts once a day, and days are those of the time zone that time-zone sets."
        ),
        run: { context in
            let response = try await context.notelet.checkIn()
            let document: [JSON.Member] = [
                ("counted", .bool(response.counted)),
                ("achievements", .array(response.achievements.map { .string($0.name) })),
            ]
            try context.write(response.streak ?? Streak(), head: document)
        }
    )

    private static let streak = Command(
        "streak",
        summary: Wording("며칠 연속으로 출석했는지 봅니다", "Show on how many days in a row you checked in"),
        run: { context in try context.write(try await context.notelet.getStreak()) }
    )

    private static let achievements = Command(
        "achievements",
        summary: Wording("업적과 진행 상황을 봅니다", "Show achievements and how far you are"),
        options: [GlobalOptions.format],
        run: { context in
            let response = try await context.notelet.listAchievements()
            try context.write(response.achievements, as: AchievementProgress.form)
        }
    )

    private static let timeZone = Command(
        "time-zone",
        summary: Wording("하루가 바뀌는 시간대를 정합니다", "Say by which time zone your days begin"),
        arguments: [zone],
        run: { context in
            try context.write(try await context.notelet.setTimeZone(timeZone: context[zone]))
        }
    )
}

extension CommandContext {
    /// Writes how a streak stands.
    fileprivate func write(_ streak: Streak, head: [JSON.Member] = []) throws {
        try write(head + [("streak", streak.json)]) { draw(facts: streak.facts(in: self)) }
    }

    /// Writes what was given for something.
    func write(
        _ awarded: Int64,
        _ balance: PointBalance?,
        _ achievements: [Achievement]
    ) throws {
        let document: [JSON.Member] = [
            ("awarded", .number(awarded)), ("balance", (balance ?? PointBalance()).json),
            ("achievements", .array(achievements.map { .string($0.name) })),
        ]
        try write(document) {
            let total = balance?.points ?? 0
            let given = phrase(
                "\(awarded)포인트를 받았습니다. 잔액은 \(total)포인트입니다.",
                "Points given: \(awarded). You have \(total)."
            )
            let reached = achievements.map { achievement in
                let title = achievement.title.terminalSafe
                return phrase("업적을 달성했습니다: \(title)", "Achievement reached: \(title)")
            }
            return ([given] + reached).joined(separator: "\n") + "\n"
        }
    }
}
