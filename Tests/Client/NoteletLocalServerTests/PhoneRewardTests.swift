import Foundation
import NoteletClient
import NoteletInterface
import NoteletLocalServer
import NoteletOffline
import NoteletTestSupport
import Testing

/// Surveys and points on a phone, and the server that gives them.
@Suite("Rewards on a phone", .timeLimit(.minutes(1)))
struct PhoneRewardTests {
    private let server: LocalServer
    private let phone: Phone
    private let user: NoteletInterface.User

    init() async throws {
        server = try LocalServer()
        phone = try Phone(server)
        user = try await phone.signUp("minji")
    }

    private var application: OfflineApplication { phone.application }

    private func survey(
        _ title: String,
        category: SurveyCategory = .product
    ) async throws -> UUID {
        let questions: [NoteletInterface.SurveyQuestion] = [
            .fixture(kind: .text(characterCountMax: 100)), .fixture(kind: .oneChoice(["a", "b"])),
        ]
        return try await server.desk.createSurvey(
            .fixture(
                title: title,
                questions: questions,
                reward: .points(150),
                expiresAt: Date() + 86_400,
                category: category
            )
        )
    }

    @Test("A survey is answered once and given once, however often it is sent")
    func answering() async throws {
        let id = try await survey("アンケート1")
        let found = try #require(try await application.surveys.findById(id))
        let list = try await application.surveys.fetchAvailable()
        #expect(list == [found] && !found.isSubmitted && found.reward == .points(150))
        let screen = await SurveyDetailViewModel(
            survey: found,
            surveyRepository: application.surveys
        )
        await screen.answerChanged(.text("はい"), at: 0)
        await screen.answerChanged(.choices([1]), at: 1)
        await screen.submitButtonTapped().value
        #expect(await screen.earnedPoints == .points(150))
        // The same once more, as after a lost reply, and as somebody would who wants it twice.
        let answers: [NoteletInterface.SurveyAnswer] = [.text("はい"), .choices([1])]
        let error = await #expect(throws: AppError.self) {
            try await application.surveys.submitAnswers(answers, toSurvey: id, intention: UUID())
        }
        #expect(error?.refusal?.reason == "ALREADY_SUBMITTED")
        #expect(try await application.points.fetchBalance().points == .points(150))
        #expect(try await application.surveys.fetchAvailable().first?.isSubmitted == true)
        await application.close()
    }

    @Test("A retry under the same intention is told the same, and gives nothing more")
    func retry() async throws {
        let id = try await survey("アンケート1")
        let intention = UUID()
        let awards = [
            try await application.surveys.submitAnswers(
                [.text("1"), .choices([0])],
                toSurvey: id,
                intention: intention
            ),
            try await application.surveys.submitAnswers(
                [.text("1"), .choices([0])],
                toSurvey: id,
                intention: intention
            ),
        ]
        #expect(awards[0] == awards[1] && awards[0].balance.points == .points(150))
        #expect(try await application.points.fetchBalance().points == .points(150))
        await application.close()
    }

    @Test("What was answered before, with a reply that never came, is answered")
    func lostReply() async throws {
        let id = try await survey("アンケート1")
        let found = try #require(try await application.surveys.findById(id))
        let answers: [NoteletInterface.SurveyAnswer] = [.text("はい"), .choices([1])]
        // The application was started anew in between, and so it is another intention.
        _ = try await application.surveys.submitAnswers(answers, toSurvey: id, intention: UUID())
        let screen = await SurveyDetailViewModel(
            survey: found,
            surveyRepository: application.surveys
        )
        for (index, answer) in answers.enumerated() {
            await screen.answerChanged(answer, at: index)
        }
        await screen.submitButtonTapped().value
        #expect(await screen.survey.isSubmitted)
        #expect(await screen.error == nil)
        #expect(try await application.points.fetchBalance().points == .points(150))
        await application.close()
    }

    @Test("Surveys of a category, and points, are there without a server as they were last")
    func offline() async throws {
        _ = try await survey("アンケート1")
        _ = try await survey("アンケート2", category: SurveyCategory(rawValue: "travel"))
        try await server.desk.grantPoints(.points(20), to: user.id, title: "환영합니다")
        let surveys = application.surveys
        #expect(try await surveys.fetchAvailable().count == 2)
        #expect(try await surveys.fetchByCategory(.product).map(\.title) == ["アンケート1"])
        #expect(try await application.points.fetchBalance().yen == 2)
        var transactions: [NoteletInterface.PointTransaction] = []
        for try await page in application.points.transactionPages(pageSize: 10) {
            transactions += page
        }
        #expect(transactions.map(\.change) == [20] && transactions.first?.reason == .grant)
        #expect(transactions.first?.title == "환영합니다")
        await server.stop()
        try await phone.restart()
        #expect(try await application.points.fetchBalance().points == .points(20))
        let kept = try await application.surveys.fetchByCategory(.product)
        #expect(kept.map(\.title) == ["アンケート1"])
        var seen = application.surveys.observeSurveys(ofCategory: nil).makeAsyncIterator()
        #expect(await seen.next()??.count == 2)
        await application.close()
    }

    @Test("A mission is done by checking in, claimed once, and what it gave is seen")
    func missions() async throws {
        let mission = DailyMission(
            id: "check-in",
            title: "出席",
            day: "",
            goal: 1,
            progress: 0,
            reward: .points(5),
            isClaimed: false
        )
        try await server.desk.defineMission(mission, ofCheckIns: true)
        let gamification = application.gamification
        #expect(try await gamification.fetchMissions().map(\.isClaimable) == [false])
        #expect(try await gamification.setTimeZone("Asia/Tokyo").timeZone == "Asia/Tokyo")
        let intention = UUID()
        let checkIn = try await gamification.checkIn(intention: intention)
        #expect(checkIn.isCounted && checkIn.streak.current == 1)
        #expect(checkIn.streak.isCheckedIn(at: Date()))
        #expect(!checkIn.streak.isCheckedIn(at: checkIn.streak.nextDayAt))
        // What came of it is told once more under the same intention, and no more under another.
        #expect(try await gamification.checkIn(intention: intention) == checkIn)
        #expect(try await gamification.checkIn(intention: UUID()).isCounted == false)
        #expect(try await gamification.fetchMissions().map(\.isClaimable) == [true])
        let award = try await gamification.claimMission(mission.id, intention: UUID())
        #expect(award.points == .points(5))
        await #expect(throws: AppError.self) {
            try await gamification.claimMission(mission.id, intention: UUID())
        }
        try await phone.wait(for: application.points.observeBalance()) {
            $0?.points == .points(5)
        }
        await application.close()
    }
}
