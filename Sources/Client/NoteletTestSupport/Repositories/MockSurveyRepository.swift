public import Foundation
public import NoteletInterface

/// Surveys of which a test says what there are.
public final class MockSurveyRepository: ObservableSurveyRepositoryInterface {
    /// What a call that submits answers is given.
    public typealias Submission = (answers: [SurveyAnswer], surveyId: UUID, intention: UUID)

    /// What observers see, each those of its category; to set its value is to tell it.
    public let surveys: FakeStream<[Survey]>
    /// Calls of `fetchAvailable()`.
    public let fetchAvailableCalls = FakeCall<Void, [Survey]>("fetchAvailable()")
    /// Calls of `fetchByCategory(_:)`.
    public let fetchByCategoryCalls = FakeCall<SurveyCategory, [Survey]>("fetchByCategory(_:)")
    /// Calls of `findById(_:)`.
    public let findByIdCalls = FakeCall<UUID, Survey?>("findById(_:)")
    /// Calls of `submitAnswers(_:toSurvey:intention:)`.
    public let submitAnswersCalls = FakeCall<Submission, Award>(
        "submitAnswers(_:toSurvey:intention:)"
    )

    /// Creates one that has handlers alone, and shows observers no surveys.
    public init() {
        surveys = FakeStream([])
    }

    /// Creates one that has surveys, and stays so: of each, answers earn the reward.
    ///
    /// - Parameter surveysToReturn: The surveys, as lists have them in order.
    public init(surveysToReturn: [Survey]) {
        surveys = FakeStream(surveysToReturn)
        fetchAvailableCalls.handler = { _ in surveysToReturn }
        fetchByCategoryCalls.handler = { category in
            surveysToReturn.filter { $0.category == category }
        }
        findByIdCalls.handler = { id in surveysToReturn.first { $0.id == id } }
        submitAnswersCalls.handler = { call in
            let reward = try surveysToReturn.found(call.surveyId).reward
            return Award(points: reward, balance: PointBalance(points: reward))
        }
    }

    /// Records the call, and gives the surveys of the handler.
    public func fetchAvailable() async throws -> [Survey] { try await fetchAvailableCalls(()) }

    /// Records the call, and gives the surveys of the handler.
    public func fetchByCategory(_ category: SurveyCategory) async throws -> [Survey] {
        try await fetchByCategoryCalls(category)
    }

    /// Records the call, and gives the survey of the handler.
    public func findById(_ id: UUID) async throws -> Survey? { try await findByIdCalls(id) }

    /// Records the call, and gives what the handler gives.
    public func submitAnswers(
        _ answers: [SurveyAnswer],
        toSurvey id: UUID,
        intention: UUID
    ) async throws -> Award {
        try await submitAnswersCalls((answers, id, intention))
    }

    /// Gives what there is now, and each change that the test makes.
    public func observeSurveys(ofCategory category: SurveyCategory?) -> AsyncStream<[Survey]?> {
        surveys.makeStream { surveys in
            surveys.filter { category == nil || $0.category == category }
        }
    }
}
