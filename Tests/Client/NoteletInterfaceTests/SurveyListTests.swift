import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

/// What screens with surveys do; only the repository is a fake.
@MainActor
@Suite("A list of surveys", .timeLimit(.minutes(1)))
struct SurveyListTests {
    private let repository = MockSurveyRepository()
    private let sut: SurveyListViewModel
    private let surveys = [
        Survey.fixture(title: "アンケート1"),
        Survey.fixture(title: "アンケート2", category: SurveyCategory(rawValue: "travel")),
    ]

    init() {
        sut = SurveyListViewModel(surveyRepository: repository)
    }

    /// The screen of a survey for which the repository gives some points.
    private func detail(earning points: PointAmount) -> SurveyDetailViewModel {
        repository.submitAnswersCalls.handler = { _ in
            Award(points: points, balance: PointBalance(points: points))
        }
        return SurveyDetailViewModel(
            survey: .fixture(reward: points),
            surveyRepository: repository
        )
    }

    @Test("アンケート一覧を表示できる")
    func showing() async {
        repository.fetchAvailableCalls.handler = { [surveys] _ in surveys }
        let load = sut.onAppear()
        #expect(sut.uiState.isLoading && sut.uiState.phase == .loading)
        await load.value
        #expect(!sut.uiState.isLoading && sut.uiState.phase == .content)
        #expect(sut.uiState.items.map(\.title) == ["アンケート1", "アンケート2"])
    }

    @Test("アンケート一覧を読み込める")
    func loading() async {
        repository.fetchAvailableCalls.handler = { _ in throw AppError.network(.noConnection) }
        await sut.onAppear().value
        #expect(sut.uiState.phase == .error(AppError.network(.noConnection)))
        repository.fetchAvailableCalls.handler = { [surveys] _ in surveys }
        await sut.refreshButtonTapped().value
        #expect(sut.uiState.items == surveys && sut.uiState.error == nil)
        #expect(repository.fetchAvailableCalls.count == 2)
    }

    @Test("アンケートをタップすると詳細画面に遷移する")
    func tapping() async {
        repository.fetchAvailableCalls.handler = { [surveys] _ in surveys }
        await sut.onAppear().value
        sut.surveyTapped(surveys[1])
        #expect(sut.detail?.survey == surveys[1] && sut.uiState.selectedItem == surveys[1])
        #expect(sut.detail?.answers == [nil] && sut.detail?.isSubmitting == false)
        sut.detailDismissed()
        #expect(sut.detail == nil && sut.uiState.selection == nil && !sut.uiState.isLoading)
    }

    @Test("カテゴリ選択でフィルタリングされる")
    func filtering() async {
        let fake = MockSurveyRepository(surveysToReturn: surveys)
        let sut = SurveyListViewModel(surveyRepository: fake)
        await sut.categorySelected(.product).value
        #expect(sut.selectedCategory == .product)
        #expect(sut.uiState.items.map(\.title) == ["アンケート1"])
        #expect(fake.fetchByCategoryCalls.arguments == [.product])
        #expect(!fake.fetchAvailableCalls.wasCalled)
        await sut.categorySelected(nil).value
        #expect(sut.selectedCategory == nil && sut.uiState.items == surveys)
        #expect(fake.fetchByCategoryCalls.count == 1 && fake.fetchAvailableCalls.count == 1)
    }

    @Test("アンケート回答完了時にポイントが付与される")
    func submitting() async {
        let detail = detail(earning: .points(150))
        detail.answerChanged(.text("とても良いです"), at: 0)
        let submission = detail.submitButtonTapped()
        #expect(detail.isSubmitting)
        // However often it is tapped, it is answered once, and nobody adds up here.
        detail.submitButtonTapped()
        await submission.value
        await detail.submitButtonTapped().value
        #expect(!detail.isSubmitting && detail.survey.isSubmitted && detail.error == nil)
        #expect(detail.earnedPoints == .points(150))
        #expect(detail.award?.balance.points == .points(150))
        #expect(repository.submitAnswersCalls.count == 1)
        #expect(repository.submitAnswersCalls.arguments.first?.answers == [.text("とても良いです")])
    }

    @Test("Answers go out again under the same intention until they are others")
    func intentions() async {
        let detail = detail(earning: .points(1))
        repository.submitAnswersCalls.handler = { _ in throw AppError.network(.timeout) }
        detail.answerChanged(.text("1"), at: 0)
        for _ in 0..<2 { await detail.submitButtonTapped().value }
        #expect(detail.error?.action == .retry && detail.award == nil && !detail.isSubmitting)
        detail.answerChanged(.text("1"), at: 0)
        detail.answerChanged(.text("1"), at: 1)
        await detail.submitButtonTapped().value
        detail.answerChanged(.text("2"), at: 0)
        await detail.submitButtonTapped().value
        let intentions = repository.submitAnswersCalls.arguments.map(\.intention)
        #expect(Set(intentions[0...2]).count == 1 && intentions[3] != intentions[0])
        detail.dismissError()
        #expect(detail.error == nil)
    }

    @Test("That it was answered before is no failure")
    func answeredBefore() async {
        let detail = detail(earning: .points(1))
        let refusal = Refusal(reason: "ALREADY_SUBMITTED", fields: [:], texts: [:])
        repository.submitAnswersCalls.handler = { _ in
            throw AppError(.data(.conflict("")), refusal: refusal)
        }
        detail.answerChanged(.text("1"), at: 0)
        await detail.submitButtonTapped().value
        #expect(detail.survey.isSubmitted && detail.error == nil && !detail.isSubmitting)
        #expect(detail.award == nil && detail.earnedPoints == nil)
        await detail.submitButtonTapped().value
        #expect(repository.submitAnswersCalls.count == 1)
    }

    @Test("What does not fit the questions is told before it is sent")
    func incomplete() async {
        let detail = detail(earning: .points(1))
        await detail.submitButtonTapped().value
        #expect(detail.error as? SurveyError == .incompleteAnswers(expected: 1, given: 0))
        detail.answerChanged(.text(" "), at: 0)
        await detail.submitButtonTapped().value
        #expect(detail.error as? SurveyError == .invalidAnswer(question: 1))
        #expect(!repository.submitAnswersCalls.wasCalled)
        for language in TextLanguage.allCases {
            #expect(detail.error?.text(in: language).contains("1") == true)
        }
    }

    @Test("The list is loaded anew once one of its surveys was answered")
    func answered() async {
        let fake = MockSurveyRepository(surveysToReturn: surveys)
        let sut = SurveyListViewModel(surveyRepository: fake)
        sut.surveyTapped(surveys[0])
        sut.detail?.answerChanged(.text("1"), at: 0)
        await sut.detail?.submitButtonTapped().value
        sut.detailDismissed()
        #expect(sut.uiState.isLoading)
        await sut.refreshButtonTapped().value
        #expect(sut.uiState.items == surveys)
    }
}
