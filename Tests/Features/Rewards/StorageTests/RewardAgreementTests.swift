import AccountRules
import AccountStorage
import Domain
import LedgerRules
import LedgerStorage
import RewardRules
import StorageEngine
import Testing

@testable import Records
@testable import RewardStorage
@testable import Storage
@testable import StoreTools

/// What a check of a store tells of rewards that are not as they should be.
@Suite struct RewardAgreementTests {
    private let stage: RewardStage

    /// Somebody has done all that there is to do.
    init() throws {
        stage = try RewardStage()
        _ = try stage.submit()
        try stage.checkIn()
        try stage.claim("check-in")
        let anna = stage.anna
        try stage.store.write { transaction throws(DomainError) in
            _ = try transaction.setTimeZone("Asia/Seoul", of: .account(anna), .simple, .atEpoch)
        }
    }

    /// What is wrong once something was changed, each with its table.
    private func findings<Row: KeyedRow>(
        _ table: SchemaTable<Row>,
        _ change: @escaping @Sendable (inout Row) -> Void
    ) throws -> [String] {
        try stage.store.reopen()
        try stage.store.write { transaction throws(DomainError) in
            guard var row = try transaction.firstRows(of: table, countMax: 1).first else {
                throw .dataLoss("there is none")
            }
            let old = row
            change(&row)
            try transaction.put(row, insteadOf: old, in: table)
        }
        return try stage.store.findings().map { "\($0.table): \($0.problem)" }
    }

    @Test func whatIsAsItShouldBeIsNotTold() throws {
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func anAnswerAgreesWithItsSurveyAndItsTransfer() throws {
        let another = "submissions: the transfer that gave its points is another one"
        #expect(try findings(Schema.submissions) { $0.awarded = 149 } == [another])
        #expect(try findings(Schema.submissions) { $0.awarded = 0 } == [another])
        #expect(try findings(Schema.submissions) { $0.awarded = 150 }.isEmpty)
        let unsuited = ["submissions: it does not suit its survey"]
        #expect(try findings(Schema.submissions) { $0.answers[0].choices = [1] } == unsuited)
        #expect(try findings(Schema.submissions) { $0.answers = .sample }.isEmpty)
        let uncounted = ["submissions: its survey does not count it"]
        #expect(try findings(Schema.submissions) { $0.number = 2 } == uncounted)
    }

    @Test func whatWasGivenAgreesWithTheLedger() throws {
        let another = "the transfer that gave its points is another one"
        #expect(
            try findings(Schema.missionProgress) { $0.awarded += 1 }.contains {
                $0.hasSuffix(another) || $0.hasSuffix("no transfer gave its points")
            }
        )
        #expect(
            try findings(Schema.earnedAchievements) { $0.awarded = 4 }
                .contains("earned_achievements: " + another)
        )
    }

    @Test func whatNoTransferGaveIsTold() throws {
        let (anna, ben) = (stage.anna, stage.ben)
        try stage.store.write { transaction throws(DomainError) in
            var rows = try transaction.firstRows(of: Schema.submissions, .all(of: anna))
            rows[0].key.person = ben
            rows[0].number = 2
            try transaction.put(rows[0], in: Schema.submissions)
            var survey = try transaction.firstRows(of: Schema.surveys, countMax: 1)[0]
            survey.submissionCount = 2
            try transaction.put(survey, in: Schema.surveys)
        }
        let problems = try stage.store.findings().map(\.problem)
        #expect(problems == ["no transfer gave its points"])
    }

    @Test func twoGoalsOfOneNameAreTold() throws {
        let twice = "another one has its name"
        let missions = try findings(Schema.missions) { $0.name = "check-in" }
        #expect(missions == ["missions: \(twice)", "missions: \(twice)"])
        let achievements = try findings(Schema.achievements) { $0.name = "rich" }
        #expect(achievements.count { $0 == "achievements: \(twice)" } == 2)
    }

    @Test func aZoneThatIsNoneIsTold() throws {
        for name in ["Seoul", "", "GMT+30"] {
            let found = try findings(Schema.rewardZones) { $0.zone = name }
            #expect(found == ["reward_zones: it names no time zone"], "\(name)")
        }
    }
}
