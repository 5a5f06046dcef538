import Domain
import RuleTestSupport
import TestSupport
import Testing

@testable import RewardRules

/// What operators define.
@Suite struct GoalTests {
    private func mission(
        name: String = "three",
        title: String = "今日の3件",
        kind: MissionKind? = .submissions,
        goal: Int64 = 3,
        reward: Int64 = 30
    ) throws(DomainError) -> Mission {
        try Mission(name: name, title: title, kind: kind, goal: goal, reward: reward)
    }

    @Test func aMissionHasItsLimits() throws {
        let cases: [(String, String?, () throws(DomainError) -> Mission)] = [
            ("no name", "name", { () throws(DomainError) in try mission(name: "") }),
            (
                "64", nil,
                { () throws(DomainError) in try mission(name: String(repeating: "a", count: 64)) }
            ),
            (
                "65", "name",
                { () throws(DomainError) in try mission(name: String(repeating: "a", count: 65)) }
            ),
            ("capital", "name", { () throws(DomainError) in try mission(name: "Three") }),
            ("no title", "title", { () throws(DomainError) in try mission(title: "  ") }),
            ("no kind", "kind", { () throws(DomainError) in try mission(kind: nil) }),
            ("no goal", "goal", { () throws(DomainError) in try mission(goal: 0) }),
            ("below", "goal", { () throws(DomainError) in try mission(goal: -1) }),
            ("least", nil, { () throws(DomainError) in try mission(goal: 1) }),
            ("most", nil, { () throws(DomainError) in try mission(goal: 1_000) }),
            ("beyond", "goal", { () throws(DomainError) in try mission(goal: 1_001) }),
            ("check-in", nil, { () throws(DomainError) in try mission(kind: .checkIn, goal: 1) }),
            (
                "twice a day", "goal",
                { () throws(DomainError) in try mission(kind: .checkIn, goal: 2) }
            ),
            ("free", nil, { () throws(DomainError) in try mission(reward: 0) }),
            ("dear", nil, { () throws(DomainError) in try mission(reward: 1_000_000) }),
        ]
        for (what, field, body) in cases {
            guard let field else {
                _ = try body()
                continue
            }
            #expect(invalidField(try refusal(body)) == field, "\(what)")
        }
        #expect(try refusal { () throws(DomainError) in try mission(reward: -1) } == .negativeValue)
        #expect(
            try refusal { () throws(DomainError) in try mission(reward: 1_000_001) }
                == .amountOutOfRange(maximum: 1_000_000)
        )
    }

    @Test func anAchievementHasItsLimits() throws {
        for (goal, fits) in [(0, false), (1, true), (1_000_000_000, true), (1_000_000_001, false)]
            as [(Int64, Bool)]
        {
            let make = { () throws(DomainError) in
                try Achievement(name: "a", title: "a", kind: .pointsEarned, goal: goal, reward: 0)
            }
            if fits {
                _ = try make()
            } else {
                #expect(invalidField(try refusal(make)) == "goal")
            }
        }
    }

    @Test func anAchievementIsReachedAtItsGoal() throws {
        let cases: [(AchievementKind, WritableKeyPath<Standing, UInt64>)] = [
            (.submissions, \.submissionCount), (.longestStreak, \.longestStreak),
            (.pointsEarned, \.pointsEarned),
        ]
        for (kind, path) in cases {
            let achievement = try Achievement(
                name: "a",
                title: "a",
                kind: kind,
                goal: 100,
                reward: 0
            )
            var standing = Standing()
            standing[keyPath: path] = 99
            #expect(!achievement.isReached(by: standing))
            standing[keyPath: path] = 100
            #expect(achievement.isReached(by: standing))
        }
    }

    @Test func theNamesOfPostingsAreTold() {
        let (anna, ben) = (UserNumber(1), UserNumber(2))
        let day = LocalDay(1)
        let names = [
            AwardReason.survey(1).reference(to: anna), AwardReason.survey(2).reference(to: anna),
            AwardReason.survey(1).reference(to: ben),
            AwardReason.achievement(1).reference(to: anna),
            AwardReason.mission(1, day).reference(to: anna),
            AwardReason.mission(1, LocalDay(2)).reference(to: anna),
            AwardReason.mission(2, day).reference(to: anna),
        ]
        #expect(Set(names).count == names.count)
    }

    @Test func whatTransfersBearTellsWhatTheyWereFor() {
        let subjects: [AwardSubject] = [
            .survey(1), .mission(1), .achievement(1), .survey(2), .achievement(1 << 62 - 1),
        ]
        #expect(Set(subjects.map(\.number)).count == subjects.count)
        #expect(subjects.map { AwardSubject($0.number) } == subjects)
        #expect(AwardReason.mission(7, LocalDay(1)).subject == .mission(7))
        #expect(AwardSubject(0) == nil && AwardSubject(4) == nil)
    }

    @Test func theDocumentListsTheLimits() throws {
        let rows = try ProtocolFolder.table(under: "limits", in: "notelet/rewards/v1/README.md")
        let numbers = rows.prefix(21).map { row in
            row[1].replacing(",", with: "").matches(of: /[0-9]+/).compactMap { Int($0.output) }
        }
        func ends(_ range: ClosedRange<Int>) -> [Int] { [range.lowerBound, range.upperBound] }
        func ends(_ range: ClosedRange<Int64>) -> [Int] {
            [Int(range.lowerBound), Int(range.upperBound)]
        }
        #expect(
            numbers == [
                ends(DomainLimits.rewardTitleCharacters) + [DomainLimits.bytesPerCharacterMax],
                ends(DomainLimits.rewardPoints), [DomainLimits.surveyDescriptionCharactersMax],
                ends(DomainLimits.questionsPerSurvey), ends(DomainLimits.questionCharacters),
                ends(DomainLimits.optionsPerQuestion), ends(DomainLimits.optionCharacters),
                ends(DomainLimits.answerCharacters), [DomainLimits.surveyByteCountMax],
                [0, Int(DomainLimits.surveyMinutes.upperBound)],
                [Int(DomainLimits.surveyDaysMax)],
                [Int(DomainLimits.submissionsPerSurvey.upperBound)], [DomainLimits.surveysMax],
                [DomainLimits.missionsMax], ends(DomainLimits.missionGoals) + [1],
                [DomainLimits.achievementsMax], ends(DomainLimits.achievementGoals),
                ends(DomainLimits.timeZoneByteCounts), [DomainLimits.zonePeriodsMax],
                [Int(DomainLimits.hoursBetweenDays)], [Int(DomainLimits.missionDaysKept)],
            ]
        )
    }
}
