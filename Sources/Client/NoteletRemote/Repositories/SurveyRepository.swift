package import Foundation
internal import NoteletClient
package import NoteletInterface

/// Reads surveys and answers them, wherever answers to questions come from.
package struct SurveyRepository<Source: AnswerSource>: SurveyRepositoryInterface {
    private let source: Source

    /// Asks somebody.
    ///
    /// - Parameter source: Who answers.
    package init(_ source: Source) {
        self.source = source
    }

    /// Reads all that can be answered.
    package func fetchAvailable() async throws -> [NoteletInterface.Survey] {
        try await source.answer(to: surveys(of: nil))
    }

    /// Reads those of a category.
    package func fetchByCategory(
        _ category: SurveyCategory
    ) async throws -> [NoteletInterface.Survey] {
        try await source.answer(to: surveys(of: category))
    }

    /// Asks for one, which is kept as a part of its list alone.
    package func findById(_ id: UUID) async throws -> NoteletInterface.Survey? {
        let question = Question(name: nil) { (notelet) throws(NoteletError) in
            try await notelet.getSurvey(id: id.bytes)
        } shown: { (survey) throws(AppError) in
            try NoteletInterface.Survey(survey)
        }
        do {
            return try await source.answer(to: question)
        } catch let error as AppError where error.isNotFound {
            return nil
        }
    }

    /// Answers one under the key of the intention.
    package func submitAnswers(
        _ answers: [NoteletInterface.SurveyAnswer],
        toSurvey id: UUID,
        intention: UUID
    ) async throws -> Award {
        let response = try await source.change { (notelet) throws(NoteletError) in
            try await notelet.submitAnswers(
                surveyID: id.bytes,
                answers: answers.map { NoteletAPI.SurveyAnswer($0) },
                idempotencyKey: .of(intention)
            )
        }
        return try Award(response.awarded, response.balance, response.achievements)
    }

    /// Asks for all surveys of a category, or for those of all.
    private func surveys(
        of category: SurveyCategory?
    ) -> Question<ListAvailableResponse, [NoteletInterface.Survey]> {
        let name = category?.rawValue
        return Question(name: "rewards/surveys/" + (name ?? "")) {
            (notelet) throws(NoteletError) in
            let pages =
                if let name {
                    notelet.listByCategory(category: name, pageSize: largestPage)
                } else {
                    notelet.listAvailable(pageSize: largestPage)
                }
            return ListAvailableResponse(surveys: try await pages.collected())
        } shown: { (response) throws(AppError) in
            try response.surveys.map { (survey) throws(AppError) in
                try NoteletInterface.Survey(survey)
            }
        }
    }
}

extension SurveyRepository: ObservableSurveyRepositoryInterface
where Source: ObservableAnswerSource {
    /// Follows what is kept of a list.
    package func observeSurveys(
        ofCategory category: SurveyCategory?
    ) -> AsyncStream<[NoteletInterface.Survey]?> {
        source.answers(to: surveys(of: category))
    }
}
