import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

extension ListedSurvey {
    /// What is asked.
    var shown: Survey { survey ?? Survey() }

    /// Whether it can be answered at a moment, and why not.
    func state(at moment: Instant) -> String {
        if closedAt != nil { return "closed" }
        if let end = shown.expiresAt, Moment(end).instant <= moment { return "expired" }
        return shown.closed ? "full" : "open"
    }

    /// How surveys are shown; what a file may say of one is under the same names.
    static let form = RowForm<ListedSurvey>(
        "surveys",
        "survey",
        fields: [
            .text("id") { shownID($0.shown.id) }, .text("title", \.shown.title),
            .text("description", \.shown.description), .text("category", \.shown.category),
            RowField("reward") { .number($0.shown.reward) },
            RowField("estimated_minutes") { .number(Int64($0.shown.estimatedMinutes)) },
            .moment("expires_at", \.shown.expiresAt), .text("state") { $0.state(at: .now) },
            .moment("created_at", \.createdAt), .moment("closed_at", \.closedAt),
            .number("submission_count", \.submissionCount),
            RowField("submissions_max") { .number(Int64($0.shown.submissionsMax)) },
            RowField("questions") { .array($0.shown.questions.map(\.json)) },
        ],
        columns: [
            .text("title", \.shown.title),
            .text("category", fitting: .wholeOrOmitted, \.shown.category),
            .number("points", fitting: .wholeOrOmitted) { Int($0.shown.reward) },
            .moment("expires", fitting: .whole, \.shown.expiresAt),
            .text("state", fitting: .whole) { $0.state(at: .now) },
            .number("answered", fitting: .wholeOrOmitted) { Int(clamping: $0.submissionCount) },
            .text("id", fitting: .whole) { shownID($0.shown.id) },
        ]
    )
}

extension SurveyQuestion {
    /// The question as a file may have it.
    fileprivate var json: JSON {
        var members: [JSON.Member] = [("text", .string(text)), ("kind", .string(kind.plainName))]
        if !options.isEmpty { members.append(("options", .array(options.map(JSON.string)))) }
        if maximum > 0 { members.append(("maximum", .number(Int64(maximum)))) }
        return .object(members)
    }
}

extension ListedSubmission {
    /// What a submission has beside its answers.
    private static let head: [RowField<ListedSubmission>] = [
        .number("number", \.number), .text("user_id") { shownID($0.userID) },
        .moment("submitted_at", \.submittedAt), RowField("awarded") { .number($0.awarded) },
    ]

    /// How what was answered to a survey is shown.
    static func form(of survey: Survey) -> RowForm<ListedSubmission> {
        RowForm(
            "submissions",
            "submission",
            none: "Nobody has answered it.",
            fields: head + [
                RowField("answers") { .array($0.answered(survey).map(\.json)) }
            ],
            columns: [
                .number("number") { Int(clamping: $0.number) },
                .moment("submitted", \.submittedAt),
                .text("who", fitting: .whole) { shownID($0.userID) },
                .text("answers") { $0.answered(survey).map(\.text).joined(separator: " | ") },
            ]
        )
    }

    /// How it is shown in a spreadsheet: with a column for each question.
    static func sheet(of survey: Survey) -> RowForm<ListedSubmission> {
        let answers = survey.questions.enumerated().map { index, question in
            RowField<ListedSubmission>
                .text("answer_\(index + 1)") { row in
                    guard row.answers.indices.contains(index) else { return "" }
                    return AnswerInWords(question: question, answer: row.answers[index]).text
                }
                .titled(question.text)
        }
        return RowForm("submissions", "submission", fields: head + answers, columns: [])
    }

    /// The answers with their questions.
    private func answered(_ survey: Survey) -> [AnswerInWords] {
        zip(survey.questions, answers).map { AnswerInWords(question: $0, answer: $1) }
    }
}

/// An answer with what was asked.
private struct AnswerInWords {
    let question: SurveyQuestion
    let answer: SurveyAnswer

    /// The options that were chosen, in their words.
    private var choices: [String] {
        answer.choices.compactMap { choice in
            let options = question.options
            return options.indices.contains(Int(choice)) ? options[Int(choice)] : nil
        }
    }

    /// The answer for a program.
    var json: JSON {
        let asked: JSON.Member = ("question", .string(question.text))
        return question.options.isEmpty
            ? .object([asked, ("text", .string(answer.text))])
            : .object([asked, ("choices", .array(choices.map(JSON.string)))])
    }

    /// The answer for a person.
    var text: String {
        question.options.isEmpty ? answer.text : choices.joined(separator: "; ")
    }
}
