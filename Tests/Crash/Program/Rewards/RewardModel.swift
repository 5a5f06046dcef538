/// What rewards must be after some operations, in dictionaries and the rules once more.
///
/// It has nothing in common with what it judges.
struct RewardModel {
    /// A survey, and how often it was answered.
    struct AskedSurvey: Equatable {
        var reward: Int64
        var end: Int64
        var isClosed = false
        var answerCount = 0
    }

    /// What somebody has done in a mission on a day.
    struct Progress: Equatable {
        var count = 0
        var isClaimed = false
    }

    /// A mission of a day.
    struct DayMission: Hashable {
        var day: Int64
        var mission: Int
    }

    /// A check-in of a day.
    struct Visit: Equatable {
        var moment: Int64
        var streak: Int64
    }

    /// A zone, and from when on.
    struct Stay: Equatable {
        var zone: Int
        var since: Int64
    }

    /// Somebody, with all that is kept.
    struct Somebody: Equatable {
        var stays: [Stay] = []
        var day: Int64 = 0
        var dayBegan: Int64 = 0
        var answered: Set<Int> = []
        var longest: Int64 = 0
        var earned: Int64 = 0
        var visits: [Int64: Visit] = [:]
        var progress: [DayMission: Progress] = [:]
        var reached: [Int: Int64] = [:]
        /// What ends when.
        var lots: [Int64: Int64] = [:]
    }

    private(set) var people = [Somebody](repeating: Somebody(), count: RewardOperation.personCount)
    private(set) var surveys: [AskedSurvey] = []
    private var grants: [Int: (person: Int, points: Int64)] = [:]
    /// How many operations were done, or refused.
    private(set) var next = 0
    /// Behind the last one that was not refused.
    private(set) var place = 0
    private(set) var doneCount = 0
    private(set) var submissionCount = 0

    private struct Refused: Error {}

    private static let hour: Int64 = 3_600_000
    private static let day = RewardOperation.day

    /// Does what an operation asks for, or nothing.
    mutating func run(_ operation: RewardOperation) {
        next = operation.number + 1
        do {
            try run(operation.deed, operation.now, operation.number)
            place = next
            doneCount += 1
        } catch {
            // Each checks all before it changes anything.
        }
    }

    private mutating func run(
        _ deed: RewardOperation.Deed,
        _ now: Int64,
        _ number: Int
    ) throws {
        switch deed {
        case .make(let reward, let days):
            let end = (now + days * Self.day) / 60_000 * 60_000
            guard end > now, surveys.count < 10_000 else { throw Refused() }
            surveys.append(AskedSurvey(reward: reward, end: end))
        case .close(let stepsBack):
            surveys[try survey(stepsBack)].isClosed = true
        case .submit(let person, let stepsBack, let isWhole):
            try submit(person, survey(stepsBack), isWhole, now)
        case .claim(let person, let mission):
            try claim(person, mission, now)
        case .checkIn(let person):
            checkIn(person, now)
        case .travel(let person, let zone):
            guard RewardPlan.offset(zone, at: now) != nil else { throw Refused() }
            travel(person, zone, now)
        case .grant(let person, let points, let days, let name):
            try grant(person, points, days, name, now)
        case .spend(let person, let amount):
            try spend(person, amount, now)
        }
    }

    private func survey(_ stepsBack: Int) throws -> Int {
        guard surveys.count > stepsBack else { throw Refused() }
        return surveys.count - 1 - stepsBack
    }
}

// What people do.
extension RewardModel {
    private mutating func submit(
        _ person: Int,
        _ survey: Int,
        _ isWhole: Bool,
        _ now: Int64
    ) throws {
        let asked = surveys[survey]
        let isOpen = !asked.isClosed && now < asked.end
        guard isOpen, !people[person].answered.contains(survey), isWhole else { throw Refused() }
        surveys[survey].answerCount += 1
        submissionCount += 1
        count(isCheckIn: false, person, now)
        people[person].answered.insert(survey)
        award(asked.reward, person, now)
        settle(person, now)
    }

    private mutating func claim(_ person: Int, _ mission: Int, _ now: Int64) throws {
        guard RewardPlan.missions.indices.contains(mission) else { throw Refused() }
        let planned = RewardPlan.missions[mission]
        let key = DayMission(day: today(people[person], now), mission: mission)
        let progress = people[person].progress[key] ?? Progress()
        guard !progress.isClaimed, progress.count >= planned.goal else { throw Refused() }
        people[person].progress[key]?.isClaimed = true
        award(planned.reward, person, now)
        settle(person, now)
    }

    private mutating func checkIn(_ person: Int, _ now: Int64) {
        let somebody = people[person]
        let (today, streak) = (today(somebody, now), streak(somebody, now))
        if let visit = somebody.visits[today] {
            let hasMoved = somebody.stays.last.map { $0.since > visit.moment } ?? false
            if hasMoved { people[person].visits[today]?.moment = now }
            return
        }
        people[person].visits[today] = Visit(moment: now, streak: streak + 1)
        count(isCheckIn: true, person, now)
        people[person].longest = max(somebody.longest, streak + 1)
        settle(person, now)
    }

    private mutating func travel(_ person: Int, _ zone: Int, _ now: Int64) {
        let stays = people[person].stays
        guard (stays.last?.zone ?? 0) != zone else { return }
        let since = stays.last.map { max($0.since + 1, now) } ?? now
        people[person].stays = (stays + [Stay(zone: zone, since: since)]).suffix(51)
    }

    private mutating func grant(
        _ person: Int,
        _ points: Int64,
        _ days: Int64?,
        _ name: Int,
        _ now: Int64
    ) throws {
        guard points > 0 else { throw Refused() }
        if let known = grants[name] {
            guard known == (person, points) else { throw Refused() }
            return
        }
        grants[name] = (person, points)
        award(points, lapsing: days, person, now)
        settle(person, now)
    }

    private mutating func spend(_ person: Int, _ amount: Int64, _ now: Int64) throws {
        guard balance(people[person], now) >= amount else { throw Refused() }
        let lots = people[person].lots.filter { $0.key > now }
        people[person].lots = LedgerModel.rest(of: lots, behind: amount)
    }
}

// What follows from it.
extension RewardModel {
    /// What somebody can spend.
    func balance(_ somebody: Somebody, _ now: Int64) -> Int64 {
        somebody.lots.filter { $0.key > now }.values.reduce(0, +)
    }

    /// The day that it is for somebody.
    func today(_ somebody: Somebody, _ now: Int64) -> Int64 {
        let shown = day(now, somebody.stays.last?.zone ?? 0)
        if somebody.day > shown + 2 { return shown }
        if shown <= somebody.day { return somebody.day }
        let home = somebody.stays.last { $0.since <= somebody.dayBegan }?.zone ?? 0
        let isEarly = now < somebody.dayBegan + 16 * Self.hour && shown > day(now, home)
        return isEarly ? somebody.day : shown
    }

    /// The streak of somebody.
    func streak(_ somebody: Somebody, _ now: Int64) -> Int64 {
        let today = today(somebody, now)
        // Nobody's streak bridges a week.
        guard let last = ((today - 7)...today).last(where: { somebody.visits[$0] != nil }),
            let visit = somebody.visits[last]
        else { return 0 }
        let later = somebody.stays.filter { $0.since > visit.moment }
        var zones = [somebody.stays.last { $0.since <= visit.moment }?.zone ?? 0]
        for (index, moment) in (later.map(\.since) + [now]).enumerated() {
            if index > 0 { zones.append(later[index - 1].zone) }
            let zone = zones[index]
            let goesOn =
                !missesDay(last, day(moment, zone), zone)
                || zones.contains { !missesDay(day(visit.moment, $0), day(moment, $0), $0) }
            guard goesOn else { return 0 }
        }
        return visit.streak
    }

    private func day(_ moment: Int64, _ zone: Int) -> Int64 {
        (moment + (RewardPlan.offset(zone, at: moment) ?? 0) * 1_000) / Self.day
    }

    /// Whether a day that there was lies between two others.
    private func missesDay(_ earlier: Int64, _ later: Int64, _ zone: Int) -> Bool {
        guard later > earlier + 1 else { return false }
        return ((earlier + 1)..<later).contains { date in
            let noon = date * Self.day
            return (-30...60).contains { day(noon + $0 * Self.hour, zone) == date }
        }
    }

    private mutating func count(isCheckIn: Bool, _ person: Int, _ now: Int64) {
        let today = today(people[person], now)
        if today != people[person].day {
            (people[person].day, people[person].dayBegan) = (today, now)
            people[person].progress = people[person].progress.filter { $0.key.day >= today - 7 }
        }
        for (index, planned) in RewardPlan.missions.enumerated()
        where planned.isCheckIn == isCheckIn {
            let key = DayMission(day: today, mission: index)
            people[person].progress[key, default: Progress()].count += 1
        }
    }

    private mutating func award(
        _ points: Int64,
        lapsing days: Int64? = nil,
        _ person: Int,
        _ now: Int64
    ) {
        guard points > 0 else { return }
        let lapse = LedgerModel.end(now + (days ?? RewardPlan.daysUntilLapse) * Self.day)
        people[person].lots[lapse, default: 0] += points
        people[person].earned += points
    }

    /// Gives what is reached, until nothing further is.
    private mutating func settle(_ person: Int, _ now: Int64) {
        while true {
            let somebody = people[person]
            let found = RewardPlan.achievements.indices.first { index in
                guard somebody.reached[index] == nil else { return false }
                let planned = RewardPlan.achievements[index]
                return switch planned.kind {
                case .submissions: Int64(somebody.answered.count) >= planned.goal
                case .streak: somebody.longest >= planned.goal
                case .points: somebody.earned >= planned.goal
                }
            }
            guard let found else { return }
            people[person].reached[found] = now
            award(RewardPlan.achievements[found].reward, person, now)
        }
    }
}
