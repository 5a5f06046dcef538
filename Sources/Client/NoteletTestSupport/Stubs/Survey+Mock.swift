public import Foundation
public import NoteletInterface

extension Survey {
    /// A survey for tests, with one question that a text answers; it can be answered for a week.
    ///
    /// - Parameters:
    ///   - id: Its id; a new one unless given.
    ///   - title: What it is called.
    ///   - questions: What is asked.
    ///   - reward: What answering is worth; 100 points unless given.
    ///   - estimatedMinutes: How long answering takes.
    ///   - expiresAt: From when on it cannot be answered.
    ///   - category: What it belongs to.
    /// - Returns: The survey.
    public static func fixture(
        id: UUID = UUID(),
        title: String = "アンケート1",
        questions: [SurveyQuestion] = [.fixture()],
        reward: PointAmount = .points(100),
        estimatedMinutes: Int = 5,
        expiresAt: Date = FakeClock.start + 7 * 86_400,
        category: SurveyCategory = .product
    ) -> Survey {
        Survey(
            id: id,
            title: title,
            questions: questions,
            reward: reward,
            estimatedMinutes: estimatedMinutes,
            expiresAt: expiresAt,
            category: category
        )
    }
}

extension SurveyQuestion {
    /// A question for tests.
    ///
    /// - Parameter kind: How it is answered.
    /// - Returns: The question.
    public static func fixture(kind: Kind = .text(characterCountMax: 2_000)) -> SurveyQuestion {
        SurveyQuestion(text: "ご意見をお聞かせください。", kind: kind)
    }
}

extension PointAmount {
    /// So many points, of which a test knows that they are not below 0.
    ///
    /// - Parameter value: How many.
    /// - Returns: The points.
    public static func points(_ value: Int) -> PointAmount {
        do throws(PointAmountError) {
            return try PointAmount(value)
        } catch {
            preconditionFailure("There are no \(value) points.")
        }
    }
}
