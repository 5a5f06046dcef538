public import Foundation

/// What is asked of people, and what answering is worth.
public struct Survey: Hashable, Identifiable, Sendable {
    /// The id of the survey.
    public let id: UUID
    /// What it is called.
    public let title: String
    /// What it is about; may be empty.
    public let description: String
    /// What is asked, 1 to 50 questions.
    public let questions: [SurveyQuestion]
    /// What whoever answers gets.
    public let reward: PointAmount
    /// How many minutes that takes; 0 for not said.
    public let estimatedMinutes: Int
    /// From when on it cannot be answered any more.
    public let expiresAt: Date
    /// What it belongs to.
    public let category: SurveyCategory
    /// Whether the account has answered it.
    public var isSubmitted: Bool
    /// Whether it was closed before its time.
    public let isClosed: Bool

    /// Creates a survey's picture.
    ///
    /// - Parameters:
    ///   - id: The id of the survey.
    ///   - title: What it is called.
    ///   - description: What it is about.
    ///   - questions: What is asked.
    ///   - reward: What whoever answers gets.
    ///   - estimatedMinutes: How many minutes that takes.
    ///   - expiresAt: From when on it cannot be answered any more.
    ///   - category: What it belongs to.
    ///   - isSubmitted: Whether the account has answered it.
    ///   - isClosed: Whether it was closed before its time.
    public init(
        id: UUID,
        title: String,
        description: String = "",
        questions: [SurveyQuestion],
        reward: PointAmount,
        estimatedMinutes: Int,
        expiresAt: Date,
        category: SurveyCategory,
        isSubmitted: Bool = false,
        isClosed: Bool = false
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.questions = questions
        self.reward = reward
        self.estimatedMinutes = estimatedMinutes
        self.expiresAt = expiresAt
        self.category = category
        self.isSubmitted = isSubmitted
        self.isClosed = isClosed
    }

    /// Whether it can be answered by whoever has not.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: False from the moment at which it expires, and once it is closed.
    public func isAvailable(at now: Date) -> Bool { now < expiresAt && !isClosed }

    /// How many points a minute brings.
    ///
    /// - Returns: The points; 0 where nobody said how long it takes.
    public func rewardEfficiency() -> Double {
        estimatedMinutes > 0 ? Double(reward.value) / Double(estimatedMinutes) : 0
    }

    /// Looks whether answers are as the questions want them, before the service does.
    ///
    /// - Parameter answers: The answers.
    /// - Returns: What is wrong with them, if something is.
    public func validateAnswers(_ answers: [SurveyAnswer]) -> Result<Void, SurveyError> {
        guard answers.count == questions.count else {
            return .failure(
                .incompleteAnswers(expected: questions.count, given: answers.count)
            )
        }
        for (index, answer) in answers.enumerated() where !questions[index].takes(answer) {
            return .failure(.invalidAnswer(question: index + 1))
        }
        return .success(())
    }
}

/// What surveys belong to, by its name, which operators choose.
public struct SurveyCategory: RawRepresentable, Hashable, Sendable {
    /// 1 to 64 lower-case letters of English, digits and hyphens.
    public let rawValue: String

    /// Surveys about products.
    public static let product = SurveyCategory(rawValue: "product")

    /// Takes a name.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// A question of a survey.
public struct SurveyQuestion: Hashable, Sendable {
    /// What is asked.
    public let text: String
    /// How it is answered.
    public let kind: Kind

    /// How questions are answered.
    public enum Kind: Hashable, Sendable {
        /// With a text of so many characters at most.
        case text(characterCountMax: Int)
        /// With one of some options.
        case oneChoice([String])
        /// With some of several options, so many at most.
        case severalChoices([String], countMax: Int)
        /// In a way that this version does not know.
        case unknown
    }

    /// Creates a question's picture.
    ///
    /// - Parameters:
    ///   - text: What is asked.
    ///   - kind: How it is answered.
    public init(text: String, kind: Kind) {
        self.text = text
        self.kind = kind
    }

    /// Whether an answer is one to this question.
    ///
    /// - Parameter answer: The answer.
    /// - Returns: Whether the service takes it.
    public func takes(_ answer: SurveyAnswer) -> Bool {
        switch (kind, answer) {
        case (.text(let countMax), .text(let text)):
            text.count <= countMax && text.contains { !$0.isWhitespace }
        case (.oneChoice(let options), .choices(let choices)):
            choices.count == 1 && options.indices.contains(choices[0])
        case (.severalChoices(let options, let countMax), .choices(let choices)):
            (1...max(1, countMax)).contains(choices.count)
                && choices.allSatisfy(options.indices.contains)
                && zip(choices, choices.dropFirst()).allSatisfy(<)
        default: false
        }
    }
}

/// The answer to a question.
public enum SurveyAnswer: Hashable, Sendable {
    /// A text, not all of it blank.
    case text(String)
    /// Which options, counted from 0: rising, none twice.
    case choices([Int])
}

/// Why answers were not sent.
public enum SurveyError: Error, Hashable, Sendable {
    /// There are fewer than questions, or more.
    case incompleteAnswers(expected: Int, given: Int)
    /// The one to a question is none to it, by the number of the question, from 1 on.
    case invalidAnswer(question: Int)
}

extension SurveyError: PresentableError {
    /// What is shown to people.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: A sentence.
    public func text(in language: TextLanguage) -> String { words.text(in: language) }

    /// What can be done about it here: to answer otherwise.
    public var action: ErrorAction { .dismiss }

    private var words: Words {
        switch self {
        case .incompleteAnswers(let expected, let given):
            Words(
                en: "Answers needed: \(expected), one for each question. Answers given: \(given).",
                ko: "질문마다 하나씩 답변 \(expected)개가 필요합니다. 입력한 답변은 \(given)개입니다.",
                ja: "質問ごとに一つずつ、\(expected)件の回答が必要です。入力された回答は\(given)件です。"
            )
        case .invalidAnswer(let question):
            Words(
                en: "The answer to question \(question) does not fit it. Answer it otherwise.",
                ko: "\(question)번 질문의 답변이 질문에 맞지 않습니다. 다시 답변하시기 바랍니다.",
                ja: "質問\(question)の回答が質問に合っていません。回答し直してください。"
            )
        }
    }
}
