public import Observation

/// What a screen with surveys does, without the screen.
///
/// The latest load wins, and one that is let go of is no failure.
@MainActor
@Observable
public final class SurveyListViewModel {
    /// What the screen shows.
    public private(set) var uiState = ListState<Survey>()
    /// The category whose surveys are shown; nil for all that can be answered.
    public private(set) var selectedCategory: SurveyCategory?
    /// What is shown of the survey that was tapped; nil for the list alone.
    public private(set) var detail: SurveyDetailViewModel?

    @ObservationIgnored private let surveys: any SurveyRepositoryInterface
    @ObservationIgnored private var loading: Task<Void, Never>?

    /// Has nothing yet.
    ///
    /// - Parameter surveyRepository: Has the surveys.
    public init(surveyRepository: any SurveyRepositoryInterface) {
        surveys = surveyRepository
    }

    deinit {
        loading?.cancel()
    }

    /// Loads the surveys; a load that is under way is given up.
    ///
    /// - Returns: What ends once the load is over, for who waits for it.
    @discardableResult
    public func onAppear() -> Task<Void, Never> {
        loading?.cancel()
        let load = uiState.beginLoading()
        let task = Task { [weak self, surveys, selectedCategory] in
            do {
                let found =
                    if let selectedCategory {
                        try await surveys.fetchByCategory(selectedCategory)
                    } else {
                        try await surveys.fetchAvailable()
                    }
                self?.uiState.finish(load, with: found)
            } catch {
                self?.uiState.fail(load, with: error)
            }
        }
        loading = task
        return task
    }

    /// Shows the surveys of a category.
    ///
    /// - Parameter category: Which one; nil for all.
    /// - Returns: What ends once they are loaded.
    @discardableResult
    public func categorySelected(_ category: SurveyCategory?) -> Task<Void, Never> {
        selectedCategory = category
        return onAppear()
    }

    /// Goes to a survey.
    ///
    /// - Parameter survey: Which one.
    public func surveyTapped(_ survey: Survey) {
        uiState.select(survey.id)
        detail = SurveyDetailViewModel(survey: survey, surveyRepository: surveys)
    }

    /// Goes back to the list; one that was answered is loaded anew.
    public func detailDismissed() {
        let isAnswered = detail?.survey.isSubmitted == true
        detail = nil
        uiState.select(nil)
        if isAnswered { onAppear() }
    }

    /// Loads what is there now.
    ///
    /// - Returns: What ends once the load is over.
    @discardableResult
    public func refreshButtonTapped() -> Task<Void, Never> { onAppear() }
}
