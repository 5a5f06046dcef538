internal import AccountStorage
package import Domain
internal import LedgerRules
internal import LedgerStorage
package import Records
package import RewardRules
internal import StorageEngine

extension StoreView: RewardReading {
    package func survey(_ id: SurveyID) throws(DomainError) -> Survey? {
        let numbers = secrets.identifiers.open(id.opaque, for: .surveyID)
        return numbers.low == 0 ? try survey(numbered: numbers.high) : nil
    }

    package func survey(numbered number: UInt64) throws(DomainError) -> Survey? {
        try row(at: number, in: Schema.surveys).map { survey($0) }
    }

    package func survey(called reference: DeedReference) throws(DomainError) -> Survey? {
        let id = self.reference(reference.bytes, of: .surveys).id
        guard let number = try row(at: id, in: Schema.surveysByReference)?.value else {
            return nil
        }
        return try survey(numbered: number)
    }

    package func surveyCount(countMax: Int) throws(DomainError) -> Int {
        try count(.all, in: Schema.surveys.id, countMax)
    }

    package func visitAvailableSurveys(
        of category: CategoryName?,
        behind place: Sequence?,
        at now: Instant,
        limit: Int,
        _ visit: (Survey) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let last = max(place?.rawValue ?? 0, ExpiryPlace.behind(now))
        var page = RecordPage<Sequence>(limit: limit)
        func add(_ number: UInt64, at place: UInt64) throws(DomainError) -> ScanStep {
            guard let survey = try survey(numbered: number) else { return .next }
            return try page.add(Sequence(place)) { () throws(DomainError) in try visit(survey) }
        }
        let countMax = limit.andOneMore
        if let category {
            let key = category.digest
            let lower = KeyRange.behind(CategoryPlace(key, last).storedKey).lower
            let range = KeyRange(lower: lower, upper: key.storedKey.prefixSuccessor)
            try visitRows(of: Schema.surveysByCategory, range, atMost: countMax) {
                entry throws(DomainError) in
                try add(entry.value, at: entry.key.expiry)
            }
        } else {
            let range = KeyRange.behind(last.storedKey)
            try visitRows(of: Schema.surveysByExpiry, range, atMost: countMax) {
                entry throws(DomainError) in
                try add(entry.value, at: entry.key)
            }
        }
        return page.next
    }

    package func visitSurveys(
        before place: Sequence?,
        limit: Int,
        _ visit: (Survey) -> PageStep
    ) throws(DomainError) -> Sequence? {
        var range = KeyRange.all
        if let place { range.upper = place.rawValue.storedKey }
        return try visitPage(of: Schema.surveys, range, limit: limit) { visit(survey($0)) }
            .map { Sequence($0) }
    }

    package func submission(
        of person: UserNumber,
        to survey: UInt64
    ) throws(DomainError) -> Submission? {
        try row(at: PersonPlace(person, survey), in: Schema.submissions)?.submission
    }

    package func visitSubmissions(
        to survey: UInt64,
        behind place: Sequence?,
        limit: Int,
        _ visit: (Submission) -> PageStep
    ) throws(DomainError) -> Sequence? {
        var page = RecordPage<Sequence>(limit: limit)
        var range = KeyRange(prefix: survey.storedKey)
        if let place {
            let last = SubmissionPlace(survey, place.rawValue).storedKey
            range.lower = KeyRange.behind(last).lower
        }
        try visitRows(of: Schema.submissionsOfSurveys, range, atMost: limit.andOneMore) {
            entry throws(DomainError) in
            try page.add(Sequence(entry.key.number)) { () throws(DomainError) in
                // Of whoever is removed nothing is shown, also before the erasure comes.
                guard try !isRemoved(entry.value.person),
                    let row = try row(at: entry.value, in: Schema.submissions)
                else { return .next }
                return visit(row.submission)
            }
        }
        return page.next
    }

    package func visitSubmissions(
        of person: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (Submission) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence? {
        let range = KeyRange.before(place, of: person)
        return try visitPage(of: Schema.submissions, range, limit: limit) {
            row throws(DomainError) in
            try visit(row.submission)
        }.map { Sequence($0.number) }
    }

    package func standing(of person: UserNumber) throws(DomainError) -> Standing {
        try row(at: person, in: Schema.rewardStandings)?.standing ?? Standing()
    }

    package func zonePeriods(of person: UserNumber) throws(DomainError) -> [ZonePeriod] {
        try firstRows(of: Schema.rewardZones, .all(of: person)).map(\.period)
    }

    package func lastCheckIn(
        of person: UserNumber,
        upTo day: LocalDay
    ) throws(DomainError) -> CheckIn? {
        var last: CheckIn?
        let end = Sequence(UInt64(day.number) + 1)
        _ = try visitCheckIns(of: person, before: end, limit: 1) { checkIn in
            last = checkIn
            return .last
        }
        return last
    }

    package func visitCheckIns(
        of person: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (CheckIn) -> PageStep
    ) throws(DomainError) -> Sequence? {
        var range = KeyRange.all(of: person)
        if let place {
            range.upper = DayPlace(person, UInt32(clamping: place.rawValue)).storedKey
        }
        return try visitPage(of: Schema.checkIns, range, limit: limit) { visit($0.checkIn) }
            .map { Sequence(UInt64($0.day)) }
    }

    package func missions() throws(DomainError) -> [Mission] {
        try firstRows(of: Schema.missions).compactMap(\.value)
    }

    package func progress(
        of person: UserNumber,
        on day: LocalDay,
        in mission: UInt64
    ) throws(DomainError) -> MissionProgress {
        let place = ProgressPlace(DayPlace(person, day), mission)
        return try row(at: place, in: Schema.missionProgress)?.progress ?? MissionProgress()
    }

    package func progressOfDays(
        of person: UserNumber
    ) throws(DomainError) -> [(day: LocalDay, mission: UInt64, progress: MissionProgress)] {
        try firstRows(of: Schema.missionProgress, .all(of: person)).map {
            (LocalDay($0.key.day.day), $0.key.mission, $0.progress)
        }
    }

    package func achievements() throws(DomainError) -> [Achievement] {
        try firstRows(of: Schema.achievements).compactMap(\.value)
    }

    package func earnedAchievements(
        of person: UserNumber
    ) throws(DomainError) -> [UInt64: Instant] {
        let rows = try firstRows(of: Schema.earnedAchievements, .all(of: person))
        return rows.reduce(into: [:]) { $0[$1.key.number] = $1.earnedAt }
    }

    package func grantTitle(
        _ number: UInt64,
        of person: UserNumber
    ) throws(DomainError) -> String {
        try row(at: PersonPlace(person, number), in: Schema.pointGrants)?.title ?? ""
    }

    fileprivate func survey(_ row: SurveyRow) -> Survey {
        Survey(
            number: row.key,
            id: SurveyID(secrets.identifiers.seal(row.key, 0, for: .surveyID)),
            reference: OpaqueID(row.reference) ?? OpaqueID(high: 0, low: 0),
            details: row.details,
            end: row.end,
            createdAt: row.createdAt,
            closedAt: row.closedAt == 0 ? nil : Instant(milliseconds: row.closedAt),
            submissionCount: row.submissionCount
        )
    }
}

extension StoreTransaction: RewardWriting {
    package func addSurvey(
        _ details: SurveyDetails,
        called reference: DeedReference,
        at now: Instant
    ) throws(DomainError) -> Survey {
        let number = try takeNumber(of: Schema.surveys)
        let id = SurveyID(secrets.identifiers.seal(number, 0, for: .surveyID))
        let survey = Survey(
            number: number,
            id: id,
            reference: self.reference(reference.bytes, of: .surveys).id,
            details: details,
            createdAt: now
        )
        try put(SurveyRow(survey), in: Schema.surveys)
        return survey
    }

    package func put(_ survey: Survey, insteadOf old: Survey) throws(DomainError) {
        try put(SurveyRow(survey), insteadOf: SurveyRow(old), in: Schema.surveys)
    }

    package func put(_ submission: Submission) throws(DomainError) {
        try put(SubmissionRow(submission), in: Schema.submissions)
    }

    package func put(_ standing: Standing, of person: UserNumber) throws(DomainError) {
        try put(StandingRow(standing, of: person), in: Schema.rewardStandings)
    }

    package func put(_ periods: [ZonePeriod], of person: UserNumber) throws(DomainError) {
        try deleteAll(.all(of: person), in: Schema.rewardZones.id, recordCountMax: .max)
        for period in periods {
            let place = PersonPlace(person, UInt64(clamping: period.since.milliseconds))
            try put(ZoneRow(key: place, zone: period.zone.text), in: Schema.rewardZones)
        }
    }

    package func put(_ checkIn: CheckIn, of person: UserNumber) throws(DomainError) {
        let place = DayPlace(person, checkIn.day)
        let row = CheckInRow(key: place, moment: checkIn.moment, streak: checkIn.streak)
        try put(row, in: Schema.checkIns)
    }

    package func put(_ mission: Mission) throws(DomainError) {
        var row = GoalRow(mission)
        if row.key == 0 { row.key = try takeNumber(of: Schema.missions) }
        try put(row, in: Schema.missions)
    }

    package func put(
        _ progress: MissionProgress,
        of person: UserNumber,
        on day: LocalDay,
        in mission: UInt64
    ) throws(DomainError) {
        let place = ProgressPlace(DayPlace(person, day), mission)
        let row = ProgressRow(
            key: place,
            count: progress.count,
            isClaimed: progress.isClaimed,
            awarded: UInt64(clamping: progress.awarded)
        )
        try put(row, in: Schema.missionProgress)
    }

    package func deleteProgress(
        of person: UserNumber,
        before day: LocalDay,
        countMax: Int
    ) throws(DomainError) {
        let end = DayPlace(person, day).storedKey
        let range = KeyRange(lower: .user(person), upper: end)
        try deleteAll(range, in: Schema.missionProgress.id, recordCountMax: countMax)
    }

    package func put(_ achievement: Achievement) throws(DomainError) {
        var row = GoalRow(achievement)
        if row.key == 0 { row.key = try takeNumber(of: Schema.achievements) }
        try put(row, in: Schema.achievements)
    }

    package func put(
        earned achievement: UInt64,
        by person: UserNumber,
        awarded: Int64,
        at now: Instant
    ) throws(DomainError) {
        let place = PersonPlace(person, achievement)
        let row = EarnedRow(key: place, earnedAt: now, awarded: UInt64(clamping: awarded))
        try put(row, in: Schema.earnedAchievements)
    }

    package func addGrant(_ title: String, to person: UserNumber) throws(DomainError) -> UInt64 {
        guard !title.isEmpty else { return 0 }
        let number = try takeNumber(of: Schema.pointGrants, for: person)
        let row = GrantRow(key: PersonPlace(person, number), title: title)
        try put(row, in: Schema.pointGrants)
        return number
    }

    /// Deletes what somebody answered who goes, as many records as may be touched still; answers
    /// whether nothing is left.
    func eraseSubmissions(
        of person: UserNumber,
        _ remaining: inout Int
    ) throws(DomainError) -> Bool {
        guard remaining > 0 else { return false }
        let countMax = max(remaining / 2, 1)
        let submissions = Schema.submissions
        let all = KeyRange.all(of: person)
        remaining -= 2 * (try deleteRows(of: submissions, all, countMax: countMax))
        return try isEmpty(all, in: submissions.id)
    }
}
