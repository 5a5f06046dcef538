public import Foundation

/// Reads surveys and answers them, where the service offers rewards.
public protocol SurveyRepositoryInterface: Sendable {
    /// The surveys that can be answered, in the order in which they expire.
    ///
    /// - Throws: `AppError`.
    func fetchAvailable() async throws -> [Survey]
    /// Those of them that are of one category.
    ///
    /// - Throws: `AppError`.
    func fetchByCategory(_ category: SurveyCategory) async throws -> [Survey]
    /// The survey of an id, also one that is over; nil where there is none.
    ///
    /// - Throws: `AppError`.
    func findById(_ id: UUID) async throws -> Survey?
    /// Answers a survey, with one answer for each question; the service gives the reward in the
    /// same step. Under the same intention it is answered once, and given once.
    ///
    /// - Throws: `AppError`.
    func submitAnswers(
        _ answers: [SurveyAnswer],
        toSurvey id: UUID,
        intention: UUID
    ) async throws -> Award
}

/// Surveys that screens observe, by streams as that of the balance is.
public protocol ObservableSurveyRepositoryInterface: SurveyRepositoryInterface {
    /// The surveys of a category that can be answered, and those of all where it is nil.
    func observeSurveys(ofCategory category: SurveyCategory?) -> AsyncStream<[Survey]?>
}
