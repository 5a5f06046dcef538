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

/// Surveys and what they bring, over a store.
@Suite struct RewardTests {
    private let stage: RewardStage
    private var anna: UserNumber { stage.anna }
    private var ben: UserNumber { stage.ben }
    private var survey: Survey { stage.survey }

    init() throws {
        stage = try RewardStage()
    }

    @Test func anAnswerIsPaidOnceInTheSameChange() throws {
        let outcome = try stage.submit()
        // 150 for the survey, and 5 for the achievement.
        #expect(outcome.awarded == 150 && outcome.balance.total == 155)
        #expect(outcome.achievements.map(\.name.text) == ["first"])
        #expect(try refusal { () throws(DomainError) in try stage.submit() } == .alreadySubmitted)
        #expect(try stage.balance(anna) == 155)
        #expect(try stage.submit(by: ben).balance.total == 155)
        #expect(try stage.store.statement(of: .own(anna, .points)).map(\.change) == [5, 150])
        #expect(
            try stage.store.statement(of: .own(anna, .points)).map(\.transfer.kind) == [
                .earn, .earn,
            ]
        )
        for isReopened in [false, true] {
            if isReopened { try stage.store.reopen() }
            try stage.store.read { view throws(DomainError) in
                let kept = try view.submission(of: anna, to: survey.number)
                #expect(kept?.answers == .sample && kept?.number == 1 && kept?.awarded == 150)
                #expect(try view.survey(survey.id)?.submissionCount == 2)
                #expect(try view.survey(survey.id)?.details == survey.details)
            }
        }
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    @Test func refusalsComeInTheirOrderAndLeaveNoTrace() throws {
        let foreign = SurveyID(OpaqueID(high: 1, low: 2))
        let anna = anna
        #expect(
            try refusal { () throws(DomainError) in
                try stage.store.write { transaction throws(DomainError) in
                    try transaction.submit([], to: foreign, by: .account(anna), .simple, .atEpoch)
                }
            } == .surveyNotFound
        )
        let over = Context.at(survey.end.expiresAt)
        #expect(
            try refusal { () throws(DomainError) in try stage.submit([], over) } == .surveyExpired
        )
        #expect(
            try refusal { () throws(DomainError) in try stage.submit([]) }
                == .incompleteAnswers(expected: 3, given: 0)
        )
        var wrong = [SurveyAnswer].sample
        wrong[1] = SurveyAnswer(choices: [2])
        #expect(
            invalidField(try refusal { () throws(DomainError) in try stage.submit(wrong) })
                == "answers"
        )
        try stage.store.read { view throws(DomainError) in
            #expect(try view.standing(of: anna) == Standing())
            #expect(try view.survey(survey.id) == survey)
            #expect(try view.progressOfDays(of: anna).isEmpty)
        }
        #expect(try stage.balance(anna) == 0)
        let justBefore = Context.at(over.now.adding(milliseconds: -1))
        _ = try stage.submit(.sample, justBefore)
        #expect(
            try refusal { () throws(DomainError) in try stage.submit([], over) } == .surveyExpired
        )
        #expect(
            try refusal { () throws(DomainError) in try stage.submit([], justBefore) }
                == .alreadySubmitted
        )
    }

    @Test func aBalanceThatWouldBeTooMuchTakesTheAnswersBack() throws {
        let limit = DomainLimits.balanceMax
        let account = LedgerAccount.own(anna, .points)
        try stage.store.write { transaction throws(DomainError) in
            for role in [account, .app(.issued, .points)] {
                var state = AccountState()
                state.balance = role == account ? limit - 149 : -limit + 149
                try transaction.put(state, of: role)
            }
        }
        #expect(
            try refusal { () throws(DomainError) in try stage.submit() }
                == .balanceOutOfRange(maximum: Int(limit))
        )
        try stage.store.read { view throws(DomainError) in
            #expect(try view.submission(of: anna, to: survey.number) == nil)
            #expect(try view.survey(survey.id)?.submissionCount == 0)
            #expect(try view.standing(of: anna) == Standing())
        }
    }

    @Test func surveysAreListedAsTheyExpire() throws {
        var numbers: [UInt64] = []
        for (hours, category) in [(30, "life"), (2, "product"), (2, "life"), (1, "product")] {
            let end = Instant.epoch.adding(seconds: Int64(hours) * 3_600)
            let survey = try stage.create(.sample(reward: 0, category: category, expiresAt: end))
            numbers.append(survey.number)
        }
        let first = survey.number
        #expect(
            try stage.available(nil) == [numbers[3], numbers[1], numbers[2], first, numbers[0]]
        )
        #expect(try stage.available("product") == [numbers[3], numbers[1], first])
        #expect(try stage.available("none").isEmpty)
        // The moment of an end itself is over.
        let hour = Instant.epoch.adding(seconds: 3_600).toTheMinute
        #expect(try stage.available("product", .at(hour)) == [numbers[1], first])
        #expect(
            try stage.available("product", .at(hour.adding(milliseconds: -1)))
                == [numbers[3], numbers[1], first]
        )
        #expect(try stage.available(nil, stage.day(5)).isEmpty)
        try stage.store.read { view throws(DomainError) in
            var newest: [UInt64] = []
            _ = try view.visitSurveys(before: nil, limit: 3) {
                newest.append($0.number)
                return .next
            }
            #expect(newest == [numbers[3], numbers[2], numbers[1]])
        }
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func anEndIsToComeAndNotTooFar() throws {
        let now = Instant.epoch
        for (end, fits) in [
            (now, false), (now.adding(seconds: -86_400), false),
            (now.adding(seconds: 60), true), (Instant(milliseconds: .max), false),
            (now.adding(seconds: 1_830 * 86_400), true),
            (now.adding(seconds: 1_830 * 86_400 + 60), false),
        ] {
            let details = try SurveyDetails.sample(expiresAt: end)
            if fits {
                _ = try stage.create(details)
            } else {
                let refused = try refusal { () throws(DomainError) in try stage.create(details) }
                #expect(invalidField(refused) == "expires_at", "\(end)")
            }
        }
    }

    @Test func aClosedSurveyTakesNoAnswers() throws {
        let id = survey.id
        for _ in 0..<2 {
            try stage.store.write { transaction throws(DomainError) in
                _ = try transaction.closeSurvey(id, by: Operator(name: "root"), .atEpoch)
            }
        }
        #expect(try refusal { () throws(DomainError) in try stage.submit() } == .surveyExpired)
        #expect(try stage.available(nil).isEmpty && stage.available("product").isEmpty)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func pointsLapseAsTheTermsSay() throws {
        let (id, anna) = (survey.id, anna)
        let terms = RewardTerms(expiry: .quarterly, zones: FixedZones())
        try stage.store.write { transaction throws(DomainError) in
            _ = try transaction.submit(.sample, to: id, by: .account(anna), terms, .atEpoch)
        }
        try stage.store.read { view throws(DomainError) in
            let lots = try view.lapsingLots(of: .own(anna, .points), .atEpoch)
            // The epoch of the tests is in November 2023.
            #expect(lots.map(\.end) == [Instant(seconds: 1_735_689_600)])
            #expect(lots.map(\.amount) == [155])
        }
    }

    @Test func whoGoesTakesTheAnswersAlong() throws {
        _ = try stage.submit()
        _ = try stage.submit(by: ben)
        try stage.checkIn()
        try stage.store.removeAndErase(anna)
        try stage.store.read { view throws(DomainError) in
            var people: [UserNumber] = []
            _ = try view.visitSubmissions(to: survey.number, behind: nil, limit: 10) {
                people.append($0.person)
                return .next
            }
            #expect(people == [ben])
            #expect(try view.submission(of: anna, to: survey.number) == nil)
            #expect(try view.survey(survey.id)?.submissionCount == 2)
        }
        #expect(try stage.balance(ben) == 155)
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    /// Before the erasure has come, too.
    @Test func ofWhoIsRemovedNothingIsListed() throws {
        _ = try stage.submit()
        let (anna, number) = (anna, survey.number)
        try stage.store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        try stage.store.read { view throws(DomainError) in
            _ = try view.visitSubmissions(to: number, behind: nil, limit: 10) { _ in
                Issue.record("it is listed")
                return .next
            }
        }
    }
}
