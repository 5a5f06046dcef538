import CommandLineInterface
import NoteletAPI
import OperatorCommands

/// How often each option of a survey was chosen, and each question answered with a text.
struct SurveyResults {
    /// Question by question, each with its options in their order.
    private(set) var all: [SurveyResult]
    /// Where the results of each question begin.
    private let places: [Int]
    private let survey: Survey

    /// Has counted nothing yet.
    init(of survey: Survey) {
        self.survey = survey
        var (all, places) = ([SurveyResult](), [Int]())
        for (index, question) in survey.questions.enumerated() {
            places.append(all.count)
            let options = question.options.isEmpty ? [""] : question.options
            all += options.map { option in
                SurveyResult(number: index + 1, question: question.text, option: option)
            }
        }
        (self.all, self.places) = (all, places)
    }

    /// Counts what somebody answered.
    mutating func count(_ submission: ListedSubmission) {
        for (index, answer) in submission.answers.enumerated()
        where survey.questions.indices.contains(index) {
            let options = survey.questions[index].options
            guard !options.isEmpty else {
                all[places[index]].count += 1
                continue
            }
            for choice in answer.choices where options.indices.contains(Int(choice)) {
                all[places[index] + Int(choice)].count += 1
            }
        }
    }
}

/// How often an option was chosen, or a question answered with a text.
struct SurveyResult {
    /// Which question of the survey it is, from 1 on.
    let number: Int
    let question: String
    /// Empty where a text answers.
    let option: String
    var count = 0

    /// How results are shown.
    static let form = RowForm<SurveyResult>(
        "results",
        "result",
        none: "It asks nothing.",
        fields: [
            RowField("number") { .number(Int64($0.number)) }, .text("question", \.question),
            .text("option", \.option), RowField("count") { .number(Int64($0.count)) },
        ],
        columns: [
            .number("number", \.number), .text("question", \.question),
            .text("option", \.option), .number("answers", \.count),
        ]
    )
}
