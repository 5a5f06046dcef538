import Foundation
public import Observation

/// What a screen with one survey does, without the screen.
///
/// What answering brought is what the service says: nothing is added up here, and however often the
/// button is tapped, the answers go out under one intention until they are others. That it was
/// answered before, such as where a reply was lost, is no failure: it is answered.
@MainActor
@Observable
public final class SurveyDetailViewModel: Identifiable {
    /// The survey.
    public private(set) var survey: Survey
    /// What was answered so far, one for each question; nil for nothing yet.
    public private(set) var answers: [SurveyAnswer?]
    /// Whether the answers are on their way.
    public private(set) var isSubmitting = false
    /// What the service gave for the answers; nil until it did, and where it did so before.
    public private(set) var award: Award?
    /// Why the answers were not taken; nil for no reason that was not taken note of.
    public private(set) var error: (any PresentableError)?

    @ObservationIgnored private let surveys: any SurveyRepositoryInterface
    @ObservationIgnored private var intention = UUID()

    /// Has no answers yet.
    ///
    /// - Parameters:
    ///   - survey: The survey.
    ///   - surveyRepository: Takes the answers.
    public init(survey: Survey, surveyRepository: any SurveyRepositoryInterface) {
        self.survey = survey
        answers = survey.questions.map { _ in nil }
        surveys = surveyRepository
    }

    /// How many points the answers brought; nil until they did.
    public var earnedPoints: PointAmount? { award?.points }

    /// Answers a question, also otherwise than before.
    ///
    /// - Parameters:
    ///   - answer: The answer; nil for none.
    ///   - index: Which question it is, from 0 on; one that is not there has no answer.
    public func answerChanged(_ answer: SurveyAnswer?, at index: Int) {
        guard answers.indices.contains(index), !isSubmitting, answers[index] != answer else {
            return
        }
        answers[index] = answer
        intention = UUID()
    }

    /// Sends the answers, unless they are on their way or the survey is answered.
    ///
    /// - Returns: What ends once that is over, for who waits for it.
    @discardableResult
    public func submitButtonTapped() -> Task<Void, Never> {
        guard !isSubmitting, !survey.isSubmitted else { return Task {} }
        let given = answers.compactMap { $0 }
        if case .failure(let failure) = survey.validateAnswers(given) {
            error = failure
            return Task {}
        }
        isSubmitting = true
        return Task { [self] in
            defer { isSubmitting = false }
            do {
                award = try await surveys.submitAnswers(
                    given,
                    toSurvey: survey.id,
                    intention: intention
                )
                survey.isSubmitted = true
                error = nil
            } catch let error as AppError where error.refusal?.reason == "ALREADY_SUBMITTED" {
                survey.isSubmitted = true
                self.error = nil
            } catch {
                self.error = presentable(error) ?? self.error
            }
        }
    }

    /// Takes note of the error that is told.
    public func dismissError() {
        error = nil
    }
}
