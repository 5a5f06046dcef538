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

/// Surveys as operators make them, once each, and say when they end.
@Suite struct SurveyEndTests {
    private let stage: RewardStage
    private var survey: Survey { stage.survey }

    init() throws {
        stage = try RewardStage()
    }

    @Test func aSurveyIsMadeOnceForEachName() throws {
        let made = try stage.create(.sample(), called: "spring")
        #expect(try stage.create(.sample(), called: "spring") == made)
        #expect(try stage.create(.sample(), called: "autumn").number == made.number + 1)
        // Nothing that happened since makes another one of it.
        let later = made.end.expiresAt.adding(seconds: 86_400)
        let prolonged = try stage.update(made, expiresAt: later, submissionsMax: 7)
        #expect(try stage.create(.sample(), called: "spring") == prolonged)
        #expect(try stage.create(.sample(), called: "spring", .at(later)) == prolonged)
        for other in [
            try SurveyDetails.sample(reward: 151), try .sample(category: "life"),
            try .sample(expiresAt: later), try .sample(submissionsMax: 7),
        ] {
            let refused = try refusal { () throws(DomainError) in
                try stage.create(other, called: "spring")
            }
            #expect(refused == .referenceReused)
        }
        for name in ["", String(repeating: "a", count: 129)] {
            let refused = try refusal { () throws(DomainError) in
                try stage.create(.sample(), called: name)
            }
            #expect(invalidField(refused) == "reference")
        }
        #expect(try stage.create(.sample(), called: String(repeating: "a", count: 128)) != made)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func itEndsOnceItWasAnsweredAsOftenAsItMayBe() throws {
        let (anna, ben) = (stage.anna, stage.ben)
        let survey = try stage.create(.sample(submissionsMax: 1))
        #expect(try stage.submit(to: survey, by: anna).awarded == 150)
        #expect(
            try refusal { () throws(DomainError) in try stage.submit(to: survey, by: ben) }
                == .surveyExpired
        )
        #expect(try !stage.available(nil).contains(survey.number))
        #expect(try !stage.available("product").contains(survey.number))
        // Of more, and of any number, there are more again.
        _ = try stage.update(survey, submissionsMax: 2)
        #expect(try stage.available("product").contains(survey.number))
        #expect(try stage.submit(to: survey, by: ben).awarded == 150)
        #expect(try !stage.available(nil).contains(survey.number))
        let open = try stage.update(survey, submissionsMax: 0)
        #expect(!open.isOver && open.submissionCount == 2)
        // And of fewer than there are, none.
        #expect(try stage.update(survey, submissionsMax: 1).isOver)
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }

    @Test func itIsPutOffAndBroughtForward() throws {
        let end = survey.end.expiresAt
        let later = end.adding(seconds: 3_600)
        #expect(try stage.update(survey, expiresAt: later).end.expiresAt == later)
        #expect(try stage.submit(.sample, .at(end)).awarded == 150)
        #expect(try stage.available(nil, .at(end)) == [survey.number])
        // It has expired, and can be answered again.
        let over = Context.at(later)
        #expect(try stage.available(nil, over).isEmpty)
        let last = later.adding(seconds: 120)
        #expect(try stage.update(survey, expiresAt: last, over).isAvailable(at: later))
        #expect(try stage.submit(to: survey, by: stage.ben, over).awarded == 150)
        // The same again changes nothing, whatever the time is.
        let kept = try stage.update(survey, expiresAt: last, .at(last))
        #expect(kept.end.expiresAt == last)
        #expect(try stage.update(survey, .at(last)) == kept)
        let sooner = Instant.epoch.adding(seconds: 60)
        #expect(try stage.update(survey, expiresAt: sooner).end.expiresAt == sooner.toTheMinute)
        #expect(try stage.store.findings().isEmpty)
    }

    @Test func whatCannotBeItsEndIsRefused() throws {
        let now = Instant.epoch
        for end in [now, now.adding(seconds: 1_830 * 86_400 + 60), .distantPast] {
            let refused = try refusal { () throws(DomainError) in
                try stage.update(survey, expiresAt: end)
            }
            #expect(invalidField(refused) == "expires_at")
        }
        for count: Int64 in [-1, 1_000_000_001] {
            let refused = try refusal { () throws(DomainError) in
                try stage.update(survey, submissionsMax: count)
            }
            #expect(invalidField(refused) == "submissions_max")
        }
        let id = survey.id
        try stage.store.write { transaction throws(DomainError) in
            _ = try transaction.closeSurvey(id, by: Operator(name: "root"), .atEpoch)
        }
        #expect(
            try refusal { () throws(DomainError) in try stage.update(survey, submissionsMax: 5) }
                == .surveyExpired
        )
    }

    /// The limit is reached by records alone that nobody reads.
    @Test func thereAreTenThousandSurveysAtMost() throws {
        for start: UInt64 in stride(from: 0, to: 10_000, by: 100) {
            try stage.store.write { transaction throws(DomainError) in
                for number in max(start, 3)..<(start + 100) {
                    try transaction.put([1], for: number.storedKey, in: Schema.surveys.id)
                }
            }
        }
        _ = try stage.create(.sample(), called: "last")
        #expect(
            try refusal { () throws(DomainError) in try stage.create(.sample()) }
                == .surveyLimitReached(limit: 10_000)
        )
        // What was made before is there all the same.
        _ = try stage.create(.sample(), called: "last")
    }

    @Test func whatPointsWereForIsTold() throws {
        _ = try stage.submit()
        try stage.claim("answer")
        try stage.grant(7, "お詫び", called: "a")
        try stage.grant(8, called: "b")
        let anna = stage.anna
        try stage.store.write { transaction throws(DomainError) in
            let move = try Move(
                .spend,
                3,
                from: .own(anna, .points),
                to: .app(.spent, .points),
                subject: 5
            )
            try transaction.post(move, reference: nil, .atEpoch)
            // The points of the survey go back.
            let survey = try transaction.transferNumber(of: 150, to: anna)
            try transaction.correct(survey, .atEpoch)
        }
        let told = try stage.transactions()
        #expect(told.map(\.change) == [-150, -3, 8, 7, 30, 5, 150])
        #expect(
            told.map(\.reason) == [
                .survey("アンケート1"), nil, .grant(""), .grant("お詫び"), .mission("answer"),
                .achievement("first"), .survey("アンケート1"),
            ]
        )
        #expect(try stage.transactions(of: stage.ben).isEmpty)
        // The same grant again is the same, and what is said of it belongs to it.
        try stage.grant(7, "お詫び", called: "a")
        for title in ["", "他"] {
            #expect(
                try refusal { () throws(DomainError) in try stage.grant(7, title, called: "a") }
                    == .referenceReused
            )
        }
        let long = String(repeating: "長", count: 201)
        #expect(
            invalidField(
                try refusal { () throws(DomainError) in try stage.grant(7, long, called: "c") }
            ) == "title"
        )
        #expect(try stage.transactions().count == 7)
        #expect(try stage.store.ledgerProblems().isEmpty && stage.store.findings().isEmpty)
    }
}

extension StoreView {
    /// The number of the first transfer of an amount in somebody's statement of points.
    fileprivate func transferNumber(
        of amount: Int64,
        to person: UserNumber
    ) throws(DomainError) -> UInt64 {
        var number: UInt64 = 0
        _ = try visitStatement(of: .own(person, .points), before: nil, limit: 100) { entry in
            if entry.transfer.amount == amount { number = entry.transfer.number }
            return .next
        }
        return number
    }
}
