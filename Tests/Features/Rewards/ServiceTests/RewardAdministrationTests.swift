import AccountRules
import Domain
import Metrics
import NoteletAPI
import NoteletService
import ProtobufCoding
import RewardRules
import TTRPC
import Testing

@testable import Serving

/// What operators do about rewards.
@Suite struct RewardAdministrationTests {
    private typealias Desk = RewardsAdministrationAPI
    private let office: RewardOffice
    private var anna: Person { office.anna }
    private var ben: Person { office.ben }

    init() async throws {
        office = try await RewardOffice()
    }

    @Test func operatorsReadWhatWasAnswered() async throws {
        let survey = try await office.create()
        let id = try #require(survey.survey?.id)
        for person in [anna, ben] {
            let request = SubmitAnswersRequest(surveyID: id, answers: .sample)
            _ = try await office.call(RewardsAPI.submitAnswers, request, as: person)
        }
        var request = ListSubmissionsRequest(surveyID: id, pageSize: 1)
        var submissions: [ListedSubmission] = []
        repeat {
            let page = try await office.desk.call(Desk.listSubmissions, request)
            submissions += page.submissions
            request.cursor = page.nextCursor
        } while !request.cursor.isEmpty
        #expect(submissions.map(\.userID) == [anna.user.id, ben.user.id])
        #expect(submissions.map(\.number) == [1, 2])
        #expect(submissions.allSatisfy { $0.answers == .sample && $0.awarded == 150 })
        let unknown = ListSubmissionsRequest(surveyID: [UInt8](repeating: 7, count: 16))
        #expect(
            try await office.desk.refusal(Desk.listSubmissions, unknown).reason == .surveyNotFound
        )
        // What somebody answered goes with the account.
        let password = DeleteAccountRequest(password: TestService.password)
        _ = try await office.call(AccountsAPI.deleteAccount, password)
        _ = await office.service.keepHouse()
        let left = try await office.desk.call(
            Desk.listSubmissions,
            ListSubmissionsRequest(surveyID: id)
        )
        #expect(left.submissions.map(\.userID) == [ben.user.id])
        #expect(try await office.desk.verify().findingCount == 0)
    }

    @Test func badSurveysAreRefused() async throws {
        let cases: [(String, String, (inout NoteletAPI.Survey) -> Void)] = [
            ("no title", "title", { $0.title = "" }),
            ("no questions", "questions", { $0.questions = [] }),
            ("no kind", "questions", { $0.questions[0].kind = .unspecified }),
            ("unknown kind", "questions", { $0.questions[0].kind = .init(rawValue: 257) }),
            ("below", "questions", { $0.questions[0].kind = .init(rawValue: -1) }),
            ("no end", "expires_at", { $0.expiresAt = nil }),
            ("past", "expires_at", { $0.expiresAt = Timestamp(seconds: 1) }),
            ("no category", "category", { $0.category = "" }),
            ("minutes", "estimated_minutes", { $0.estimatedMinutes = .max }),
            ("answers", "submissions_max", { $0.submissionsMax = -1 }),
            ("twice the same", "questions", { $0.questions[1].options[1] = "店" }),
        ]
        for (what, field, change) in cases {
            var survey = NoteletAPI.Survey.sample(from: office.service.clock.now())
            change(&survey)
            let request = CreateSurveyRequest(survey: survey, reference: .new())
            let refusal = try await office.desk.refusal(Desk.createSurvey, request)
            #expect(refusal.fields["field"] == field, "\(what)")
        }
        var survey = NoteletAPI.Survey.sample(from: office.service.clock.now())
        survey.reward = -1
        let negative = CreateSurveyRequest(survey: survey)
        #expect(try await office.desk.refusal(Desk.createSurvey, negative).reason == .negativeValue)
        survey.reward = .max
        let much = try await office.desk.refusal(
            Desk.createSurvey,
            CreateSurveyRequest(survey: survey)
        )
        #expect(much.reason == .amountOutOfRange && much.fields == ["maximum": "1000000"])
        let nothing = try await office.desk.refusal(Desk.createSurvey, CreateSurveyRequest())
        #expect(nothing.fields["field"] == "title")
        survey.reward = 1
        let unnamed = CreateSurveyRequest(survey: survey)
        let refusal = try await office.desk.refusal(Desk.createSurvey, unnamed)
        #expect(refusal.fields == ["field": "reference", "expected": "1 to 128 bytes"])
    }

    @Test func aSurveyIsMadeOnceForEachReference() async throws {
        let survey = NoteletAPI.Survey.sample(from: office.service.clock.now())
        var request = CreateSurveyRequest(survey: survey, reference: [1])
        let made = try await office.desk.call(Desk.createSurvey, request)
        #expect(try await office.desk.call(Desk.createSurvey, request) == made)
        request.survey?.reward += 1
        #expect(
            try await office.desk.refusal(Desk.createSurvey, request).reason == .referenceReused
        )
        let list = try await office.desk.call(Desk.listSurveys, ListSurveysRequest())
        #expect(list.surveys == [made.survey])
        let audit = try office.service.audit().filter { $0.action.hasPrefix("rewards survey") }
        #expect(audit.count == 1)
    }

    @Test func aSurveyIsPutOffAndBounded() async throws {
        let made = try await office.create()
        let id = try #require(made.survey?.id)
        let end = office.service.clock.now().adding(seconds: 90 * 86_400).toTheMinute
        var request = UpdateSurveyRequest(id: id, expiresAt: Timestamp(end))
        var updated = try await office.desk.call(Desk.updateSurvey, request).survey
        #expect(updated?.survey?.expiresAt == Timestamp(end))
        #expect(updated?.survey?.submissionsMax == 0)
        request = UpdateSurveyRequest(id: id, submissionsMax: 1)
        for _ in 0..<2 {
            updated = try await office.desk.call(Desk.updateSurvey, request).survey
            #expect(updated?.survey?.expiresAt == Timestamp(end))
            #expect(updated?.survey?.submissionsMax == 1 && updated?.survey?.closed == false)
        }
        let answers = SubmitAnswersRequest(surveyID: id, answers: .sample)
        _ = try await office.call(RewardsAPI.submitAnswers, answers)
        let late = try await office.refusal(RewardsAPI.submitAnswers, answers, as: ben)
        #expect(late.reason == .surveyExpired)
        let asked = GetListedSurveyRequest(id: id)
        let full = try await office.desk.call(Desk.getListedSurvey, asked).survey
        #expect(full?.survey?.closed == true && full?.closedAt == nil)
        #expect(full?.submissionCount == 1)
        let shown = try await office.call(RewardsAPI.getSurvey, GetSurveyRequest(id: id)).survey
        #expect(shown?.closed == true && shown?.submissionsMax == 1)
        _ = try await office.desk.call(
            Desk.updateSurvey,
            UpdateSurveyRequest(id: id, submissionsMax: 0)
        )
        _ = try await office.call(RewardsAPI.submitAnswers, answers, as: ben)
        let audit = try office.service.audit().filter { $0.action.contains("survey update") }
        #expect(audit.count == 3 && audit[1].action.hasSuffix("--submissions-max 1"))
        let foreign = [UInt8](repeating: 7, count: 16)
        let unknown = UpdateSurveyRequest(id: foreign)
        #expect(
            try await office.desk.refusal(Desk.updateSurvey, unknown).reason == .surveyNotFound
        )
        let other = GetListedSurveyRequest(id: foreign)
        #expect(
            try await office.desk.refusal(Desk.getListedSurvey, other).reason == .surveyNotFound
        )
        #expect(try await office.desk.verify().findingCount == 0)
    }

    @Test func operatorsGrantPointsOnce() async throws {
        var request = GrantPointsRequest(
            userID: anna.user.id,
            points: 1_000_000,
            reference: [1],
            reason: "お詫び",
            title: "遅れのお詫び"
        )
        let granted = try await office.desk.call(Desk.grantPoints, request)
        #expect(granted.transfer == 1)
        #expect(granted.balance == PointBalance(points: 1_000_000, yenTenths: 1_000_000))
        #expect(try await office.desk.call(Desk.grantPoints, request) == granted)
        #expect(try await office.points().points == 1_000_000)
        let grants = try office.service.audit().filter { $0.action.hasPrefix("rewards grant") }
        #expect(grants.count == 1 && grants[0].action.hasSuffix("1000000 --reason 'お詫び'"))
        // What the audit log says is not what the person reads.
        let told = try await office.transactions()
        #expect(told.map(\.title) == ["遅れのお詫び"] && told.map(\.reason) == [.grant])
        request.points = 2
        #expect(try await office.desk.refusal(Desk.grantPoints, request).reason == .referenceReused)
        let cases: [(RefusalReason, (inout GrantPointsRequest) -> Void)] = [
            (.negativeValue, { $0.points = -1 }), (.negativeValue, { $0.points = .min }),
            (.amountOutOfRange, { $0.points = 0 }),
            (.amountOutOfRange, { $0.points = 1_000_001 }),
            (.amountOutOfRange, { $0.points = .max }),
            (.invalidValue, { $0.reference = [] }),
            (.invalidValue, { $0.reference = [UInt8](repeating: 1, count: 129) }),
            (.invalidValue, { $0.userID.removeLast() }),
            (.invalidValue, { $0.reason = String(repeating: "a", count: 1_001) }),
            (.invalidValue, { $0.title = String(repeating: "a", count: 201) }),
            (.invalidValue, { $0.expiresAt = Timestamp(seconds: 1) }),
            (.userNotFound, { $0.userID = [UInt8](repeating: 7, count: 16) }),
        ]
        for (index, (reason, change)) in cases.enumerated() {
            var bad = GrantPointsRequest(userID: ben.user.id, points: 1, reference: .new())
            change(&bad)
            let refusal = try await office.desk.refusal(Desk.grantPoints, bad)
            #expect(refusal.reason == reason, "case \(index)")
        }
        #expect(try await office.points(ben).points == 0)
        // The ledger takes back what was wrong.
        let correction = CorrectTransferRequest(transfer: granted.transfer)
        _ = try await office.desk.call(LedgerAdministrationAPI.correctTransfer, correction)
        #expect(try await office.points().points == 0)
    }

    @Test func goalsAreDefinedAndTakenAway() async throws {
        let mission = NoteletAPI.Mission(name: "three", title: "3件", kind: .submissions, goal: 3)
        _ = try await office.desk.call(Desk.defineMission, DefineMissionRequest(mission: mission))
        let achievement = NoteletAPI.Achievement(
            name: "first",
            title: "はじめて",
            kind: .submissions,
            goal: 1,
            reward: 5
        )
        let define = DefineAchievementRequest(achievement: achievement)
        _ = try await office.desk.call(Desk.defineAchievement, define)
        let missions = try await office.desk.call(
            Desk.listDefinedMissions,
            ListDefinedMissionsRequest()
        )
        #expect(missions.missions == [mission])
        let achievements = try await office.desk.call(
            Desk.listDefinedAchievements,
            ListDefinedAchievementsRequest()
        )
        #expect(achievements.achievements == [achievement])
        let survey = try await office.create()
        let request = SubmitAnswersRequest(
            surveyID: try #require(survey.survey?.id),
            answers: .sample
        )
        let done = try await office.call(RewardsAPI.submitAnswers, request)
        #expect(done.achievements == [achievement] && done.balance?.points == 155)
        let listed = try await office.call(RewardsAPI.listAchievements, ListAchievementsRequest())
        #expect(listed.achievements.map(\.progress) == [1])
        #expect(listed.achievements.first?.earnedAt == Timestamp(office.service.clock.now()))
        let progress = try await office.call(RewardsAPI.listMissions, ListMissionsRequest())
        #expect(progress.missions.map(\.progress) == [1])
        for kind in [0, 3, 258, -1] as [Int32] {
            var unknown = mission
            unknown.kind = .init(rawValue: kind)
            let request = DefineMissionRequest(mission: unknown)
            let refusal = try await office.desk.refusal(Desk.defineMission, request)
            #expect(refusal.fields == ["field": "kind", "expected": "submissions, check_in"])
        }
        let gone = WithdrawMissionRequest(mission: "three")
        _ = try await office.desk.call(Desk.withdrawMission, gone)
        #expect(
            try await office.desk.refusal(Desk.withdrawMission, gone).reason == .missionNotFound
        )
        let none = WithdrawAchievementRequest(achievement: "none")
        let unknown = try await office.desk.refusal(Desk.withdrawAchievement, none)
        #expect(unknown.reason == .achievementNotFound)
        let audit = try office.service.audit().map(\.action)
        #expect(audit.contains("rewards mission define three"))
        #expect(audit.contains("rewards mission withdraw three"))
        #expect(audit.contains("rewards achievement define first"))
    }

    /// Refusals name kinds as all that takes them does.
    @Test func kindsHaveTheirNamesInTheContract() {
        for kind in RewardRules.MissionKind.allCases {
            #expect(NoteletAPI.MissionKind(rawValue: Int32(kind.rawValue)).plainName == kind.word)
        }
        for kind in RewardRules.AchievementKind.allCases {
            let named = NoteletAPI.AchievementKind(rawValue: Int32(kind.rawValue))
            #expect(named.plainName == kind.word)
        }
    }
}
