package import Domain

/// The answer to a question, as it is stored: a text, or which options are chosen.
package struct SurveyAnswer: Codable, Equatable, Sendable {
    /// The text; empty where options are chosen.
    package var text: String
    /// Which options are chosen, counted from 0 and rising; none where a text answers.
    package var choices: [UInt32]

    /// The numbers under which its parts are stored; none is ever another.
    enum CodingKeys: Int, CodingKey {
        case text = 1
        case choices = 2
    }

    /// Gathers an answer, which may break every rule.
    package init(text: String = "", choices: [UInt32] = []) {
        self.text = text
        self.choices = choices
    }

    /// Whether it answers a question.
    func answers(_ question: SurveyQuestion) -> Bool {
        guard let kind = question.kind else { return false }
        if kind == .text {
            let isText = (try? ShortText.title(text, field: "answers", question.counts)) != nil
            return isText && choices.isEmpty
        }
        let isRising = zip(choices, choices.dropFirst()).allSatisfy { $0 < $1 }
        let isKnown = choices.allSatisfy { Int($0) < question.options.count }
        return text.isEmpty && isRising && isKnown && question.counts ~= choices.count
    }

    /// What answers a question, in words.
    static func expected(of question: SurveyQuestion) -> String {
        let (words, optionMax) = (question.counts.words, question.options.count - 1)
        return switch question.kind {
        case .text: "a text of \(words) characters, not all of them blank"
        case .oneChoice: "one choice of 0 to \(optionMax)"
        case .severalChoices, nil: "\(words) choices of 0 to \(optionMax), rising"
        }
    }
}

extension SurveyQuestion {
    /// How many characters a text has that answers it, or how many choices are made; at least one,
    /// also of a question that breaks the rules.
    fileprivate var counts: ClosedRange<Int> {
        let most = Int(maximum)
        switch kind {
        case .text:
            let characters = DomainLimits.answerCharacters
            let upperBound = most == 0 ? characters.upperBound : most
            return characters.lowerBound...max(characters.lowerBound, upperBound)
        case .oneChoice: return 1...1
        case .severalChoices, nil: return 1...max(1, most == 0 ? options.count : most)
        }
    }
}

/// What somebody answered to a survey.
package struct Submission: Equatable, Sendable {
    /// The number of the survey.
    package let survey: UInt64
    /// Who answered.
    package let person: UserNumber
    /// Which one of the survey it is, from 1 on.
    package let number: UInt64
    /// The answers, one for each question.
    package let answers: [SurveyAnswer]
    /// When they were given.
    package let submittedAt: Instant
    /// How many points were given for them.
    package let awarded: Int64

    /// Gathers all.
    package init(
        survey: UInt64,
        person: UserNumber,
        number: UInt64,
        answers: [SurveyAnswer],
        submittedAt: Instant,
        awarded: Int64
    ) {
        self.survey = survey
        self.person = person
        self.number = number
        self.answers = answers
        self.submittedAt = submittedAt
        self.awarded = awarded
    }
}

extension Survey {
    /// Whether answers that are stored are such as it asks for.
    package func takes(_ answers: [SurveyAnswer]) -> Bool {
        (try? check(answers)) != nil
    }

    /// Checks answers.
    ///
    /// - Throws: `incompleteAnswers`; `invalidValue` of `answers` that says which one is none.
    func check(_ answers: [SurveyAnswer]) throws(DomainError) {
        let questions = details.questions
        guard answers.count == questions.count else {
            let (expected, given) = (questions.count, answers.count)
            throw .refused(.incompleteAnswers(expected: expected, given: given))
        }
        for (index, question) in questions.enumerated()
        where !answers[index].answers(question) {
            let expected = SurveyAnswer.expected(of: question)
            throw .invalid("answers", "in answer \(index + 1): \(expected)")
        }
        let byteCount = answers.reduce(0) { $0 + $1.text.utf8.count }
        guard byteCount <= DomainLimits.surveyByteCountMax else {
            throw .invalid("answers", "at most \(DomainLimits.surveyByteCountMax) bytes in all")
        }
    }
}
