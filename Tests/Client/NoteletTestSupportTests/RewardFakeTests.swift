import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Fakes of rewards")
struct RewardFakeTests {
    @Test("Surveys are found by category and id, and answers earn the reward, each call recorded")
    func surveys() async throws {
        let survey = Survey.fixture(reward: .points(150))
        let repository = MockSurveyRepository(surveysToReturn: [survey])
        #expect(try await repository.fetchAvailable() == [survey])
        #expect(try await repository.fetchByCategory(SurveyCategory(rawValue: "x")) == [])
        #expect(try await repository.findById(survey.id) == survey)
        #expect(try await repository.findById(UUID()) == nil)
        let intention = UUID()
        let award = try await repository.submitAnswers(
            [.text("1")],
            toSurvey: survey.id,
            intention: intention
        )
        #expect(award.points == .points(150))
        #expect(repository.submitAnswersCalls.arguments.map(\.intention) == [intention])
        await #expect(throws: AppError.self) {
            try await repository.submitAnswers([], toSurvey: UUID(), intention: intention)
        }
        var seen = repository.observeSurveys(ofCategory: .product).makeAsyncIterator()
        #expect(await seen.next() == [survey])
        repository.surveys.value = []
        #expect(await seen.next() == .some([]))
    }

    @Test("Points come page by page, and observers see what the test tells")
    func points() async throws {
        let balance = PointBalance(points: .points(20))
        let transactions = (1...3).map { number in
            PointTransaction(
                id: number,
                kind: .earn,
                change: 10,
                balance: .points(10),
                occurredAt: FakeClock.start
            )
        }
        let repository = MockPointRepository(
            balanceToReturn: balance,
            transactions: transactions,
            expiring: [ExpiringPoints(expiresAt: FakeClock.start, points: .points(20))]
        )
        #expect(try await repository.fetchBalance() == balance)
        #expect(try await repository.fetchExpiring().map(\.points) == [.points(20)])
        var pages: [[UInt64]] = []
        for try await page in repository.transactionPages(pageSize: 2) {
            pages.append(page.map(\.id))
        }
        #expect(pages == [[1, 2], [3]] && repository.transactionPageCalls.count == 2)
        var seen = repository.observeBalance().makeAsyncIterator()
        #expect(await seen.next() == balance)
        repository.balance.value = nil
        #expect(await seen.next() == .some(nil))
    }

    @Test("Missions, the streak and achievements are what the test says")
    func gamification() async throws {
        let streak = Streak(
            current: 2,
            longest: 7,
            isCheckedInToday: true,
            today: "2024-01-01",
            timeZone: "Asia/Seoul",
            nextDayAt: FakeClock.start
        )
        let repository = MockGamificationRepository(streakToReturn: streak)
        let asked = [
            try await repository.fetchStreak(), try await repository.setTimeZone("Asia/Seoul"),
        ]
        #expect(asked == [streak, streak])
        let intention = UUID()
        let checkIn = try await repository.checkIn(intention: intention)
        #expect(checkIn == CheckIn(streak: streak, isCounted: false))
        #expect(repository.checkInCalls.arguments == [intention])
        #expect(repository.setTimeZoneCalls.arguments == ["Asia/Seoul"])
        #expect(try await repository.fetchMissions() == [])
        #expect(try await repository.fetchAchievements() == [])
        repository.claimMissionCalls.handler = { _ in
            Award(points: .points(30), balance: PointBalance(points: .points(30)))
        }
        let award = try await repository.claimMission("three", intention: UUID())
        #expect(award.points == .points(30))
        var streaks = repository.observeStreak().makeAsyncIterator()
        #expect(await streaks.next() == streak)
        var missions = repository.observeMissions().makeAsyncIterator()
        #expect(await missions.next() == .some([]))
        var achievements = repository.observeAchievements().makeAsyncIterator()
        #expect(await achievements.next() == .some([]))
    }
}
