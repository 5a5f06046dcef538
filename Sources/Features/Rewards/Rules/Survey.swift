package import Domain

/// What is asked of people, and what answering is worth.
package struct Survey: Equatable, Sendable {
    /// The number that it was given, which no other has; it never leaves the server.
    package let number: UInt64
    /// The id by which all know it.
    package let id: SurveyID
    /// What the operator calls it who made it, as it is kept: it tells nothing by itself.
    package let reference: OpaqueID
    /// What an operator said when it was made.
    package let details: SurveyDetails
    /// What operators have said since of when it ends.
    package var end: SurveyEnd
    /// When it was made.
    package let createdAt: Instant
    /// When it was closed before it expired; nil where it was not.
    package var closedAt: Instant?
    /// How often it was answered, also by people who have left.
    package var submissionCount: UInt64

    /// Gathers a survey as it is stored; without an `end` it ends as was said when it was made.
    package init(
        number: UInt64,
        id: SurveyID,
        reference: OpaqueID,
        details: SurveyDetails,
        end: SurveyEnd? = nil,
        createdAt: Instant,
        closedAt: Instant? = nil,
        submissionCount: UInt64 = 0
    ) {
        self.number = number
        self.id = id
        self.reference = reference
        self.details = details
        self.end = end ?? details.end
        self.createdAt = createdAt
        self.closedAt = closedAt
        self.submissionCount = submissionCount
    }

    /// Whether it can be answered: at the moment at which it expires, no longer.
    package func isAvailable(at now: Instant) -> Bool { now < end.expiresAt && !isOver }

    /// Whether it is over before it expires: it was closed, or answered as often as it may be.
    package var isOver: Bool { closedAt != nil || end.isReached(by: submissionCount) }
}

/// The id of a survey, the same for all.
package typealias SurveyID = ObjectID<Survey>

/// When a survey ends, unless it is closed before.
package struct SurveyEnd: Equatable, Sendable {
    /// From when on it cannot be answered any more, to the minute.
    package let expiresAt: Instant
    /// How often it may be answered in all, and its reward is given; 0 for any number.
    package let submissionsMax: UInt64

    /// Gathers an end as it is stored.
    package init(storedExpiry expiresAt: Instant, submissionsMax: UInt64) {
        self.expiresAt = expiresAt
        self.submissionsMax = submissionsMax
    }

    /// Checks how often a survey may be answered; `check(at:)` is for when it expires.
    ///
    /// - Throws: `invalidValue` of `submissions_max`.
    package init(expiresAt: Instant, submissionsMax: Int64 = 0) throws(DomainError) {
        let counts = DomainLimits.submissionsPerSurvey
        guard counts.contains(submissionsMax) else {
            let expected = "1 to \(counts.upperBound), or 0 for any number"
            throw .invalid("submissions_max", expected)
        }
        self.init(
            storedExpiry: expiresAt.toTheMinute,
            submissionsMax: UInt64(clamping: submissionsMax)
        )
    }

    /// Checks that it expires at a moment to come, and not too far away.
    ///
    /// - Throws: `invalidValue` of `expires_at`.
    func check(at now: Instant) throws(DomainError) {
        let dayCount = DomainLimits.surveyDaysMax
        guard expiresAt > now, expiresAt <= now.adding(seconds: dayCount * 86_400) else {
            throw .invalid("expires_at", "a moment to come, in \(dayCount) days at most")
        }
    }

    /// Whether a survey may have it that is stored.
    package var isLegal: Bool {
        let checked = try? SurveyEnd(
            expiresAt: expiresAt,
            submissionsMax: Int64(clamping: submissionsMax)
        )
        return checked == self
    }

    /// Whether it was answered as often as it may be.
    package func isReached(by count: UInt64) -> Bool {
        submissionsMax > 0 && count >= submissionsMax
    }
}

/// What surveys belong to, such as `product`.
package enum SurveyCategory {}

/// The name of a category.
package typealias CategoryName = ShortName<SurveyCategory>

/// What an operator says of a survey.
package struct SurveyDetails: Equatable, Sendable {
    /// What it is called.
    package let title: String
    /// What else there is to say.
    package let description: String
    /// What is asked, in this order.
    package let questions: [SurveyQuestion]
    /// How many points whoever answers gets.
    package let reward: Int64
    /// How many minutes answering takes; 0 for not said.
    package let estimatedMinutes: Int32
    /// When it ends.
    package let end: SurveyEnd
    /// What it belongs to.
    package let category: CategoryName

    /// Gathers details as they are stored.
    package init(
        storedTitle title: String,
        description: String,
        questions: [SurveyQuestion],
        reward: Int64,
        estimatedMinutes: Int32,
        end: SurveyEnd,
        category: CategoryName
    ) {
        self.title = title
        self.description = description
        self.questions = questions
        self.reward = reward
        self.estimatedMinutes = estimatedMinutes
        self.end = end
        self.category = category
    }

    /// Checks details, but for when the survey ends.
    ///
    /// - Throws: `invalidValue` of `title`, `description`, `questions`, `estimated_minutes` and
    ///   `category`; `negativeValue` and `amountOutOfRange` of the reward.
    package init(
        title: String,
        description: String,
        questions: [SurveyQuestion],
        reward: Int64,
        estimatedMinutes: Int32,
        end: SurveyEnd,
        category: String
    ) throws(DomainError) {
        let descriptionMax = DomainLimits.surveyDescriptionCharactersMax
        let minutes = DomainLimits.surveyMinutes
        self.title = try RewardText.title(title)
        self.description = try ShortText.checked(
            description,
            field: "description",
            charactersMax: descriptionMax
        )
        self.questions = questions
        self.reward = try RewardText.points(reward)
        guard minutes.contains(estimatedMinutes) else {
            throw .invalid("estimated_minutes", "\(minutes.lowerBound) to \(minutes.upperBound)")
        }
        self.estimatedMinutes = estimatedMinutes
        self.end = end
        self.category = try CategoryName(category, field: "category")
        guard DomainLimits.questionsPerSurvey ~= questions.count else {
            throw .invalid("questions", "\(DomainLimits.questionsPerSurvey.words) questions")
        }
        for question in questions { try question.check() }
        guard byteCount <= DomainLimits.surveyByteCountMax else {
            throw .invalid("questions", "\(DomainLimits.surveyByteCountMax) bytes in all")
        }
    }

    /// Whether a survey may have them that is stored.
    package var isLegal: Bool {
        let checked = try? SurveyDetails(
            title: title,
            description: description,
            questions: questions,
            reward: reward,
            estimatedMinutes: estimatedMinutes,
            end: end,
            category: category.text
        )
        return checked == self && end.isLegal
    }

    private var byteCount: Int {
        questions.reduce(title.utf8.count + description.utf8.count) { count, question in
            question.options.reduce(count + question.text.utf8.count) { $0 + $1.utf8.count }
        }
    }
}

/// A question of a survey, as it is stored.
package struct SurveyQuestion: Codable, Equatable, Sendable {
    /// What is asked.
    package var text: String
    /// How it is answered, by the number of the kind.
    package var kindNumber: UInt32
    /// What there is to choose from.
    package var options: [String]
    /// How many characters a text has at most, or how many choices may be made; 0 for the most.
    package var maximum: Int32

    /// The numbers under which its parts are stored; none is ever another.
    enum CodingKeys: Int, CodingKey {
        case text = 1
        case kindNumber = 2
        case options = 3
        case maximum = 4
    }

    /// Gathers a question, which may break every rule.
    package init(_ text: String, kindNumber: UInt32, options: [String] = [], maximum: Int32 = 0) {
        self.text = text
        self.kindNumber = kindNumber
        self.options = options
        self.maximum = maximum
    }

    /// Gathers a question.
    package init(
        _ text: String,
        _ kind: QuestionKind,
        _ options: [String] = [],
        atMost maximum: Int32 = 0
    ) {
        self.init(text, kindNumber: UInt32(kind.rawValue), options: options, maximum: maximum)
    }

    /// How it is answered; nil for none of the kinds.
    package var kind: QuestionKind? {
        UInt8(exactly: kindNumber).flatMap(QuestionKind.init)
    }

    /// Checks the question.
    ///
    /// - Throws: `invalidValue` of `questions`.
    func check() throws(DomainError) {
        _ = try ShortText.title(text, field: "questions", DomainLimits.questionCharacters)
        let most: Int
        switch kind {
        case .text: most = DomainLimits.answerCharacters.upperBound
        case .oneChoice: most = 0
        case .severalChoices: most = options.count
        case nil:
            throw .invalid("questions", "kinds of text, one choice or several choices")
        }
        guard 0...most ~= Int(maximum) else {
            throw .invalid("questions", "a maximum of 0 to \(most)")
        }
        guard kind != .text else {
            if options.isEmpty { return }
            throw .invalid("questions", "no options where a text answers")
        }
        guard DomainLimits.optionsPerQuestion ~= options.count else {
            let expected = "\(DomainLimits.optionsPerQuestion.words) options to choose from"
            throw .invalid("questions", expected)
        }
        for option in options {
            _ = try ShortText.title(option, field: "questions", DomainLimits.optionCharacters)
        }
        guard Set(options).count == options.count else {
            throw .invalid("questions", "options that differ from each other")
        }
    }
}

/// How a question is answered.
package enum QuestionKind: UInt8, CaseIterable, Sendable {
    /// With a text.
    case text = 1
    /// With one of the options.
    case oneChoice = 2
    /// With one of the options or more.
    case severalChoices = 3
}

/// Checks of what operators say of rewards.
enum RewardText {
    /// - Throws: `invalidValue` of `title`.
    static func title(_ text: String) throws(DomainError) -> String {
        try ShortText.title(text, field: "title", DomainLimits.rewardTitleCharacters)
    }

    /// - Throws: `negativeValue`, `amountOutOfRange`.
    static func points(_ points: Int64) throws(DomainError) -> Int64 {
        guard points >= 0 else { throw .refused(.negativeValue) }
        let most = DomainLimits.rewardPoints.upperBound
        guard points <= most else { throw .refused(.amountOutOfRange(maximum: Int(most))) }
        return points
    }
}
