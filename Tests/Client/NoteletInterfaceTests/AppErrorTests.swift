import Foundation
import NoteletInterface
import Testing

@Suite("Errors of applications")
struct AppErrorTests {
    /// What is said of each where it is a failure among others, and what can be done.
    private static let sentences: [(AppError, String, ErrorAction)] = [
        (.network(.noConnection), "No internet connection", .retry),
        (.network(.timeout), "Request timed out", .retry),
        (.network(.server(code: 503)), "Server error (503)", .retry),
        (.network(.unknown), "A communication error occurred", .retry),
        (.data(.notFound()), "Data not found", .dismiss),
        (.data(.notFound("User not found: 7")), "User not found: 7", .dismiss),
        (.data(.validation("name")), "name", .dismiss),
        (.data(.conflict("")), "Resource already exists", .dismiss),
        (.auth(.unauthorized), "Authentication required", .login),
        (.auth(.sessionExpired), "Session has expired", .login),
        (.unknown("?"), "?", .dismiss),
        (.unknown(""), "An error occurred", .dismiss),
    ]

    /// What a screen says instead.
    private static let screenSentences: [AppError: String] = [
        .network(.server(code: 503)): "A server error occurred",
        .auth(.unauthorized): "Login required",
        .auth(.sessionExpired): "Login required",
    ]

    @Test("Each has its sentence and what can be done", arguments: sentences)
    func sentencesAndActions(error: AppError, sentence: String, action: ErrorAction) {
        #expect(error.text(in: .en) == sentence)
        let shown = Self.screenSentences[error] ?? sentence
        #expect(error.toUiError(in: .en) == UiError(message: shown, action: action))
        #expect(error.localizedDescription == error.text(in: .preferred))
        #expect(error.toUiError() == error.toUiError(in: .preferred))
        for language in TextLanguage.allCases { #expect(!error.text(in: language).isEmpty) }
        #expect(error.text(in: .ko).contains { ("가"..."힣").contains($0) })
        #expect(error.text(in: .ja).contains { ("ぁ"..."ん").contains($0) })
    }

    @Test("What the service said is shown as it said it")
    func refusalsSpeak() {
        let refusal = Refusal(
            reason: "RATE_LIMITED",
            texts: [.ko: "잠시 후에 다시 시도하시기 바랍니다."],
            isRetryable: true
        )
        let error = AppError(.data(.conflict("busy")), refusal: refusal)
        #expect(error.text(in: .ko) == "잠시 후에 다시 시도하시기 바랍니다.")
        #expect(error.text(in: .en) == "busy")
        #expect(error.action == .retry)
        #expect(error.toUiError(in: .ko).message == error.text(in: .ko))
        let crowded = AppError(.network(.server(code: 8)), refusal: refusal)
        #expect(crowded.toUiError(in: .ko).message == "잠시 후에 다시 시도하시기 바랍니다.")
        #expect(crowded.toUiError(in: .ja).message == "サーバーでエラーが発生しました。")
    }

    @Test("Any error is sorted, and a cancelled task has none")
    func errorsAreSorted() {
        struct Odd: Error {}
        #expect(AppError(CancellationError()) == nil)
        #expect(AppError(AppError.network(.timeout)) == .network(.timeout))
        #expect(AppError(Odd()) == .unknown("Odd()"))
    }
}
