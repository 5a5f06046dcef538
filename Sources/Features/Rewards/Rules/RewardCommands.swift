package import AccountRules
package import Domain
internal import LedgerRules

// What people do.
extension RewardWriting {
    /// Answers a survey, once, and is given its reward in the same change.
    ///
    /// - Throws: `accountRequired`; then `surveyNotFound`, `surveyExpired`, `alreadySubmitted`,
    ///   `incompleteAnswers`, `invalidValue` of `answers`; `balanceOutOfRange`.
    package func submit(
        _ answers: [SurveyAnswer],
        to id: SurveyID,
        by caller: Identity,
        _ terms: RewardTerms,
        _ context: Context
    ) throws(DomainError) -> Outcome {
        let person = try account(of: caller).number
        let survey = try survey(id).unwrapped(or: .surveyNotFound)
        guard survey.isAvailable(at: context.now) else { throw .refused(.surveyExpired) }
        guard try submission(of: person, to: survey.number) == nil else {
            throw .refused(.alreadySubmitted)
        }
        try survey.check(answers)
        var answered = survey
        answered.submissionCount += 1
        let reward = survey.details.reward
        try put(answered, insteadOf: survey)
        try put(
            Submission(
                survey: survey.number,
                person: person,
                number: answered.submissionCount,
                answers: answers,
                submittedAt: context.now,
                awarded: reward
            )
        )
        var standing = try standing(of: person)
        let today = try days(of: person, standing, terms, context).today
        try count(.submissions, by: person, on: today, &standing, context)
        standing.submissionCount += 1
        let reason = AwardReason.survey(survey.number)
        let awarded = try award(reward, to: person, for: reason, &standing, terms, context)
        return try settle(standing, of: person, awarded: awarded, terms, context)
    }

    /// Takes the reward of a mission that is done today, once.
    ///
    /// - Throws: `accountRequired`; then `missionNotFound`, `missionAlreadyClaimed`,
    ///   `missionNotReached`; `balanceOutOfRange`.
    package func claim(
        mission name: String,
        by caller: Identity,
        _ terms: RewardTerms,
        _ context: Context
    ) throws(DomainError) -> Outcome {
        let person = try account(of: caller).number
        let mission = try missions().first { $0.name.text == name && !$0.isWithdrawn }
            .unwrapped(or: .missionNotFound)
        var standing = try standing(of: person)
        let today = try days(of: person, standing, terms, context).today
        var progress = try progress(of: person, on: today, in: mission.number)
        guard !progress.isClaimed else { throw .refused(.missionAlreadyClaimed) }
        guard progress.count >= UInt64(clamping: mission.goal) else {
            let count = Int(clamping: progress.count)
            throw .refused(.missionNotReached(goal: Int(mission.goal), progress: count))
        }
        progress.isClaimed = true
        progress.awarded = mission.reward
        try put(progress, of: person, on: today, in: mission.number)
        let reason = AwardReason.mission(mission.number, today)
        let awarded = try award(mission.reward, to: person, for: reason, &standing, terms, context)
        // What was done on this day is forgotten where a clock was ahead for a week.
        guard awarded == mission.reward else { throw .refused(.missionAlreadyClaimed) }
        return try settle(standing, of: person, awarded: awarded, terms, context)
    }

    /// Checks in, which counts once a day.
    ///
    /// - Returns: How the streak stands, whether it counted, and the achievements reached by it.
    /// - Throws: `accountRequired`.
    package func checkIn(
        by caller: Identity,
        _ terms: RewardTerms,
        _ context: Context
    ) throws(DomainError) -> (streak: Streak, isCounted: Bool, achievements: [Achievement]) {
        let person = try account(of: caller).number
        var standing = try standing(of: person)
        let days = try days(of: person, standing, terms, context)
        switch try days.checkIn(behind: lastCheckIn(of: person, upTo: days.today)) {
        case .counts(let checkIn):
            try put(checkIn, of: person)
            try count(.checkIn, by: person, on: days.today, &standing, context)
            standing.longestStreak = max(standing.longestStreak, checkIn.streak)
            let outcome = try settle(standing, of: person, terms, context)
            return (try streak(of: person, terms, context), true, outcome.achievements)
        case .isSeen(let checkIn): try put(checkIn, of: person)
        case .isNothing: break
        }
        return (try streak(of: person, terms, context), false, [])
    }

    /// Says by which time zone somebody's days begin from now on.
    ///
    /// - Throws: `accountRequired`; then `timeZoneNotFound`.
    package func setTimeZone(
        _ name: String,
        of caller: Identity,
        _ terms: RewardTerms,
        _ context: Context
    ) throws(DomainError) -> Streak {
        let person = try account(of: caller).number
        let zone = try TimeZoneName(name, in: terms.zones)
        var periods = try zonePeriods(of: person)
        if ZoneHistory(periods).current.zone != zone {
            // A clock that was set back must not put it before an earlier one.
            let since = periods.last.map { max($0.since.adding(milliseconds: 1), context.now) }
            periods.append(ZonePeriod(zone, since: since ?? context.now))
            try put(Array(periods.suffix(DomainLimits.zonePeriodsMax + 1)), of: person)
        }
        return try streak(of: person, terms, context)
    }

    /// Counts something that somebody does for all missions of the day that count it; forgets what
    /// was counted long ago.
    private func count(
        _ kind: MissionKind,
        by person: UserNumber,
        on today: LocalDay,
        _ standing: inout Standing,
        _ context: Context
    ) throws(DomainError) {
        if today != standing.day {
            (standing.day, standing.dayBegan) = (today, context.now)
            let kept = DomainLimits.missionDaysKept
            let first = LocalDay(today.number - min(today.number, kept))
            let countMax = 2 * DomainLimits.missionsMax
            try deleteProgress(of: person, before: first, countMax: countMax)
        }
        for mission in try missions() where mission.kind == kind && !mission.isWithdrawn {
            var progress = try progress(of: person, on: today, in: mission.number)
            progress.count += 1
            try put(progress, of: person, on: today, in: mission.number)
        }
    }
}

// What people ask.
extension RewardReading {
    /// On how many days in a row somebody has checked in.
    package func streak(
        of person: UserNumber,
        _ terms: RewardTerms,
        _ context: Context
    ) throws(DomainError) -> Streak {
        let days = try days(of: person, standing(of: person), terms, context)
        return try days.streak(behind: lastCheckIn(of: person, upTo: days.today))
    }

    /// The missions of the day, in the order of their names, and how far somebody has come.
    package func missions(
        of person: UserNumber,
        _ terms: RewardTerms,
        _ context: Context
    ) throws(DomainError) -> (day: LocalDay, [(mission: Mission, progress: MissionProgress)]) {
        let today = try days(of: person, standing(of: person), terms, context).today
        var found: [(mission: Mission, progress: MissionProgress)] = []
        for mission in try missions().defined() {
            found.append((mission, try progress(of: person, on: today, in: mission.number)))
        }
        return (today, found)
    }

    /// All achievements that are there or were reached, in the order of their names, how far
    /// somebody has come, and when that was reached.
    package func achievements(
        of person: UserNumber
    ) throws(DomainError) -> [(achievement: Achievement, count: UInt64, earnedAt: Instant?)] {
        let (standing, earned) = (try standing(of: person), try earnedAchievements(of: person))
        return try achievements().inOrder().compactMap { achievement in
            let earnedAt = earned[achievement.number]
            guard earnedAt != nil || !achievement.isWithdrawn else { return nil }
            let goal = UInt64(clamping: achievement.goal)
            let count = earnedAt == nil ? min(standing.count(of: achievement.kind), goal) : goal
            return (achievement, count, earnedAt)
        }
    }

    /// The days of somebody.
    func days(
        of person: UserNumber,
        _ standing: Standing,
        _ terms: RewardTerms,
        _ context: Context
    ) throws(DomainError) -> PersonalDays {
        let history = ZoneHistory(try zonePeriods(of: person))
        return PersonalDays(standing, history, terms.zones, context)
    }
}

extension Array {
    /// Those that can be reached, in the order of their names.
    package func defined<Kind>() -> [Element] where Element == Goal<Kind> {
        filter { !$0.isWithdrawn }.inOrder()
    }

    /// All in the order of their names.
    fileprivate func inOrder<Kind>() -> [Element] where Element == Goal<Kind> {
        sorted { $0.name.text < $1.name.text }
    }
}
