import AccountRules
import Domain
import LedgerRules
import LedgerStorage
import Records
import RewardRules
import RewardStorage
import Storage
import TestSupport

extension RewardModel: PlainModel {
    static let work = "reward-work"
    var isLastDone: Bool? { nil }

    var summary: String {
        "\(doneCount) done, \(submissionCount) answers to \(surveys.count) surveys"
    }

    mutating func run(seed: UInt64, number: Int) {
        run(RewardOperation(seed: seed, number: number))
    }

    static func place(of store: StoreView) throws(DomainError) -> Int {
        try RewardWork.place(of: store)
    }

    func violations(
        of store: StoreView,
        seed: UInt64,
        proves: Bool,
        _ random: inout SeededGenerator
    ) throws(DomainError) -> [String] {
        guard let work = try RewardWork(seed, in: store) else { return [] }
        var check = RewardCheck(work, in: store)
        try check.run(self, proves: proves)
        return check.violations
    }
}

/// Compares the rewards of a store with what the model says.
struct RewardCheck {
    private(set) var violations: [String] = []
    private let work: RewardWork
    private let store: StoreView

    init(_ work: RewardWork, in store: StoreView) {
        (self.work, self.store) = (work, store)
    }

    /// Compares all that is stored with what must be; the proof goes through all transfers.
    mutating func run(_ model: RewardModel, proves: Bool) throws(DomainError) {
        for index in model.people.indices { try compare(index, model) }
        try compareSurveys(model)
        guard proves else { return }
        var found: [String] = []
        _ = try store.proveLedger { found.append("\($0.subject): \($0.problem)") }
        violations += found
    }

    private mutating func compare(
        _ index: Int,
        _ model: RewardModel
    ) throws(DomainError) {
        let (person, expected) = (work.people[index], model.people[index])
        let standing = try store.standing(of: person)
        require(Int64(standing.day.number), expected.day, "day of \(index)")
        require(standing.dayBegan.milliseconds, expected.dayBegan, "beginning of day of \(index)")
        require(Int(standing.submissionCount), expected.answered.count, "answers of \(index)")
        require(Int64(standing.longestStreak), expected.longest, "longest streak of \(index)")
        require(Int64(standing.pointsEarned), expected.earned, "points given to \(index)")

        let stays = try store.zonePeriods(of: person).map { period in
            RewardModel.Stay(
                zone: RewardPlan.zones.firstIndex(of: period.zone.text) ?? -1,
                since: period.since.milliseconds
            )
        }
        require(stays, expected.stays, "time zones of \(index)")
        var visits: [Int64: RewardModel.Visit] = [:]
        _ = try store.visitCheckIns(of: person, before: nil, limit: .max) { checkIn in
            let visit = RewardModel.Visit(
                moment: checkIn.moment.milliseconds,
                streak: Int64(checkIn.streak)
            )
            visits[Int64(checkIn.day.number)] = visit
            return .next
        }
        require(visits, expected.visits, "check-ins of \(index)")
        try compareGoals(index, person, expected)

        let now = RewardOperation(seed: work.seed, number: model.next).now
        let context = Context.at(now)
        let streak = try store.streak(of: person, RewardWork.terms, context)
        require(Int64(streak.current), model.streak(expected, now), "streak of \(index)")
        require(Int64(streak.today.number), model.today(expected, now), "today of \(index)")
        let balance = try store.balance(of: .own(person, .points), context).total
        require(balance, model.balance(expected, now), "balance of \(index)")
    }

    private mutating func compareGoals(
        _ index: Int,
        _ person: UserNumber,
        _ expected: RewardModel.Somebody
    ) throws(DomainError) {
        let missions = try store.missions()
        var progress: [RewardModel.DayMission: RewardModel.Progress] = [:]
        for kept in try store.progressOfDays(of: person) {
            let name = missions.first { $0.number == kept.mission }?.name.text ?? ""
            let key = RewardModel.DayMission(
                day: Int64(kept.day.number),
                mission: Int(name.dropFirst()) ?? -1
            )
            progress[key] = RewardModel.Progress(
                count: Int(kept.progress.count),
                isClaimed: kept.progress.isClaimed
            )
        }
        require(progress, expected.progress, "missions of \(index)")
        let achievements = try store.achievements()
        var reached: [Int: Int64] = [:]
        for (number, moment) in try store.earnedAchievements(of: person) {
            let name = achievements.first { $0.number == number }?.name.text ?? ""
            reached[Int(name.dropFirst()) ?? -1] = moment.milliseconds
        }
        require(reached, expected.reached, "achievements of \(index)")
    }

    private mutating func compareSurveys(_ model: RewardModel) throws(DomainError) {
        for (index, expected) in model.surveys.enumerated() {
            guard let survey = try store.survey(numbered: UInt64(index + 1)) else {
                violations.append("survey \(index + 1) is not there")
                continue
            }
            let found = RewardModel.AskedSurvey(
                reward: survey.details.reward,
                end: survey.end.expiresAt.milliseconds,
                isClosed: survey.closedAt != nil,
                answerCount: Int(survey.submissionCount)
            )
            require(found, expected, "survey \(index + 1)")
        }
        for (index, somebody) in model.people.enumerated() {
            for survey in somebody.answered {
                let number = UInt64(survey + 1)
                if try store.submission(of: work.people[index], to: number) != nil { continue }
                violations.append("the answer of \(index) to \(number) is not there")
            }
        }
    }

    private mutating func require<Value: Equatable>(
        _ found: Value,
        _ expected: Value,
        _ what: String
    ) {
        if found != expected { violations.append("\(what): \(found), not \(expected)") }
    }
}
