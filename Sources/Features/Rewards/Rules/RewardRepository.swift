package import Domain
package import LedgerRules

/// Reads surveys, what people did with them, and what else they are given points for.
package protocol RewardReading: LedgerReading {
    /// The survey of this id; nil for what never was.
    func survey(_ id: SurveyID) throws(DomainError) -> Survey?
    /// The survey of this number.
    func survey(numbered number: UInt64) throws(DomainError) -> Survey?
    /// The survey that an operator made under this name.
    func survey(called reference: DeedReference) throws(DomainError) -> Survey?
    /// How many surveys there are; counts up to `countMax` and no further.
    func surveyCount(countMax: Int) throws(DomainError) -> Int
    /// Visits the surveys that can be answered, of a category or of all, in the order in which they
    /// expire, behind `place` (nil: from the first that has not expired on).
    ///
    /// - Returns: The place to go on behind; nil at the end.
    func visitAvailableSurveys(
        of category: CategoryName?,
        behind place: Sequence?,
        at now: Instant,
        limit: Int,
        _ visit: (Survey) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence?
    /// Visits all surveys, newest first, before `place` (nil: the newest).
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitSurveys(
        before place: Sequence?,
        limit: Int,
        _ visit: (Survey) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// What somebody answered to a survey.
    func submission(of person: UserNumber, to survey: UInt64) throws(DomainError) -> Submission?
    /// Visits what was answered to a survey, in the order in which it came, behind `place` (nil:
    /// from the first on).
    ///
    /// - Returns: The place to go on behind; nil at the end.
    func visitSubmissions(
        to survey: UInt64,
        behind place: Sequence?,
        limit: Int,
        _ visit: (Submission) -> PageStep
    ) throws(DomainError) -> Sequence?
    /// Visits what somebody answered, the newest survey first, before `place` (nil: the newest).
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitSubmissions(
        of person: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (Submission) throws(DomainError) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// How somebody stands.
    func standing(of person: UserNumber) throws(DomainError) -> Standing
    /// The time zones of somebody that are kept, the oldest first.
    func zonePeriods(of person: UserNumber) throws(DomainError) -> [ZonePeriod]
    /// The last check-in of somebody.
    func lastCheckIn(
        of person: UserNumber,
        upTo day: LocalDay
    ) throws(DomainError) -> CheckIn?
    /// Visits the check-ins of somebody, newest first, before `place` (nil: the newest).
    ///
    /// - Returns: The place to go on before; nil at the end.
    func visitCheckIns(
        of person: UserNumber,
        before place: Sequence?,
        limit: Int,
        _ visit: (CheckIn) -> PageStep
    ) throws(DomainError) -> Sequence?

    /// All missions, those that were withdrawn among them.
    func missions() throws(DomainError) -> [Mission]
    /// How far somebody has come in a mission on a day.
    func progress(
        of person: UserNumber,
        on day: LocalDay,
        in mission: UInt64
    ) throws(DomainError) -> MissionProgress
    /// How far somebody came in the missions of the days that are kept.
    func progressOfDays(
        of person: UserNumber
    ) throws(DomainError) -> [(day: LocalDay, mission: UInt64, progress: MissionProgress)]
    /// All achievements, those that were withdrawn among them.
    func achievements() throws(DomainError) -> [Achievement]
    /// Which achievements somebody has reached, by their numbers, and when.
    func earnedAchievements(of person: UserNumber) throws(DomainError) -> [UInt64: Instant]
    /// What an operator said of a grant to somebody; empty for nothing.
    func grantTitle(_ number: UInt64, of person: UserNumber) throws(DomainError) -> String
}

/// Writes what people are given points for; rules alone call it.
package protocol RewardWriting: RewardReading, LedgerWriting {
    /// Stores a new survey under the name that an operator gave it, and gives it its number and
    /// its id.
    func addSurvey(
        _ details: SurveyDetails,
        called reference: DeedReference,
        at now: Instant
    ) throws(DomainError) -> Survey
    /// Stores a survey that was changed, closed or answered.
    func put(_ survey: Survey, insteadOf old: Survey) throws(DomainError)
    /// Stores what somebody answered.
    func put(_ submission: Submission) throws(DomainError)
    /// Stores how somebody stands.
    func put(_ standing: Standing, of person: UserNumber) throws(DomainError)
    /// Stores the time zones of somebody in place of those that were kept.
    func put(_ periods: [ZonePeriod], of person: UserNumber) throws(DomainError)
    /// Stores a check-in.
    func put(_ checkIn: CheckIn, of person: UserNumber) throws(DomainError)
    /// Stores a mission; one without a number is given one.
    func put(_ mission: Mission) throws(DomainError)
    /// Stores how far somebody has come in a mission on a day.
    func put(
        _ progress: MissionProgress,
        of person: UserNumber,
        on day: LocalDay,
        in mission: UInt64
    ) throws(DomainError)
    /// Forgets how far somebody came in missions before a day, `countMax` of them at most.
    func deleteProgress(
        of person: UserNumber,
        before day: LocalDay,
        countMax: Int
    ) throws(DomainError)
    /// Stores an achievement; one without a number is given one.
    func put(_ achievement: Achievement) throws(DomainError)
    /// Stores that somebody has reached an achievement, and how many points that gave.
    func put(
        earned achievement: UInt64,
        by person: UserNumber,
        awarded: Int64,
        at now: Instant
    ) throws(DomainError)
    /// Stores what an operator said of a grant to somebody, and gives it a number: 0 for nothing.
    func addGrant(_ title: String, to person: UserNumber) throws(DomainError) -> UInt64
}
