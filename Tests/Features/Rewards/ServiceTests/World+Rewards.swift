import AccountRules
import AccountStorage
import Domain
import NoteletAPI
import RewardRules
import RewardStorage

@testable import RewardService
@testable import Serving

extension World {
    /// The request of a method of rewards that Alice may call, encoded.
    func rewardPayload(of method: MethodSummary) -> [UInt8] {
        switch method.name {
        case "ListAvailable": encode(ListAvailableRequest())
        case "ListByCategory": encode(ListByCategoryRequest(category: "product"))
        case "GetSurvey": encode(GetSurveyRequest(id: survey.id))
        case "SubmitAnswers":
            encode(SubmitAnswersRequest(surveyID: survey.id, answers: .sample))
        case "GetBalance": encode(GetPointsRequest())
        case "ListTransactions": encode(ListTransactionsRequest())
        case "ListExpiring": encode(ListExpiringRequest())
        case "ListMissions": encode(ListMissionsRequest())
        case "ClaimMission": encode(ClaimMissionRequest(mission: "check-in"))
        case "CheckIn": encode(CheckInRequest())
        case "GetStreak": encode(GetStreakRequest())
        case "ListAchievements": encode(ListAchievementsRequest())
        case "SetTimeZone": encode(SetTimeZoneRequest(timeZone: "Asia/Seoul"))
        default: preconditionFailure("Rewards.\(method.name) has no sample request.")
        }
    }
}

extension [NoteletAPI.SurveyAnswer] {
    /// What answers the survey of `offerRewards`.
    static let sample = [
        NoteletAPI.SurveyAnswer(text: "よいと思います。"),
        NoteletAPI.SurveyAnswer(choices: [1]),
    ]
}

extension NoteletAPI.Survey {
    /// A survey as an operator says it, which expires a month after a moment.
    static func sample(
        _ title: String = "アンケート1",
        reward: Int64 = 150,
        category: String = "product",
        from now: Instant
    ) -> NoteletAPI.Survey {
        NoteletAPI.Survey(
            title: title,
            description: "新商品について",
            questions: [
                NoteletAPI.SurveyQuestion(text: "どう思いますか。", kind: .text),
                NoteletAPI.SurveyQuestion(
                    text: "どこで。",
                    kind: .oneChoice,
                    options: ["店", "広告"]
                ),
            ],
            reward: reward,
            estimatedMinutes: 5,
            expiresAt: Timestamp(now.adding(seconds: 30 * 86_400)),
            category: category
        )
    }
}

extension TestService {
    /// Makes a survey, and a mission to check in, as the operator does.
    func offerRewards() async throws -> NoteletAPI.Survey {
        let said = NoteletAPI.Survey.sample(from: clock.now())
        let details = try SurveyDetails(said)
        let reference = try DeedReference(.new())
        let root = Operator(name: "root")
        let id = try await write { store, context throws(DomainError) in
            let mission = try RewardRules.Mission(
                name: "check-in",
                title: "ログイン",
                kind: .checkIn,
                goal: 1,
                reward: 10
            )
            try store.define(mission, by: root, context)
            let survey = try store.createSurvey(details, called: reference, by: root, context)
            return survey.id.opaque.bytes
        }
        var survey = said
        survey.id = id
        return survey
    }
}
