import AccountRules
import AccountStorage
import Domain
import LedgerRules
import LedgerStorage
import RewardRules
import RuleTestSupport
import StorageEngine
import Testing

@testable import Records
@testable import RewardStorage
@testable import Storage
@testable import StoreTools

/// What is done each day, and once and for all, over a store.
@Suite struct DailyRewardTests {
    private let stage: RewardStage
    private var anna: UserNumber { stage.anna }
    private var survey: Survey { stage.survey }

    init() throws {
        stage = try RewardStage()
    }

    @Test func aMissionIsClaimedOnceADay() throws {
        #expect(
            try refusal { () throws(DomainError) in try stage.claim("answer") }
                == .missionNotReached(goal: 1, progress: 0)
        )
        for name in ["gone", "none", ""] {
            #expect(
                try refusal { () throws(DomainError) in try stage.claim(name) } == .missionNotFound
            )
        }
        _ = try stage.submit()
        #expect(try stage.claim("answer").awarded == 30)
        #expect(
            try refusal { () throws(DomainError) in try stage.claim("answer") }
                == .missionAlreadyClaimed
        )
        #expect(try stage.balance(anna) == 185)
        // Another day, and all begins anew.
        #expect(
            try refusal { () throws(DomainError) in try stage.claim("answer", stage.day(1)) }
                == .missionNotReached(goal: 1, progress: 0)
        )
        let other = try stage.create(.sample(reward: 0), stage.day(0))
        _ = try stage.submit(to: other, stage.day(0))
        #expect(
            try refusal { () throws(DomainError) in try stage.claim("answer") }
                == .missionAlreadyClaimed
        )
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    @Test func progressIsKeptForAWeek() throws {
        for number in 0..<20 {
            try stage.checkIn(stage.day(Int64(number)))
            try stage.claim("check-in", stage.day(Int64(number)))
        }
        let anna = anna
        let days = try stage.store.read { view throws(DomainError) in
            try view.progressOfDays(of: anna).map(\.day.number)
        }
        #expect(days.count == 8 && Set(days).count == 8)
        #expect(try stage.store.statement(of: .own(anna, .points)).count == 20)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func checkingInCountsOnceADay() throws {
        let first = try stage.checkIn()
        #expect(first.isCounted && first.streak.current == 1 && first.streak.isDoneToday)
        let again = try stage.checkIn()
        #expect(!again.isCounted && again.streak.current == 1)
        #expect(try stage.checkIn(stage.day(1)).streak.current == 2)
        #expect(try stage.checkIn(stage.day(3)).streak.current == 1)
        try stage.store.read { view throws(DomainError) in
            #expect(try view.standing(of: anna).longestStreak == 2)
            var days: [UInt32] = []
            var place: Sequence?
            repeat {
                place = try view.visitCheckIns(of: anna, before: place, limit: 2) {
                    days.append($0.day.number)
                    return .next
                }
            } while place != nil
            let today = Instant.epoch.dayNumber
            #expect(days == [today + 3, today + 1, today])
        }
        #expect(try stage.store.findings().isEmpty)
    }

    /// The machine's clock was ahead for a moment: nobody is locked out until that day comes.
    @Test func aDayOfAClockThatWasAheadIsNobodys() throws {
        try stage.checkIn(stage.day(0))
        #expect(try stage.checkIn(stage.day(400)).streak.current == 1)
        let next = try stage.checkIn(stage.day(1))
        #expect(next.isCounted && next.streak.current == 2)
        #expect(try stage.claim("check-in", stage.day(1)).awarded > 0)
        #expect(try stage.checkIn(stage.day(2)).streak.current == 3)
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    /// A day that is long over lets go of what was done on this one.
    @Test func whatWasClaimedIsNotGivenAgainAfterAClockThatWasAhead() throws {
        let end = stage.day(30).now
        let surveys = try (0..<2).map { _ in
            try stage.create(.sample(reward: 0, expiresAt: end), stage.day(0))
        }
        _ = try stage.submit(to: surveys[0], stage.day(0))
        #expect(try stage.claim("answer", stage.day(0)).awarded == 30)
        try stage.checkIn(stage.day(9))
        try stage.claim("check-in", stage.day(9))
        let anna = anna
        let earned = try stage.store.read { view throws(DomainError) in
            try view.standing(of: anna).pointsEarned
        }
        _ = try stage.submit(to: surveys[1], stage.day(0))
        #expect(
            try refusal { () throws(DomainError) in try stage.claim("answer", stage.day(0)) }
                == .missionAlreadyClaimed
        )
        try stage.store.read { view throws(DomainError) in
            #expect(try view.standing(of: anna).pointsEarned == earned)
            #expect(earned == UInt64(try view.balance(of: .own(anna, .points), .atEpoch).total))
        }
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    @Test func timeZonesAreKeptWithTheirTime() throws {
        let anna = anna
        for (index, zone) in ["Asia/Seoul", "Asia/Seoul", "UTC", "Asia/Seoul"].enumerated() {
            let context = stage.day(Int64(index))
            let streak = try stage.store.write { transaction throws(DomainError) in
                try transaction.setTimeZone(zone, of: .account(anna), .simple, context)
            }
            #expect(streak.zone.text == zone)
        }
        let periods = try stage.store.read { view throws(DomainError) in
            try view.zonePeriods(of: anna)
        }
        #expect(periods.map(\.zone.text) == ["Asia/Seoul", "UTC", "Asia/Seoul"])
        #expect(periods.map(\.since) == [0, 2, 3].map { stage.day($0).now })
        for number in 0..<120 {
            let zone = number.isMultiple(of: 2) ? "UTC" : "Asia/Seoul"
            // All at one moment, and no two under one.
            try stage.store.write { transaction throws(DomainError) in
                _ = try transaction.setTimeZone(zone, of: .account(anna), .simple, .atEpoch)
            }
        }
        try stage.store.read { view throws(DomainError) in
            #expect(try view.zonePeriods(of: anna).count == 51)
        }
        let refused = try refusal { () throws(DomainError) in
            try stage.store.write { transaction throws(DomainError) in
                try transaction.setTimeZone("Mars/Base", of: .account(anna), .simple, .atEpoch)
            }
        }
        #expect(refused == .timeZoneNotFound)
    }

    @Test func anAchievementIsEarnedOnceAndStays() throws {
        _ = try stage.submit()
        let (anna, root) = (anna, Operator(name: "root"))
        // A goal that is put up, and one that is taken away, change nothing for who has it.
        let harder = try Achievement(
            name: "first",
            title: "前より",
            kind: .submissions,
            goal: 100,
            reward: 7
        )
        try stage.store.write { transaction throws(DomainError) in
            try transaction.define(harder, by: root, .atEpoch)
        }
        // What was counted of one kind is nothing of another.
        let other = try Achievement(
            name: "first",
            title: "別",
            kind: .pointsEarned,
            goal: 1,
            reward: 7
        )
        let known = try refusal { () throws(DomainError) in
            try stage.store.write { transaction throws(DomainError) in
                try transaction.define(other, by: root, .atEpoch)
            }
        }
        #expect(
            known
                == .invalidValue(
                    field: "kind",
                    expected: "submissions, as before; another name for another kind"
                )
        )
        func seen() throws -> [String] {
            try stage.store.read { view throws(DomainError) in
                try view.achievements(of: anna).map {
                    "\($0.achievement.name.text) \($0.count) \($0.earnedAt != nil)"
                }
            }
        }
        #expect(try seen() == ["first 100 true", "rich 155 false"])
        try stage.store.write { transaction throws(DomainError) in
            try transaction.withdraw(achievement: "first", by: root, .atEpoch)
        }
        #expect(try seen() == ["first 100 true", "rich 155 false"])
        #expect(try stage.checkIn().achievements.isEmpty)
        // Points by a grant count, whatever becomes of them.
        let grant = try PointGrant(
            845,
            to: stage.store.read { view throws(DomainError) in view.userID(of: anna) },
            reference: [1],
            reason: "thanks"
        )
        for _ in 0..<2 {
            try stage.store.write { transaction throws(DomainError) in
                let given = try transaction.grant(grant, .simple, by: root, .atEpoch)
                #expect(given.balance.total == 1_005)
            }
        }
        #expect(try seen() == ["first 100 true", "rich 1000 true"])
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    @Test func aRewardMayReachTheNextAchievement() throws {
        let (id, root, anna) = (survey.id, Operator(name: "root"), anna)
        try stage.store.write { transaction throws(DomainError) in
            for (name, goal) in [("a", 160), ("b", 155), ("c", 166)] as [(String, Int64)] {
                let achievement = try Achievement(
                    name: name,
                    title: name,
                    kind: .pointsEarned,
                    goal: goal,
                    reward: 5
                )
                try transaction.define(achievement, by: root, .atEpoch)
            }
            let outcome = try transaction.submit(
                .sample,
                to: id,
                by: .account(anna),
                .simple,
                .atEpoch
            )
            #expect(Set(outcome.achievements.map(\.name.text)) == ["first", "a", "b"])
            #expect(outcome.awarded == 150 && outcome.balance.total == 165)
        }
    }

    @Test func thereAreAHundredAchievementsAtMost() throws {
        func define(_ name: String) throws(DomainError) {
            let achievement = try Achievement(
                name: name,
                title: name,
                kind: .submissions,
                goal: 1,
                reward: 0
            )
            try stage.store.write { transaction throws(DomainError) in
                try transaction.define(achievement, by: Operator(name: "root"), .atEpoch)
            }
        }
        for number in 0..<97 { try define("a\(number)") }
        #expect(
            try refusal { () throws(DomainError) in try define("more") }
                == .achievementLimitReached(limit: 100)
        )
        try define("first")
    }

    @Test func thereAreAHundredMissionsAtMost() throws {
        let root = Operator(name: "root")
        func define(_ name: String) throws(DomainError) {
            let mission = try Mission(
                name: name,
                title: name,
                kind: .submissions,
                goal: 1,
                reward: 0
            )
            try stage.store.write { transaction throws(DomainError) in
                try transaction.define(mission, by: root, .atEpoch)
            }
        }
        for number in 0..<97 { try define("m\(number)") }
        #expect(
            try refusal { () throws(DomainError) in try define("more") }
                == .missionLimitReached(limit: 100)
        )
        // One that was withdrawn comes back under its number.
        try define("gone")
        let missions = try stage.store.read { view throws(DomainError) in try view.missions() }
        #expect(missions.count == 100 && missions.defined().count == 100)
        #expect(missions.first { $0.name.text == "gone" }?.number == 3)
    }
}
