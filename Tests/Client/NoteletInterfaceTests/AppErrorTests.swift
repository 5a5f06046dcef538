import Foundation
import NoteletInterface
import Testing

@Suite("Errors of applications")
struct AppErrorTests {
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

    @Test("Each has its sentence and what can be done", arguments: sentences)
    func sentencesAndActions(error: AppError, sentence: String, action: ErrorAction) {
        #expect(error.text(in: .en) == sentence)
        #expect(error.toUiError(in: .en) == UiError(message: sentence, action: action))
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
    }

    @Test("Any error is sorted, and a cancelled task has none")
    func errorsAreSorted() {
        struct Odd: Error {}
        #expect(AppError(CancellationError()) == nil)
        #expect(AppError(AppError.network(.timeout)) == .network(.timeout))
        #expect(AppError(Odd()) == .unknown("Odd()"))
    }
}
