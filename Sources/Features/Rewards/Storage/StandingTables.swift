internal import Domain
package import Records
internal import RewardRules
internal import StorageEngine

// How people stand, and the goals that they come to.

/// How somebody stands.
struct StandingRow: StoredRow {
    var key = UserNumber.nobody
    var day: UInt32 = 0
    var dayBegan = Instant(milliseconds: 0)
    var submissionCount: UInt64 = 0
    var longestStreak: UInt64 = 0
    var pointsEarned: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case day = 1
        case dayBegan = 2
        case submissionCount = 3
        case longestStreak = 4
        case pointsEarned = 5
    }

    static let kind = RecordKind("standing of rewards")

    var standing: Standing {
        Standing(
            day: LocalDay(day),
            dayBegan: dayBegan,
            submissionCount: submissionCount,
            longestStreak: longestStreak,
            pointsEarned: pointsEarned
        )
    }
}

extension StandingRow {
    init(_ standing: Standing, of person: UserNumber) {
        key = person
        day = standing.day.number
        dayBegan = standing.dayBegan
        submissionCount = standing.submissionCount
        longestStreak = standing.longestStreak
        pointsEarned = standing.pointsEarned
    }
}

/// A time zone of somebody's, under the moment from which on it was, in milliseconds since 1970.
struct ZoneRow: StoredRow {
    var key = PersonPlace.blank
    var zone = ""

    enum CodingKeys: Int, CodingKey {
        case zone = 1
    }

    static let kind = RecordKind("time zone")

    var period: ZonePeriod {
        let since = Instant(milliseconds: Int64(clamping: key.number))
        return ZonePeriod(TimeZoneName(stored: zone), since: since)
    }
}

/// A check-in of somebody's, under the day.
struct CheckInRow: StoredRow {
    var key = DayPlace.blank
    var moment = Instant(milliseconds: 0)
    var streak: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case moment = 1
        case streak = 2
    }

    static let kind = RecordKind("check-in")

    var checkIn: CheckIn { CheckIn(day: LocalDay(key.day), moment: moment, streak: streak) }
}

/// A mission or an achievement, under its number.
struct GoalRow<Kind: GoalKind>: StoredRow {
    var key: UInt64 = 0
    var name = ""
    var title = ""
    var kindNumber: UInt32 = 0
    var goal: UInt64 = 0
    var reward: UInt64 = 0
    var isWithdrawn = false

    enum CodingKeys: Int, CodingKey {
        case name = 1
        case title = 2
        case kindNumber = 3
        case goal = 4
        case reward = 5
        case isWithdrawn = 6
    }

    static var kind: RecordKind { RecordKind("mission or achievement") }

    var isSound: Bool { Kind(stored: kindNumber) != nil }

    /// What it says; nil where it can say no such thing.
    var value: Goal<Kind>? {
        Kind(stored: kindNumber).map { kind in
            Goal(
                storedNumber: key,
                name: ShortName(stored: name),
                title: title,
                kind: kind,
                goal: Int64(clamping: goal),
                reward: Int64(clamping: reward),
                isWithdrawn: isWithdrawn
            )
        }
    }

    /// What is wrong with it.
    static func flaw(_ row: GoalRow) -> String? {
        let goal = try? Goal<Kind>(
            name: row.name,
            title: row.title,
            kind: Kind(stored: row.kindNumber),
            goal: Int64(clamping: row.goal),
            reward: Int64(clamping: row.reward)
        )
        return goal == nil ? "a field is beyond its limits" : nil
    }
}

extension GoalRow {
    init(_ goal: Goal<Kind>) {
        key = goal.number
        name = goal.name.text
        title = goal.title
        kindNumber = UInt32(goal.kind.rawValue)
        self.goal = UInt64(clamping: goal.goal)
        reward = UInt64(clamping: goal.reward)
        isWithdrawn = goal.isWithdrawn
    }
}

/// How far somebody has come in a mission on a day.
struct ProgressRow: StoredRow {
    var key = ProgressPlace.blank
    var count: UInt64 = 0
    var isClaimed = false
    var awarded: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case count = 1
        case isClaimed = 2
        case awarded = 3
    }

    static let kind = RecordKind("progress in a mission")

    var progress: MissionProgress {
        MissionProgress(count: count, isClaimed: isClaimed, awarded: Int64(clamping: awarded))
    }
}

/// When somebody reached an achievement.
struct EarnedRow: StoredRow {
    var key = PersonPlace.blank
    var earnedAt = Instant(milliseconds: 0)
    var awarded: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case earnedAt = 1
        case awarded = 2
    }

    static let kind = RecordKind("earned achievement")
}

/// What an operator said of points that somebody was granted.
struct GrantRow: StoredRow {
    /// Whose they are, and which grant of theirs.
    var key = PersonPlace.blank
    var title = ""

    enum CodingKeys: Int, CodingKey {
        case title = 1
    }

    static let kind = RecordKind("grant")

    var isLegal: Bool { ShortText.fits(title, DomainLimits.rewardTitleCharacters) }
}

extension Schema {
    /// What is kept of rewards.
    package static let ofRewards = StoredFeature([
        surveys, surveysByExpiry, surveysByCategory, submissions, submissionsOfSurveys,
        rewardStandings, rewardZones, checkIns, missions, missionProgress, achievements,
        earnedAchievements, surveysByReference, pointGrants,
    ])

    static let rewardStandings = SchemaTable<StandingRow>(
        57,
        "reward_standings",
        key: ["person"],
        owner: .account,
        flaw: { row, _ in
            [row.submissionCount, row.longestStreak, row.pointsEarned].allSatisfy(\.isCount)
                ? nil : UInt64.flawOfCount
        },
        line: DumpLine(
            "reward_standing",
            place: 38,
            fields: [
                .person("person", \.key),
                .day(\.day),
                .moment("day_began", \.dayBegan),
                .number("submission_count", \.submissionCount),
                .number("longest_streak", \.longestStreak),
                .number("points_earned", \.pointsEarned),
            ]
        )
    )

    static let rewardZones = SchemaTable<ZoneRow>(
        58,
        "reward_zones",
        key: ["person", "since"],
        owner: .account,
        flaw: { row, _ in TimeZoneName.isForm(row.zone) ? nil : "it names no time zone" },
        line: DumpLine(
            "reward_zone",
            place: 39,
            moment: { $0.period.since },
            fields: [
                .person("person", \.key.person),
                .number("since", \.key.number),
                .text("zone", \.zone),
            ]
        )
    )

    static let checkIns = SchemaTable<CheckInRow>(
        59,
        "check_ins",
        key: ["person", "day"],
        owner: .account,
        flaw: { row, _ in row.streak.isCount ? nil : UInt64.flawOfCount },
        line: DumpLine(
            "check_in",
            place: 40,
            moment: { $0.moment },
            fields: [
                .person("person", \.key.person),
                .day(\.key.day),
                .moment("moment", \.moment),
                .number("streak", \.streak),
            ]
        )
    )

    static let missions: SchemaTable<GoalRow<MissionKind>> = goals(
        60,
        "missions",
        "mission",
        place: 41
    ) { missions }

    static let missionProgress = SchemaTable<ProgressRow>(
        61,
        "mission_progress",
        key: ["person", "day", "mission"],
        owner: .account,
        flaw: { row, exists in
            guard row.count.isCount else { return UInt64.flawOfCount }
            return exists(row.key.mission.storedKey, missions.id)
                ? nil : "its mission is not there"
        },
        disagreement: { row, store throws(DomainError) in
            // A day that begins again after a clock that was ahead may have been claimed before.
            if !row.progress.isClaimed, row.progress.awarded == 0 { return nil }
            let (person, day) = (row.key.day.person, LocalDay(row.key.day.day))
            let reason = AwardReason.mission(row.key.mission, day)
            return try store.disagreement(ofAward: row.progress.awarded, to: person, for: reason)
        },
        line: DumpLine(
            "mission_progress",
            place: 42,
            fields: [
                .person("person", \.key.day.person),
                .day(\.key.day.day),
                .number("mission", \.key.mission),
                .number("count", \.count),
                .yes("claimed", \.isClaimed),
                .number("awarded", \.awarded),
            ]
        )
    )

    static let achievements: SchemaTable<GoalRow<AchievementKind>> = goals(
        62,
        "achievements",
        "achievement",
        place: 43
    ) { achievements }

    static let earnedAchievements = SchemaTable<EarnedRow>(
        63,
        "earned_achievements",
        key: ["person", "achievement"],
        owner: .account,
        flaw: { row, exists in
            exists(row.key.number.storedKey, achievements.id)
                ? nil : "its achievement is not there"
        },
        disagreement: { row, store throws(DomainError) in
            let (person, awarded) = (row.key.person, Int64(clamping: row.awarded))
            let reason = AwardReason.achievement(row.key.number)
            return try store.disagreement(ofAward: awarded, to: person, for: reason)
        },
        line: DumpLine(
            "earned_achievement",
            place: 44,
            moment: { $0.earnedAt },
            fields: [
                .person("person", \.key.person),
                .number("achievement", \.key.number),
                .moment("earned_at", \.earnedAt),
                .number("awarded", \.awarded),
            ]
        )
    )

    static let pointGrants = SchemaTable<GrantRow>(
        65,
        "point_grants",
        key: ["person", "number"],
        owner: .account,
        flaw: { row, _ in row.isLegal ? nil : "a field is beyond its limits" },
        line: DumpLine(
            "point_grant",
            place: 45,
            fields: [
                .person("person", \.key.person),
                .number("number", \.key.number),
                .text("title", \.title),
            ]
        )
    )

    /// The table of the goals of a kind, which is asked for where names are compared.
    private static func goals<Kind: GoalKind>(
        _ id: TableID,
        _ name: String,
        _ lineName: StaticString,
        place: Int,
        itself: @escaping @Sendable () -> SchemaTable<GoalRow<Kind>>
    ) -> SchemaTable<GoalRow<Kind>> {
        SchemaTable(
            id,
            name,
            key: ["number"],
            owner: .nobody,
            erasure: .stays(because: "operators define it"),
            archive: .kept(because: "it names nobody"),
            flaw: { row, _ in GoalRow.flaw(row) },
            disagreement: { row, store throws(DomainError) in
                let twin = try store.firstRow(of: itself()) {
                    $0.name == row.name && $0.key != row.key
                }
                return twin == nil ? nil : "another one has its name"
            },
            line: DumpLine(
                lineName,
                place: place,
                isShownWithoutSenders: true,
                fields: [
                    .number("number", \.key),
                    .text("name", \.name),
                    .text("title", \.title),
                    .word("kind", Kind.self, \.kindNumber),
                    .number("goal", \.goal),
                    .number("reward", \.reward),
                    .yes("withdrawn", \.isWithdrawn),
                ]
            )
        )
    }
}

extension UInt64 {
    /// Whether it can have been counted, so that there is room to count on.
    var isCount: Bool { self <= UInt64(Int64.max) }

    /// What is wrong with a record that has a number beyond that.
    static let flawOfCount = "it has a number that nobody can have counted"
}
