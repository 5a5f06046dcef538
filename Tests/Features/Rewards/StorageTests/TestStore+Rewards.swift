import AccountRules
import AccountStorage
import Domain
import LedgerRules
import LedgerStorage
import RewardRules
import RewardStorage

@testable import Records
@testable import Storage

/// Zones of a few names, each with one offset for ever.
struct FixedZones: TimeZoneTable {
    func offsetSeconds(of zone: String, at moment: Instant) -> Int? {
        ["UTC": 0, "Asia/Seoul": 32_400, "America/Los_Angeles": -28_800][zone]
    }
}

extension RewardTerms {
    /// Points that never lapse, and a few zones.
    static let simple = RewardTerms(expiry: .never, zones: FixedZones())
}

extension Identity {
    /// Somebody who is signed in.
    static func account(_ number: UserNumber) -> Identity {
        Identity(session: SessionKey(user: number, number: 1), kind: .account)
    }
}

extension SurveyDetails {
    /// A survey with a question of each kind.
    static func sample(
        reward: Int64 = 150,
        category: String = "product",
        expiresAt: Instant = .epoch.adding(seconds: 86_400),
        submissionsMax: Int64 = 0
    ) throws(DomainError) -> SurveyDetails {
        try SurveyDetails(
            title: "アンケート1",
            description: "\"新商品\"\n",
            questions: [
                SurveyQuestion("なぜですか。", .text, atMost: 100),
                SurveyQuestion("どこで。", .oneChoice, ["店", "広告"]),
                SurveyQuestion("何色。", .severalChoices, ["赤", "青", "緑"], atMost: 2),
            ],
            reward: reward,
            estimatedMinutes: 5,
            end: SurveyEnd(expiresAt: expiresAt, submissionsMax: submissionsMax),
            category: category
        )
    }
}

extension [SurveyAnswer] {
    /// What answers it.
    static let sample = [
        SurveyAnswer(text: "よい\"と\"思う"), SurveyAnswer(choices: [1]), SurveyAnswer(choices: [0, 2]),
    ]
}

extension StoreTransaction {
    private static let root = Operator(name: "root")

    /// Makes surveys, one of which is closed, and defines goals, one of each withdrawn.
    func offerRewards() throws(DomainError) -> Survey {
        func create(_ details: SurveyDetails, _ name: UInt8) throws(DomainError) -> Survey {
            try createSurvey(details, called: DeedReference([name]), by: Self.root, .atEpoch)
        }
        let survey = try create(.sample(submissionsMax: 1_000), 1)
        let closed = try create(.sample(category: "life"), 2)
        _ = try closeSurvey(closed.id, by: Self.root, .atEpoch)
        for (name, kind, goal) in [
            ("answer", .submissions, 1), ("check-in", .checkIn, 1), ("gone", .submissions, 2),
        ] as [(String, MissionKind, Int64)] {
            let mission = try Mission(name: name, title: name, kind: kind, goal: goal, reward: 30)
            try define(mission, by: Self.root, .atEpoch)
        }
        for (name, kind, goal) in [
            ("first", .submissions, 1), ("rich", .pointsEarned, 1_000), ("old", .longestStreak, 1),
        ] as [(String, AchievementKind, Int64)] {
            let achievement = try Achievement(
                name: name,
                title: name,
                kind: kind,
                goal: goal,
                reward: 5
            )
            try define(achievement, by: Self.root, .atEpoch)
        }
        try withdraw(mission: "gone", by: Self.root, .atEpoch)
        try withdraw(achievement: "old", by: Self.root, .atEpoch)
        return survey
    }

    /// Has some people do all that there is to do.
    func reward(_ people: [UserNumber]) throws(DomainError) {
        let survey = try offerRewards()
        for (index, person) in people.enumerated() {
            let caller = Identity.account(person)
            _ = try setTimeZone("Asia/Seoul", of: caller, .simple, .atEpoch)
            _ = try submit(.sample, to: survey.id, by: caller, .simple, .atEpoch)
            _ = try checkIn(by: caller, .simple, .atEpoch)
            _ = try claim(mission: "check-in", by: caller, .simple, .atEpoch)
            let grant = try PointGrant(
                10,
                to: userID(of: person),
                reference: [UInt8(index)],
                title: "お詫び"
            )
            _ = try self.grant(grant, .simple, by: Self.root, .atEpoch)
        }
    }
}
