import AccountRules
import AccountStorage
import Domain
import LedgerRules
import LedgerStorage
import Records
import RewardRules
import RewardStorage
import Storage
import TestSupport

/// The people of the workload of rewards, and what is done for them.
struct RewardWork: Sendable {
    let seed: UInt64
    let people: [UserNumber]

    static let terms = RewardTerms(expiry: .yearly, zones: PlannedZones())
    /// What was done is asked for once more after a start, so many operations back.
    private static let retryCount = 200
    /// A mission that nobody can do: its title says which operation was the last.
    private static let marker = "marker"
    private static let laboratory = Operator(name: "laboratory")

    /// The people of a store; nil where there are none yet.
    init?(_ seed: UInt64, in store: StoreView) throws(DomainError) {
        guard let people = try LedgerWork(seed, in: store)?.people else { return nil }
        self.init(seed: seed, people: people)
    }

    private init(seed: UInt64, people: [UserNumber]) {
        (self.seed, self.people) = (seed, people)
    }

    /// Has the people of a store and what they can earn, which it adds if they are not there.
    static func begin(_ seed: UInt64, on store: RecordStore) throws(DomainError) -> RewardWork {
        let people = try LedgerWork.begin(seed, on: store).people
        try store.writeAndWait { store throws(DomainError) in
            guard try store.missions().isEmpty else { return }
            for (index, planned) in RewardPlan.missions.enumerated() {
                try store.define(
                    Mission(
                        name: "m\(index)",
                        title: "Mission",
                        kind: planned.isCheckIn ? .checkIn : .submissions,
                        goal: planned.goal,
                        reward: planned.reward
                    ),
                    by: laboratory,
                    .at(RewardOperation.begin)
                )
            }
            for (index, planned) in RewardPlan.achievements.enumerated() {
                try store.define(
                    Achievement(
                        name: "a\(index)",
                        title: "Achievement",
                        kind: kind(planned.kind),
                        goal: planned.goal,
                        reward: planned.reward
                    ),
                    by: laboratory,
                    .at(RewardOperation.begin)
                )
            }
        }
        return RewardWork(seed: seed, people: people)
    }

    private static func kind(_ counted: RewardPlan.Counted) -> AchievementKind {
        switch counted {
        case .submissions: .submissions
        case .streak: .longestStreak
        case .points: .pointsEarned
        }
    }

    /// How many operations a store has come to.
    static func place(of store: StoreView) throws(DomainError) -> Int {
        let mission = try store.missions().first { $0.name.text == marker }
        return mission.flatMap { Int($0.title) } ?? 0
    }

    /// Does operations from a number on, many at a time in their order, and notes each that is
    /// acknowledged.
    func run(
        _ numbers: Range<Int>,
        on store: RecordStore,
        _ journal: Journal
    ) throws(DomainError) {
        try retry(before: numbers.lowerBound, on: store)
        try store.work(numbers, journal) { number, transaction throws(DomainError) in
            try run(RewardOperation(seed: seed, number: number), in: transaction)
            try mark(number, in: transaction)
        }
    }

    private func mark(_ number: Int, in store: StoreTransaction) throws(DomainError) {
        let old = try store.missions().first { $0.name.text == Self.marker }
        let made = try Mission(
            name: Self.marker,
            title: "\(number + 1)",
            kind: .submissions,
            goal: 1_000,
            reward: 0
        )
        try store.put(
            Mission(
                storedNumber: old?.number ?? 0,
                name: made.name,
                title: made.title,
                kind: made.kind,
                goal: made.goal,
                reward: made.reward,
                isWithdrawn: true
            )
        )
    }

    /// Asks again for what was made and given; nothing may come of it.
    private func retry(before end: Int, on store: RecordStore) throws(DomainError) {
        for number in max(0, end - Self.retryCount)..<end {
            let operation = RewardOperation(seed: seed, number: number)
            let isRepeated = try store.writeAndWait { transaction throws(DomainError) in
                guard try isDone(operation, in: transaction) else { return false }
                let before = try lastNumbers(in: transaction)
                do throws(DomainError) {
                    try run(operation, in: transaction)
                } catch .refused {
                    // As it should be.
                }
                return try lastNumbers(in: transaction) != before
            }
            if isRepeated { throw .dataLoss("operation \(number) was done twice") }
        }
    }

    /// The last transfer and the last survey.
    private func lastNumbers(in store: StoreTransaction) throws(DomainError) -> [UInt64?] {
        [try store.lastTransfer()?.number, try surveyNumber(0, in: store)]
    }

    /// Whether a survey, an answer or a gift is there.
    private func isDone(
        _ operation: RewardOperation,
        in store: StoreTransaction
    ) throws(DomainError) -> Bool {
        switch operation.deed {
        case .make:
            let name = try DeedReference(Self.bytes(operation.number))
            return try store.survey(called: name) != nil
        case .submit(let person, let stepsBack, true):
            let number = try surveyNumber(stepsBack, in: store)
            return try store.submission(of: people[person], to: number) != nil
        case .grant(_, _, _, let name) where name == operation.number:
            let reference = store.reference(Self.bytes(name), of: .grants)
            return try store.transferNumber(called: reference) != nil
        default: return false
        }
    }

    private static func bytes(_ number: Int) -> [UInt8] { Array("\(number)".utf8) }

    /// The number of a survey behind the last one, whose number is how many there are.
    private func surveyNumber(
        _ stepsBack: Int,
        in store: StoreTransaction
    ) throws(DomainError) -> UInt64 {
        var last: UInt64 = 0
        _ = try store.visitSurveys(before: nil, limit: 1) { survey in
            last = survey.number
            return .last
        }
        return last > UInt64(stepsBack) ? last - UInt64(stepsBack) : 0
    }

    private func run(
        _ operation: RewardOperation,
        in store: StoreTransaction
    ) throws(DomainError) {
        let context = Context.at(operation.now)
        switch operation.deed {
        case .make(let reward, let days):
            let details = try Self.survey(reward, context.now.adding(seconds: days * 86_400))
            let name = try DeedReference(Self.bytes(operation.number))
            _ = try store.createSurvey(details, called: name, by: Self.laboratory, context)
        case .close(let stepsBack):
            let number = try surveyNumber(stepsBack, in: store)
            let survey = try store.survey(numbered: number).unwrapped(or: .surveyNotFound)
            _ = try store.closeSurvey(survey.id, by: Self.laboratory, context)
        case .submit(let person, let stepsBack, let isWhole):
            let number = try surveyNumber(stepsBack, in: store)
            let survey = try store.survey(numbered: number).unwrapped(or: .surveyNotFound)
            let answers = [SurveyAnswer(choices: [1]), SurveyAnswer(text: "because")]
            let given = isWhole ? answers : [answers[0]]
            _ = try store.submit(given, to: survey.id, by: caller(person), Self.terms, context)
        case .claim(let person, let mission):
            let name = "m\(mission)"
            _ = try store.claim(mission: name, by: caller(person), Self.terms, context)
        case .checkIn(let person):
            _ = try store.checkIn(by: caller(person), Self.terms, context)
        case .travel(let person, let zone):
            let name = RewardPlan.zones.indices.contains(zone) ? RewardPlan.zones[zone] : "Test/No"
            _ = try store.setTimeZone(name, of: caller(person), Self.terms, context)
        case .grant(let person, let points, let days, let name):
            let grant = try PointGrant(
                points,
                to: store.userID(of: people[person]),
                reference: Self.bytes(name),
                expiresAt: days.map { context.now.adding(seconds: $0 * 86_400) }
            )
            _ = try store.grant(grant, Self.terms, by: Self.laboratory, context)
        case .spend(let person, let amount):
            let account = LedgerAccount.own(people[person], .points)
            let move = try Move(.spend, amount, from: account, to: .app(.spent, .points))
            let name = store.reference(Self.bytes(operation.number), of: .operators)
            try store.post(move, reference: name, context)
        }
    }

    private static func survey(
        _ reward: Int64,
        _ end: Instant
    ) throws(DomainError) -> SurveyDetails {
        try SurveyDetails(
            title: "Survey",
            description: "",
            questions: [
                SurveyQuestion("How often?", .oneChoice, ["Daily", "Seldom"]),
                SurveyQuestion("Why?", .text),
            ],
            reward: reward,
            estimatedMinutes: 5,
            end: SurveyEnd(expiresAt: end),
            category: "product"
        )
    }

    private func caller(_ person: Int) -> Identity {
        Identity(session: SessionKey(user: people[person], number: 1), kind: .account)
    }
}

/// The zones of the workload.
struct PlannedZones: TimeZoneTable {
    func offsetSeconds(of zone: String, at moment: Instant) -> Int? {
        RewardPlan.zones.firstIndex(of: zone)
            .flatMap { RewardPlan.offset($0, at: moment.milliseconds) }.map { Int($0) }
    }
}
