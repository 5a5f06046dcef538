import NoteletClient

/// Act 2: answering is worth points, once.
struct AnsweredSurvey {
    let panel: Panel

    /// A text that spreadsheets take for a formula.
    static let formula = "=1+1"

    /// Plays it; answers the survey that was answered.
    func perform() async throws -> Survey {
        let stage = panel.stage
        try stage.act("Five minutes for \(Panel.reward) points")
        let sujin = panel.sujin.notelet
        guard
            let survey = try await panel.surveys(of: panel.sujin).first(where: {
                $0.category == "product"
            })
        else { throw Mismatch("there is a survey", expected: "one", got: "none") }
        try await stage.checkRefusal(
            "one answer to two questions is refused",
            .incompleteAnswers,
            fields: ["expected": "2", "given": "1"]
        ) {
            _ = try await sujin.submitAnswers(
                surveyID: survey.id,
                answers: [SurveyAnswer(choices: [1])]
            )
        }
        let outcome = try await sujin.submitAnswers(
            surveyID: survey.id,
            answers: Panel.answers(Self.formula)
        )
        try stage.check("both answers are worth the reward", outcome.awarded, is: Panel.reward)
        try stage.check(
            "and the first survey is an achievement",
            outcome.achievements.map(\.name),
            is: ["first-answer"]
        )
        let points = Panel.reward + Panel.firstReward
        try stage.check(
            "all of it is there in the same step; 10 points are a yen",
            [outcome.balance?.points, outcome.balance?.yenTenths],
            is: [points, points]
        )
        let entries = try await panel.transactions(of: panel.sujin)
        try stage.check(
            "the statement says for what",
            entries.map { "\($0.change) \($0.title)" },
            is: ["\(Panel.firstReward) 첫 설문", "\(Panel.reward) 아침 커피"],
            note: "\(entries.count) transfers"
        )
        try await stage.checkRefusal("a second time it is refused", .alreadySubmitted) {
            _ = try await sujin.submitAnswers(
                surveyID: survey.id,
                answers: Panel.answers("once more")
            )
        }
        let shown = try await sujin.getSurvey(id: survey.id)
        try stage.check("the survey shows that it is answered", shown.submitted, is: true)
        return survey
    }
}
