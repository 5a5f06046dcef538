import Foundation
import NoteletClient

/// Act 6: the operator reads what was answered, gives points, and puts a gift right.
struct ReadResults {
    let panel: Panel
    let survey: Survey

    func perform() async throws {
        let (stage, backstage) = (panel.stage, panel.backstage)
        try stage.act("What the operator reads, gives and puts right")
        _ = try await panel.mike.notelet.submitAnswers(
            surveyID: survey.id,
            answers: Panel.answers("Tea, \"please\"")
        )
        guard let id = Identifier(bytes: survey.id)?.description else {
            throw Mismatch("a survey has an id", expected: "16 bytes", got: "\(survey.id.count)")
        }
        let command = ["rewards", "survey", "submissions", id, "--quiet", "--format"]
        let csv = try await backstage.admin(command + ["csv"]).split(separator: "\r\n")
        try stage.check(
            "results are a table for spreadsheets, with a column for each question",
            csv.first.map(String.init),
            is: "number,user_id,submitted_at,awarded,얼마나 자주?,왜?"
        )
        try stage.check(
            "in which an answer is text, and never a formula",
            csv.dropFirst().map { String($0.split(separator: "Z,", maxSplits: 1).last ?? "") },
            is: ["150,가끔,'\(AnsweredSurvey.formula)", "150,가끔,\"Tea, \"\"please\"\"\""]
        )
        let lines = try await backstage.admin(command + ["jsonl"]).split(separator: "\n")
        try stage.check(
            "and lines for programs, with each answer as it was given",
            lines.map { $0.contains("\"text\":\"\(AnsweredSurvey.formula)\"") },
            is: [true, false]
        )
        let results = ["rewards", "survey", "results", id, "--quiet", "--format", "csv"]
        let counts = try await backstage.admin(results).split(separator: "\r\n")
        try stage.check(
            "each option has how often it was chosen",
            counts.dropFirst().map(String.init),
            is: ["1,얼마나 자주?,매일,0", "1,얼마나 자주?,가끔,2", "2,왜?,,2"]
        )
        try await give()
    }

    private func give() async throws {
        let (stage, backstage, mike) = (panel.stage, panel.backstage, panel.mike)
        let before = try await mike.notelet.getBalance().points
        let words = ["rewards", "grant", mike.name, "500", "--title", "감사합니다"]
        let once = ["--reference", "thanks", "--json", "--quiet"]
        let gifts = [
            try await backstage.admin(words + once), try await backstage.admin(words + once),
        ]
        let numbers = try gifts.map { text in
            try JSONDecoder().decode(Gift.self, from: Data(text.utf8)).transfer
        }
        let now = try await mike.notelet.getBalance().points
        try stage.check(
            "a gift that is given twice under its name is given once",
            [now - before, numbers[0] - numbers[1]],
            is: [500, 0]
        )
        let told = try await panel.transactions(of: mike).first?.title
        try stage.check("whoever gets it reads what it is for", told, is: "감사합니다")
        let number = "\(numbers[0])"
        let reason = ["--reason", "another mike", "--yes"]
        try await backstage.admin(["ledger", "correct", number] + reason)
        let after = try await mike.notelet.getBalance().points
        try stage.check("put right, it is taken back by a transfer of its own", after, is: before)
    }

    private struct Gift: Decodable {
        let transfer: Int64
    }
}
