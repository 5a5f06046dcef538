package import Domain

// The limits of rewards, with their reasons.
extension DomainLimits {
    /// Characters of a title of a survey, a mission or an achievement: a line or two.
    package static let rewardTitleCharacters = 1...200

    /// Points of one reward: far beyond any survey, and a mistyped one is still put right by hand.
    package static let rewardPoints: ClosedRange<Int64> = 0...1_000_000

    /// Points that are worth a yen.
    package static let pointsPerYen: Int64 = 10

    /// Characters of what a survey says of itself: as of a note.
    package static let surveyDescriptionCharactersMax = 2_000

    /// Questions of a survey: what somebody answers in one go.
    package static let questionsPerSurvey = 1...50

    /// Characters of a question: a few lines.
    package static let questionCharacters = 1...500

    /// What there is to choose from: more is a list to search.
    package static let optionsPerQuestion = 2...50

    /// Characters of an option: a line or two.
    package static let optionCharacters = 1...200

    /// Characters of an answer: as of a note.
    package static let answerCharacters = 1...2_000

    /// Bytes of all texts of a survey, and of all answers to one: a page of them fits a frame.
    package static let surveyByteCountMax = valueByteCountMax

    /// Minutes that answering takes, 0 for not said: a day.
    package static let surveyMinutes: ClosedRange<Int32> = 0...1_440

    /// Days until a survey expires: five years.
    package static let surveyDaysMax: Int64 = 1_830

    /// How often a survey is answered in all, 0 for any number: more than there are people.
    package static let submissionsPerSurvey: ClosedRange<Int64> = 0...1_000_000_000

    /// Surveys of an app, those that are over among them: bounds what operators can take of the
    /// store by mistake.
    package static let surveysMax = 10_000

    /// Missions by their names: the list is read whole, and looked through with each thing that is
    /// counted.
    package static let missionsMax = 100

    /// Achievements by their names: as of missions.
    package static let achievementsMax = 100

    /// How often something is to be done on one day.
    package static let missionGoals: ClosedRange<Int64> = 1...1_000

    /// What is to be reached once and for all: far below what counts could overflow.
    package static let achievementGoals: ClosedRange<Int64> = 1...1_000_000_000

    /// Bytes of the name of a time zone: twice the longest there is.
    package static let timeZoneByteCounts = 1...64

    /// Time zones that are kept of somebody beside the present one: as many as a traveller has in
    /// a year.
    package static let zonePeriodsMax = 50

    /// Hours between the beginnings of two days of somebody whose time zone changed between them,
    /// so that two days cannot be had at once by naming another zone.
    ///
    /// It is less than a day: who travels east has short ones.
    package static let hoursBetweenDays: Int64 = 16

    /// Days for which is kept how far somebody came in the missions of a day.
    package static let missionDaysKept: UInt32 = 7
}
