import AccountRules
import AccountStorage
import Domain
import LedgerRules
import LedgerStorage
import RewardRules
import RewardStorage

@testable import Records
@testable import Storage

/// A store with surveys and goals, and two people who have a look at them.
struct RewardStage {
    let store: TestStore
    let anna: UserNumber
    let ben: UserNumber
    let survey: Survey

    init() throws {
        store = try TestStore()
        anna = try store.account("anna")
        ben = try store.account("ben")
        survey = try store.write { transaction throws(DomainError) in
            try transaction.offerRewards()
        }
    }

    /// The moment of a day, counted from the first.
    func day(_ number: Int64) -> Context { .at(.epoch.adding(seconds: number * 86_400)) }

    func submit(
        _ answers: [SurveyAnswer] = .sample,
        to survey: Survey? = nil,
        by person: UserNumber? = nil,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Outcome {
        let (id, person) = ((survey ?? self.survey).id, person ?? anna)
        return try store.write { transaction throws(DomainError) in
            try transaction.submit(answers, to: id, by: .account(person), .simple, context)
        }
    }

    @discardableResult
    func checkIn(
        by person: UserNumber? = nil,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> (streak: Streak, isCounted: Bool, achievements: [Achievement]) {
        let person = person ?? anna
        return try store.write { transaction throws(DomainError) in
            try transaction.checkIn(by: .account(person), .simple, context)
        }
    }

    @discardableResult
    func claim(
        _ mission: String,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Outcome {
        let anna = anna
        return try store.write { transaction throws(DomainError) in
            try transaction.claim(mission: mission, by: .account(anna), .simple, context)
        }
    }

    /// Makes a survey under a name; under one that nothing has where none is given.
    func create(
        _ details: SurveyDetails,
        called name: String? = nil,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Survey {
        let name = name ?? "\(UInt64.random(in: 0 ... .max))"
        let reference = try DeedReference(Array(name.utf8))
        return try store.write { transaction throws(DomainError) in
            let root = Operator(name: "root")
            return try transaction.createSurvey(details, called: reference, by: root, context)
        }
    }

    func update(
        _ survey: Survey,
        expiresAt: Instant? = nil,
        submissionsMax: Int64? = nil,
        _ context: Context = .atEpoch
    ) throws(DomainError) -> Survey {
        try store.write { transaction throws(DomainError) in
            try transaction.updateSurvey(
                survey.id,
                expiresAt: expiresAt,
                submissionsMax: submissionsMax,
                by: Operator(name: "root"),
                context
            )
        }
    }

    func grant(
        _ points: Int64,
        _ title: String = "",
        to person: UserNumber? = nil,
        called name: String
    ) throws(DomainError) {
        let person = person ?? anna
        try store.write { transaction throws(DomainError) in
            let grant = try PointGrant(
                points,
                to: transaction.userID(of: person),
                reference: Array(name.utf8),
                title: title
            )
            _ = try transaction.grant(grant, .simple, by: Operator(name: "root"), .atEpoch)
        }
    }

    /// What somebody got and spent of points, newest first, and what for.
    func transactions(
        of person: UserNumber? = nil
    ) throws -> [(change: Int64, reason: PointReason?)] {
        let person = person ?? anna
        return try store.read { view throws(DomainError) in
            var found: [(change: Int64, reason: PointReason?)] = []
            _ = try view.visitTransactions(of: person, before: nil, limit: 100) {
                found.append(($0.change, $1))
                return .next
            }
            return found
        }
    }

    func balance(_ person: UserNumber) throws -> Int64 {
        try store.read { view throws(DomainError) in
            try view.balance(of: .own(person, .points), .atEpoch).total
        }
    }

    func available(_ category: String?, _ context: Context = .atEpoch) throws -> [UInt64] {
        try store.read { view throws(DomainError) in
            var (numbers, place) = ([UInt64](), nil as Sequence?)
            repeat {
                place = try view.visitAvailableSurveys(
                    of: category.map { CategoryName(stored: $0) },
                    behind: place,
                    at: context.now,
                    limit: 2
                ) { survey throws(DomainError) in
                    numbers.append(survey.number)
                    return .next
                }
            } while place != nil
            return numbers
        }
    }

    func submit(
        _ answers: [SurveyAnswer],
        _ context: Context
    ) throws(DomainError) -> Outcome {
        try submit(answers, to: nil, by: nil, context)
    }

    func submit(to survey: Survey, _ context: Context) throws(DomainError) -> Outcome {
        try submit(.sample, to: survey, by: nil, context)
    }
}
