import CommandLineInterface
import NoteletClient
import PersonCommands

/// What a person can do with surveys.
enum SurveyCommands {
    static let all = [list, show, answer]

    private static let category = Option<String?>.text(
        "category",
        Wording("카테고리", "CATEGORY"),
        help: Wording("이 카테고리의 설문만 봅니다.", "Show those of this category alone.")
    )
    private static let survey = Argument.reference(to: Wording("설문", "the survey"))
    private static let word = Wording("답변", "ANSWER")
    private static let answers = Argument<[String]>.variadic(
        word,
        .text(word),
        atLeast: 1,
        help: Wording(
            "질문 순서대로 하나씩 씁니다. 선택지는 번호로 고르며, 여러 개는 1,3처럼 씁니다.",
            "One for each question, in their order: a text, or the number of an option; several "
                + "as 1,3."
        )
    )

    private static let list = Command(
        "list",
        summary: Wording("답할 수 있는 설문을 봅니다", "Show the surveys that can be answered"),
        options: [category, GlobalOptions.format],
        run: { context in
            let (notelet, size) = (context.notelet, ObjectReference.pageSize)
            let pages =
                if let category = context[category] {
                    notelet.listByCategory(category: category, pageSize: size)
                } else {
                    notelet.listAvailable(pageSize: size)
                }
            try context.write(try await pages.rows(), as: Survey.form)
        }
    )

    private static let show = Command(
        "show",
        summary: Wording("설문 하나를 질문과 함께 봅니다", "Show one survey with its questions"),
        arguments: [survey],
        run: { context in
            let survey = try await named(context)
            let document: [JSON.Member] = [
                ("survey", Survey.form.json(survey)), ("description", .string(survey.description)),
                ("questions", .array(survey.questions.map(\.json))),
            ]
            try context.write(document) { survey.text(in: context) }
        }
    )

    private static let answer = Command(
        "answer",
        summary: Wording("설문에 답하고 포인트를 받습니다", "Answer a survey, once, for its points"),
        discussion: Wording(
            "질문과 선택지의 번호는 'surveys show'로 볼 수 있습니다. 나중에 고칠 수 없습니다.",
            "'surveys show' has the questions and the numbers of the options. What was answered "
                + "cannot be changed."
        ),
        arguments: [survey, answers],
        run: { context in
            let survey = try await named(context)
            let answers = try context[answers].enumerated().map { index, text in
                let questions = survey.questions
                // The server refuses those that are too many.
                guard questions.indices.contains(index) else { return SurveyAnswer(text: text) }
                guard let answer = SurveyAnswer(typed: text, to: questions[index]) else {
                    throw unfit(index + 1, to: questions[index], context)
                }
                return answer
            }
            let response = try await context.notelet.submitAnswers(
                surveyID: survey.id,
                answers: answers
            )
            try context.write(response.awarded, response.balance, response.achievements)
        }
    )

    /// Says what would answer a question, with the numbers that are typed, since those of the
    /// service are others.
    private static func unfit(
        _ number: Int,
        to question: SurveyQuestion,
        _ context: CommandContext
    ) -> CommandFailure {
        let (last, most) = (question.options.count, question.choiceCounts.upperBound)
        let korean =
            most == 1
            ? "1에서 \(last)까지의 번호 하나를 쓰시기 바랍니다."
            : "1에서 \(last)까지의 번호를 \(most)개까지 쉼표로 이어 쓰시기 바랍니다."
        let english =
            most == 1
            ? "the number of one option, 1 to \(last)."
            : "the numbers of 1 to \(most) options, 1 to \(last), with commas between them."
        return CommandFailure(
            .usage,
            context.phrase(
                "\(number)번째 답변이 질문에 맞지 않습니다. \(korean)",
                "Answer \(number) does not fit its question. Expected: \(english)"
            )
        )
    }

    private static func named(_ context: CommandContext) async throws -> Survey {
        let (notelet, size) = (context.notelet, ObjectReference.pageSize)
        let id = try await context.id(
            context[survey],
            among: notelet.listAvailable(pageSize: size),
            by: \.id,
            else: .surveyNotFound
        )
        return try await notelet.getSurvey(id: id)
    }
}

extension SurveyQuestion {
    /// How many of its options may be chosen.
    fileprivate var choiceCounts: ClosedRange<Int> {
        guard kind == .severalChoices else { return 1...1 }
        return 1...max(1, maximum > 0 ? Int(maximum) : options.count)
    }
}

extension SurveyAnswer {
    /// Reads what was typed as an answer to a question, whose options are counted from 1; nil where
    /// it is of choices, and this is none of them, or too many.
    init?(typed text: String, to question: SurveyQuestion) {
        guard [.oneChoice, .severalChoices].contains(question.kind) else {
            self.init(text: text)
            return
        }
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = words.compactMap { UInt32($0.filter { $0 != " " }) }
        let chosen = Set(numbers)
        guard numbers.count == words.count, question.choiceCounts.contains(chosen.count),
            chosen.allSatisfy({ question.options.indices.contains(Int($0) - 1) })
        else { return nil }
        self.init(choices: chosen.sorted().map { $0 - 1 })
    }
}
