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
            let answers = context[answers].enumerated().map { index, text in
                let questions = survey.questions
                return SurveyAnswer(
                    typed: text,
                    to: questions.indices.contains(index) ? questions[index].kind : .text
                )
            }
            let response = try await context.notelet.submitAnswers(
                surveyID: survey.id,
                answers: answers
            )
            try context.write(response.awarded, response.balance, response.achievements)
        }
    )

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

extension SurveyAnswer {
    /// Reads what was typed as an answer to a question of a kind; what are no numbers of options is
    /// sent as a text, which the server refuses by name.
    init(typed text: String, to kind: QuestionKind) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { UInt32($0.filter { $0 != " " }) ?? 0 }
        if kind == .text || numbers.contains(0) {
            self.init(text: text)
        } else {
            self.init(choices: Set(numbers).sorted().map { $0 - 1 })
        }
    }
}
