import Foundation
import NoteletInterface
import NoteletOffline

/// Surveys that an account answers for points: a list, and a survey over it, as screens have them.
///
///     surveys tls://notes.example.org:7575 ~/.notes EMAIL PASSWORD
///
/// It reads commands from its input: `refresh`, `category NAME`, `category all`, `select NUMBER`,
/// `answer QUESTION TEXT`, `choose QUESTION OPTION`, `submit`, `back`, `points`, `quit`.
@main
@MainActor
struct Surveys {
    private let application: OfflineApplication
    private let list: SurveyListViewModel

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5 else {
            return say("Usage: surveys SERVER FOLDER EMAIL PASSWORD")
        }
        let folder = URL(fileURLWithPath: arguments[2])
        let surveys = Surveys(try OfflineApplication(arguments[1], in: folder))
        if try await surveys.application.auth.getCurrentUser() == nil {
            let login = surveys.application.useCases.login
            _ = try await login.execute(email: arguments[3], password: arguments[4])
        }
        await surveys.show(after: surveys.list.onAppear())
        while let line = readLine(), line != "quit" {
            await surveys.obey(line.split(separator: " ", maxSplits: 2).map(String.init))
        }
        await surveys.application.close()
    }

    private init(_ application: OfflineApplication) {
        self.application = application
        list = SurveyListViewModel(surveyRepository: application.surveys)
    }

    private func obey(_ words: [String]) async {
        let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
        switch (words.first, words.count) {
        case ("refresh", 1): await show(after: list.refreshButtonTapped())
        case ("category", 2):
            let category = words[1] == "all" ? nil : SurveyCategory(rawValue: words[1])
            await show(after: list.categorySelected(category))
        case ("select", 2) where list.uiState.items.indices.contains(number - 1):
            list.surveyTapped(list.uiState.items[number - 1])
            showDetail()
        case ("answer", 3): list.detail?.answerChanged(.text(words[2]), at: number - 1)
        case ("choose", 3):
            let option = Int(words[2]) ?? 0
            list.detail?.answerChanged(.choices([option - 1]), at: number - 1)
        case ("submit", 1): await submit()
        case ("back", 1): list.detailDismissed()
        case ("points", 1): await showPoints()
        default: say("refresh, category, select, answer, choose, submit, back, points or quit")
        }
    }

    private func submit() async {
        guard let detail = list.detail else { return say("no survey") }
        await detail.submitButtonTapped().value
        if let error = detail.error { return say("! \(error.toUiError().message)") }
        guard let award = detail.award else {
            return detail.survey.isSubmitted ? say("answered before") : ()
        }
        say("+ \(award.points.value), \(award.balance.points.value) in all")
    }

    private func showPoints() async {
        do {
            let balance = try await application.points.fetchBalance()
            say("\(balance.points.value) points, \(balance.yen) yen")
        } catch {
            say("! \(UiError(error)?.message ?? "cancelled")")
        }
    }

    private func showDetail() {
        guard let survey = list.detail?.survey else { return }
        say("\(survey.title), \(survey.reward.value) points, \(survey.rewardEfficiency()) a minute")
        for (index, question) in survey.questions.enumerated() {
            say("\(index + 1)? \(question.text)")
        }
    }

    private func show(after load: Task<Void, Never>) async {
        await load.value
        switch list.uiState.phase {
        case .idle, .loading: break
        case .empty: say("no surveys")
        case .error(let error): say("! \(error.toUiError().message)")
        case .content:
            for (index, survey) in list.uiState.items.enumerated() {
                say("\(index + 1). \(survey.title)\(survey.isSubmitted ? " (answered)" : "")")
            }
        }
    }
}

/// Writes a line at once, also where the output is no terminal.
private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
