import CommandLineInterface
import Foundation
import NoteletClient
import PersonCommands

extension Survey {
    /// How surveys are shown.
    static let form = RowForm<Survey>(
        "surveys",
        "survey",
        none: Wording("답할 수 있는 설문이 없습니다.", "There are no surveys to answer."),
        fields: [
            .id("id", \.id), .text("title", \.title), .text("category", \.category),
            RowField("reward") { .number($0.reward) },
            RowField("estimated_minutes") { .number(Int64($0.estimatedMinutes)) },
            .moment("expires_at", \.expiresAt), RowField("submitted") { .bool($0.submitted) },
            RowField("closed") { .bool($0.closed) },
        ],
        columns: [
            .id(\.id), .text(Wording("제목", "TITLE"), \.title),
            .number(Wording("포인트", "POINTS")) { Int($0.reward) },
            .text(Wording("분당", "A MINUTE")) { String(format: "%.1f", $0.rewardEfficiency) },
            .moment(Wording("마감", "UNTIL"), \.expiresAt),
            .text(Wording("카테고리", "CATEGORY"), \.category),
            .wording(Wording("답변", "ANSWERED")) { Wording.yesOrNo($0.submitted) },
        ]
    )

    /// How many points a minute brings; 0 where nobody said how long it takes.
    var rewardEfficiency: Double {
        estimatedMinutes > 0 ? Double(reward) / Double(estimatedMinutes) : 0
    }

    /// The survey for a person, with all its questions.
    func text(in context: CommandContext) -> String {
        let facts = [
            context.phrase("\(reward)포인트", "\(reward) points"),
            context.phrase("\(estimatedMinutes)분", "\(estimatedMinutes) min"), category,
        ]
        return context.heading(title, id: id, at: expiresAt)
            + facts.joined(separator: ", ").terminalSafe + "\n"
            + (description.isEmpty ? "" : "\n" + description.terminalSafeLines + "\n")
            + questions.enumerated().map { "\n\($0 + 1). " + $1.text(in: context) }.joined()
    }
}

extension SurveyQuestion {
    /// The question for a program.
    var json: JSON {
        .object([
            ("text", .string(text)), ("kind", .string(kind.plainName)),
            ("options", .array(options.map(JSON.string))), ("maximum", .number(Int64(maximum))),
        ])
    }

    /// The question for a person, with the numbers by which its options are chosen.
    func text(in context: CommandContext) -> String {
        let hint =
            switch kind {
            case .oneChoice: context.phrase(" (하나 선택)", " (one of)")
            case .severalChoices: context.phrase(" (여러 개 선택)", " (one or more of)")
            default: ""
            }
        return text.terminalSafe + hint + "\n"
            + options.enumerated().map { "   \($0 + 1)) \($1.terminalSafe)\n" }.joined()
    }
}

extension PointBalance {
    /// The balance for a program.
    var json: JSON {
        .object([("points", .number(points)), ("yen_tenths", .number(yenTenths))])
    }

    /// What the points are worth in yen.
    var yenText: String {
        let (yen, tenths) = yenTenths.quotientAndRemainder(dividingBy: 10)
        return tenths == 0 ? "\(yen)" : "\(yen).\(tenths)"
    }
}

extension PointTransaction {
    /// How entries of the statement are shown.
    static let form = RowForm<PointTransaction>(
        "transactions",
        "transaction",
        none: Wording("포인트 내역이 없습니다.", "There are no points yet."),
        fields: [
            .number("sequence", \.told.sequence), .text("kind", \.told.kind.plainName),
            RowField("amount") { .number($0.told.amount) },
            RowField("change") { .number($0.told.change) },
            RowField("balance") { .number($0.told.balance) },
            .moment("occurred_at", \.told.occurredAt), .moment("expires_at", \.told.expiresAt),
            RowField("reason") { $0.reason == .unspecified ? .null : .string($0.reason.plainName) },
            .text("title", \.title),
        ],
        columns: [
            .moment(Wording("시각", "TIME"), \.told.occurredAt),
            .wording(Wording("종류", "KIND"), \.told.kind.wording),
            RowColumn(Wording("증감", "CHANGE"), alignment: .trailing) { rows, _ in
                rows.map(\.changeText)
            },
            .number(Wording("잔액", "BALANCE")) { Int($0.told.balance) },
            .moment(Wording("소멸", "LAPSES"), \.told.expiresAt),
            .wording(Wording("사유", "FOR"), \.reason.wording),
            .text(Wording("제목", "TITLE"), \.title),
        ]
    )

    /// By how much the balance rose, or in brackets how much was held or given back.
    var changeText: String { told.change == 0 ? "(\(told.amount))" : "\(told.change)" }

    private var told: LedgerEntry { entry ?? LedgerEntry() }
}

extension PointReason {
    /// What a person reads of it.
    var wording: Wording {
        switch self {
        case .survey: Wording("설문", "survey")
        case .mission: Wording("미션", "mission")
        case .achievement: Wording("업적", "achievement")
        case .grant: Wording("지급", "grant")
        default: Wording("", "")
        }
    }
}

extension TransferKind {
    /// What a person reads of it.
    var wording: Wording {
        let korean: String? =
            switch self {
            case .earn: "적립"
            case .spend: "사용"
            case .move: "이동"
            case .pending: "보류"
            case .post: "확정"
            case .void: "보류 취소"
            case .lapse: "보류 만료"
            case .expire: "소멸"
            case .correct: "정정"
            case .forfeit: "반납"
            default: nil
            }
        return Wording(korean ?? plainName, plainName)
    }
}

extension ExpiringPoints {
    /// How points are shown that lapse.
    static let form = RowForm<ExpiringPoints>(
        "lots",
        "lot",
        none: Wording("소멸할 포인트가 없습니다.", "None of your points lapse."),
        fields: [.moment("expires_at", \.expiresAt), RowField("points") { .number($0.points) }],
        columns: [
            .moment(Wording("소멸", "LAPSES"), \.expiresAt),
            .number(Wording("포인트", "POINTS")) { Int($0.points) },
        ]
    )
}

extension MissionProgress {
    /// How missions are shown.
    static let form = RowForm<MissionProgress>(
        "missions",
        "mission",
        none: Wording("오늘의 미션이 없습니다.", "There is nothing to do today."),
        fields: [
            .text("name", \.told.name), .text("title", \.told.title),
            .text("kind", \.told.kind.plainName), RowField("goal") { .number(Int64($0.told.goal)) },
            RowField("progress") { .number(Int64($0.progress)) },
            RowField("reward") { .number($0.told.reward) },
            RowField("claimed") { .bool($0.claimed) },
        ],
        columns: [
            .text(Wording("이름", "NAME"), fitting: .whole, \.told.name),
            .text(Wording("제목", "TITLE"), \.told.title),
            .text(Wording("진행", "DONE")) { "\($0.progress)/\($0.told.goal)" },
            .number(Wording("포인트", "POINTS")) { Int($0.told.reward) },
            .wording(Wording("수령", "TAKEN")) { Wording.yesOrNo($0.claimed) },
        ]
    )

    private var told: Mission { mission ?? Mission() }
}

extension AchievementProgress {
    /// How achievements are shown.
    static let form = RowForm<AchievementProgress>(
        "achievements",
        "achievement",
        none: Wording("업적이 없습니다.", "There are no achievements."),
        fields: [
            .text("name", \.told.name), .text("title", \.told.title),
            .text("kind", \.told.kind.plainName), RowField("goal") { .number($0.told.goal) },
            RowField("progress") { .number($0.progress) },
            RowField("reward") { .number($0.told.reward) }, .moment("earned_at", \.earnedAt),
        ],
        columns: [
            .text(Wording("이름", "NAME"), fitting: .whole, \.told.name),
            .text(Wording("제목", "TITLE"), \.told.title),
            .text(Wording("진행", "DONE")) { "\($0.progress)/\($0.told.goal)" },
            .number(Wording("포인트", "POINTS")) { Int($0.told.reward) },
            .moment(Wording("달성", "REACHED"), \.earnedAt),
        ]
    )

    private var told: Achievement { achievement ?? Achievement() }
}

extension Streak {
    /// The streak for a program.
    var json: JSON {
        .object([
            ("current", .number(Int64(current))), ("longest", .number(Int64(longest))),
            ("checked_in_today", .bool(checkedInToday)), ("today", .string(today)),
            ("time_zone", .string(timeZone)), ("next_day_at", nextDayAt.json),
        ])
    }

    /// The streak for a person.
    func facts(in context: CommandContext) -> [(String, String)] {
        [
            (context.phrase("연속 출석", "days in a row"), String(current)),
            (context.phrase("최장", "longest"), String(longest)),
            (context.phrase("오늘", "today"), today),
            (context.phrase("출석", "checked in"), context.text(of: .yesOrNo(checkedInToday))),
            (context.phrase("시간대", "time zone"), timeZone),
            (context.phrase("다음 날", "next day"), nextDayAt.localText),
        ]
    }
}
