import Domain
import RuleTestSupport
import Testing

@testable import RewardRules

/// Surveys and what answers them.
@Suite struct SurveyTests {
    private static let now = Instant(seconds: 1_700_000_000)

    private func details(
        title: String = "アンケート1",
        description: String = "",
        questions: [SurveyQuestion] = [SurveyQuestion("なぜですか。", .text)],
        reward: Int64 = 100,
        minutes: Int32 = 5,
        submissionsMax: Int64 = 0,
        category: String = "product"
    ) throws(DomainError) -> SurveyDetails {
        try SurveyDetails(
            title: title,
            description: description,
            questions: questions,
            reward: reward,
            estimatedMinutes: minutes,
            end: SurveyEnd(expiresAt: Self.now, submissionsMax: submissionsMax),
            category: category
        )
    }

    private func survey(_ details: SurveyDetails) -> Survey {
        Survey(
            number: 1,
            id: SurveyID(OpaqueID(high: 1, low: 0)),
            reference: OpaqueID(high: 2, low: 0),
            details: details,
            createdAt: Self.now
        )
    }

    @Test func aSurveyIsOverAtTheMomentAtWhichItExpires() throws {
        var survey = survey(try details())
        let end = survey.end.expiresAt
        #expect(end == Self.now.toTheMinute)
        #expect(survey.isAvailable(at: end.adding(milliseconds: -1)))
        #expect(!survey.isAvailable(at: end))
        survey.closedAt = Self.now
        #expect(!survey.isAvailable(at: .distantPast))
    }

    @Test func aSurveyIsOverOnceItWasAnsweredAsOftenAsItMayBe() throws {
        var survey = survey(try details(submissionsMax: 2))
        survey.submissionCount = 1
        #expect(!survey.isOver && survey.isAvailable(at: .distantPast))
        survey.submissionCount = 2
        #expect(survey.isOver && !survey.isAvailable(at: .distantPast))
        survey.end = try SurveyEnd(expiresAt: Self.now)
        survey.submissionCount = .max
        #expect(survey.isAvailable(at: .distantPast))
    }

    /// Every field below, at and beyond its limit; nil where it is taken.
    @Test func detailsHaveTheirLimits() throws {
        func check(_ field: String?, _ make: () throws(DomainError) -> SurveyDetails) throws {
            guard let field else { return #expect(try make().isLegal) }
            #expect(invalidField(try refusal { () throws(DomainError) in _ = try make() }) == field)
        }
        for (title, field) in [("", "title"), (" \u{3164}", "title"), (text(200), nil)] {
            try check(field) { () throws(DomainError) in try details(title: title) }
        }
        try check("title") { () throws(DomainError) in try details(title: text(201)) }
        for (count, field) in [(2_000, nil), (2_001, "description")] {
            try check(field) { () throws(DomainError) in try details(description: text(count)) }
        }
        for (minutes, field) in [(-1, "estimated_minutes"), (0, nil), (1_440, nil)] {
            try check(field) { () throws(DomainError) in try details(minutes: Int32(minutes)) }
        }
        try check("estimated_minutes") { () throws(DomainError) in try details(minutes: 1_441) }
        for count in [-1, 1_000_000_001] as [Int64] {
            try check("submissions_max") { () throws(DomainError) in
                try details(submissionsMax: count)
            }
        }
        try check(nil) { () throws(DomainError) in try details(submissionsMax: 1_000_000_000) }
        for (category, field) in [
            ("", "category"), ("Product", "category"), (String(repeating: "a", count: 64), nil),
            (String(repeating: "a", count: 65), "category"),
        ] {
            try check(field) { () throws(DomainError) in try details(category: category) }
        }
        for reward: Int64 in [0, 1_000_000] {
            try check(nil) { () throws(DomainError) in try details(reward: reward) }
        }
        #expect(try refusal { () throws(DomainError) in try details(reward: -1) } == .negativeValue)
        for reward in [1_000_001, Int64.max] {
            #expect(
                try refusal { () throws(DomainError) in try details(reward: reward) }
                    == .amountOutOfRange(maximum: 1_000_000)
            )
        }
    }

    @Test(arguments: [0, 1, 50, 51])
    func aSurveyHasOneToFiftyQuestions(count: Int) throws {
        let questions = [SurveyQuestion](repeating: SurveyQuestion("?", .text), count: count)
        guard 1...50 ~= count else {
            let found = try refusal { () throws(DomainError) in
                _ = try details(questions: questions)
            }
            return #expect(invalidField(found) == "questions")
        }
        #expect(try details(questions: questions).questions == questions)
    }

    /// Every field of a question below, at and beyond its limit.
    @Test func questionsHaveTheirLimits() throws {
        let two = ["a", "b"]
        let taken = [
            SurveyQuestion(text(500), .text), SurveyQuestion("?", .text, atMost: 2_000),
            SurveyQuestion("?", .oneChoice, two), SurveyQuestion("?", .oneChoice, options(50)),
            SurveyQuestion("?", .severalChoices, two, atMost: 2),
        ]
        for question in taken {
            #expect(try details(questions: [question]).questions == [question])
        }
        let refused = [
            SurveyQuestion("", .text), SurveyQuestion(text(501), .text),
            SurveyQuestion("?", kindNumber: 0), SurveyQuestion("?", kindNumber: 260),
            SurveyQuestion("?", .text, two), SurveyQuestion("?", .text, atMost: -1),
            SurveyQuestion("?", .text, atMost: 2_001), SurveyQuestion("?", .oneChoice, ["a"]),
            SurveyQuestion("?", .oneChoice, options(51)),
            SurveyQuestion("?", .oneChoice, ["a", ""]),
            SurveyQuestion("?", .oneChoice, ["a", "a"]),
            SurveyQuestion("?", .severalChoices, ["é", "b", "e\u{301}"]),
            SurveyQuestion("?", .oneChoice, ["a", text(201)]),
            SurveyQuestion("?", .oneChoice, two, atMost: 1),
            SurveyQuestion("?", .severalChoices, two, atMost: 3),
        ]
        for question in refused {
            let found = try refusal { () throws(DomainError) in
                _ = try details(questions: [question])
            }
            #expect(invalidField(found) == "questions", "\(question)")
        }
    }

    private func text(_ count: Int) -> String { String(repeating: "題", count: count) }

    private func options(_ count: Int) -> [String] { (1...count).map { "\($0)" } }

    @Test func aSurveyHas64KiBAtMost() throws {
        let options = (0..<50).map { String(repeating: "あ", count: 197) + "\($0)" }
        let question = SurveyQuestion("?", .oneChoice, options)
        _ = try details(questions: [question, question])
        let refused = try refusal { () throws(DomainError) in
            try details(questions: [question, question, question])
        }
        #expect(invalidField(refused) == "questions")
    }

    @Test func answersAreAsManyAsQuestions() throws {
        let survey = survey(
            try details(questions: [SurveyQuestion("1?", .text), SurveyQuestion("2?", .text)])
        )
        let answer = SurveyAnswer(text: "はい")
        try survey.check([answer, answer])
        for count in [0, 1, 3] {
            let answers = [SurveyAnswer](repeating: answer, count: count)
            #expect(
                try refusal { () throws(DomainError) in try survey.check(answers) }
                    == .incompleteAnswers(expected: 2, given: count)
            )
        }
    }

    @Test(arguments: [
        (SurveyAnswer(text: "はい"), SurveyQuestion("?", .text), true),
        (SurveyAnswer(text: ""), SurveyQuestion("?", .text), false),
        (SurveyAnswer(text: " \n"), SurveyQuestion("?", .text), false),
        (SurveyAnswer(text: "a", choices: [0]), SurveyQuestion("?", .text), false),
        (SurveyAnswer(text: "123"), SurveyQuestion("?", .text, atMost: 3), true),
        (SurveyAnswer(text: "1234"), SurveyQuestion("?", .text, atMost: 3), false),
        (SurveyAnswer(text: long(2_000)), SurveyQuestion("?", .text), true),
        (SurveyAnswer(text: long(2_001)), SurveyQuestion("?", .text), false),
        (SurveyAnswer(choices: [1]), SurveyQuestion("?", .oneChoice, ["a", "b"]), true),
        (SurveyAnswer(choices: [2]), SurveyQuestion("?", .oneChoice, ["a", "b"]), false),
        (SurveyAnswer(choices: [.max]), SurveyQuestion("?", .oneChoice, ["a", "b"]), false),
        (SurveyAnswer(choices: []), SurveyQuestion("?", .oneChoice, ["a", "b"]), false),
        (SurveyAnswer(choices: [0, 1]), SurveyQuestion("?", .oneChoice, ["a", "b"]), false),
        (
            SurveyAnswer(text: "a", choices: [0]), SurveyQuestion("?", .oneChoice, ["a", "b"]),
            false
        ),
        (SurveyAnswer(choices: [0, 2]), several(), true),
        (SurveyAnswer(choices: [0, 1, 2]), several(), true),
        (SurveyAnswer(choices: [2, 0]), several(), false),
        (SurveyAnswer(choices: [1, 1]), several(), false),
        (SurveyAnswer(choices: []), several(), false),
        (SurveyAnswer(choices: [0, 1]), several(atMost: 2), true),
        (SurveyAnswer(choices: [0, 1, 2]), several(atMost: 2), false),
    ])
    func anAnswerSuitsItsQuestion(
        answer: SurveyAnswer,
        question: SurveyQuestion,
        fits: Bool
    ) throws {
        let survey = survey(try details(questions: [question]))
        if fits { return try survey.check([answer]) }
        let refused = try refusal { () throws(DomainError) in try survey.check([answer]) }
        #expect(invalidField(refused) == "answers")
        guard case .invalidValue(_, let expected) = refused else { return }
        #expect(expected.hasPrefix("in answer 1: "))
    }

    private static func long(_ count: Int) -> String { String(repeating: "あ", count: count) }

    private static func several(atMost maximum: Int32 = 0) -> SurveyQuestion {
        SurveyQuestion("?", .severalChoices, ["a", "b", "c"], atMost: maximum)
    }

    /// No survey has such questions; a record that somebody changed may have them.
    @Test func whatBreaksTheRulesOfQuestionsIsAnsweredByNothing() {
        let kinds: [QuestionKind] = [.text, .severalChoices]
        let questions =
            kinds.flatMap { kind in
                [-1, .min].map { SurveyQuestion("?", kind, ["a"], atMost: $0) }
            } + [SurveyQuestion("?", .severalChoices), SurveyQuestion("?", .oneChoice)]
        for question in questions {
            #expect(!SurveyAnswer().answers(question))
            #expect(!SurveyAnswer.expected(of: question).isEmpty)
        }
    }

    @Test func allAnswersHave64KiBAtMost() throws {
        let question = SurveyQuestion("?", .text)
        let survey = survey(
            try details(questions: [SurveyQuestion](repeating: question, count: 11))
        )
        var answers = [SurveyAnswer](
            repeating: SurveyAnswer(text: Self.long(1_985)),
            count: 11
        )
        try survey.check(answers)
        answers[0].text += Self.long(15)
        let refused = try refusal { () throws(DomainError) in
            answers[1].text += Self.long(15)
            try survey.check(answers)
        }
        #expect(invalidField(refused) == "answers")
    }
}
