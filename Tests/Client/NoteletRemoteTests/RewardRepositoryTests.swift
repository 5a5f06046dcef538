import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import TTRPC
import Testing

@Suite("Rewards over the wire", .timeLimit(.minutes(1)))
struct RewardRepositoryTests {
    private static let balance = NoteletAPI.PointBalance(points: 1_155, yenTenths: 1_155)

    @Test("Surveys come from all pages, and a category asks for its own")
    func surveys() async throws {
        let asked = Log<String>()
        let ids = [UUID(), UUID()]
        let desk = try await Desk.signedIn { router in
            router.answer(RewardsAPI.listAvailable) { request, _ in
                let isFirst = request.cursor.isEmpty
                let survey = NoteletAPI.Survey(
                    id: ids[isFirst ? 0 : 1].bytes,
                    title: isFirst ? "1" : "2",
                    questions: [
                        .init(text: "a", kind: .text, maximum: 0),
                        .init(text: "b", kind: .oneChoice, options: ["x", "y"]),
                        .init(text: "c", kind: .severalChoices, options: ["x", "y"], maximum: 0),
                        .init(text: "d", kind: .init(rawValue: 9)),
                    ],
                    reward: 100,
                    estimatedMinutes: 5,
                    expiresAt: Timestamp(seconds: 60),
                    category: "product",
                    submitted: !isFirst
                )
                return ListAvailableResponse(surveys: [survey], nextCursor: isFirst ? [7] : [])
            }
            router.answer(RewardsAPI.listByCategory) { request, _ in
                asked.append(request.category)
                return ListByCategoryResponse(surveys: [])
            }
            router.answer(RewardsAPI.getSurvey) { request, _ in
                guard request.id == ids[0].bytes else {
                    throw try RPCError.refusal(.surveyNotFound)
                }
                return GetSurveyResponse(survey: .init(id: request.id, title: "1"))
            }
        }
        let repository = desk.remote.surveys
        let surveys = try await repository.fetchAvailable()
        #expect(surveys.map(\.title) == ["1", "2"] && surveys.map(\.isSubmitted) == [false, true])
        let survey = try #require(surveys.first)
        #expect(survey.rewardEfficiency() == 20 && survey.category == .product)
        #expect(survey.expiresAt == Date(timeIntervalSince1970: 60))
        #expect(
            survey.questions.map(\.kind) == [
                .text(characterCountMax: 2_000), .oneChoice(["x", "y"]),
                .severalChoices(["x", "y"], countMax: 2), .unknown,
            ]
        )
        #expect(try await repository.fetchByCategory(.product) == [])
        #expect(asked.entries == ["product"])
        #expect(try await repository.findById(ids[0])?.title == "1")
        #expect(try await repository.findById(ids[1]) == nil)
    }

    @Test("Answers go out under the key of the intention, and what was given is what is told")
    func submission() async throws {
        let calls = Log<String>()
        let desk = try await Desk.signedIn { router in
            router.answer(RewardsAPI.submitAnswers) { request, context in
                calls.append("\(context.key ?? "") \(request.answers.map(\.text))")
                calls.append("\(request.answers.map(\.choices))")
                return SubmitAnswersResponse(
                    awarded: 150,
                    balance: Self.balance,
                    achievements: [.init(name: "first", title: "はじめて")]
                )
            }
        }
        let intention = UUID()
        let award = try await desk.remote.surveys.submitAnswers(
            [.text("はい"), .choices([0, 2])],
            toSurvey: UUID(),
            intention: intention
        )
        #expect(award.points == .points(150) && award.balance.points == .points(1_155))
        #expect(award.balance.yen == Decimal(string: "115.5") && award.achievements == ["はじめて"])
        #expect(calls.entries == ["\(intention) [\"はい\", \"\"]", "[[], [0, 2]]"])
    }

    @Test("Points, what they came by and when they lapse, page by page")
    func points() async throws {
        let desk = try await Desk.signedIn { router in
            router.answer(RewardsAPI.getBalance) { _, _ in
                GetPointsResponse(balance: Self.balance)
            }
            router.answer(RewardsAPI.listTransactions) { request, _ in
                let isFirst = request.cursor.isEmpty
                let entry = LedgerEntry(
                    sequence: isFirst ? 2 : 1,
                    kind: isFirst ? .forfeit : .earn,
                    amount: 5,
                    change: isFirst ? -5 : 5,
                    balance: isFirst ? 0 : 5,
                    occurredAt: Timestamp(seconds: 60)
                )
                let told = NoteletAPI.PointTransaction(
                    entry: entry,
                    reason: isFirst ? .unspecified : .survey,
                    title: isFirst ? "" : "アンケート1"
                )
                return .init(transactions: [told], nextCursor: isFirst ? [7] : [])
            }
            router.answer(RewardsAPI.listExpiring) { _, _ in
                .init(lots: [.init(expiresAt: Timestamp(seconds: 60), points: 5)])
            }
        }
        let points = desk.remote.points
        #expect(try await points.fetchBalance().points == .points(1_155))
        var entries: [NoteletInterface.PointTransaction] = []
        for try await page in points.transactionPages(pageSize: 1) { entries += page }
        #expect(entries.map(\.id) == [2, 1] && entries.map(\.kind) == [.other, .earn])
        #expect(entries.map(\.change) == [-5, 5] && entries.map(\.reason) == [nil, .survey])
        #expect(entries.map(\.title) == ["", "アンケート1"])
        let lots = try await points.fetchExpiring()
        #expect(lots.map(\.points) == [.points(5)])
    }

    @Test("A balance below 0 is none of the contract's")
    func strangeBalance() async throws {
        let desk = try await Desk.signedIn { router in
            router.answer(RewardsAPI.getBalance) { _, _ in .init(balance: .init(points: -1)) }
        }
        await #expect(throws: AppError.network(.unknown)) {
            try await desk.remote.points.fetchBalance()
        }
    }

    @Test("Missions have their day, and are claimed, checked in for and reached")
    func gamification() async throws {
        let streak = NoteletAPI.Streak(
            current: 7,
            longest: 31,
            checkedInToday: true,
            today: "2026-06-09",
            timeZone: "Asia/Tokyo",
            nextDayAt: Timestamp(seconds: 60)
        )
        let keys = Log<String>()
        let desk = try await Desk.signedIn { router in
            router.answer(RewardsAPI.listMissions) { _, _ in
                let mission = Mission(name: "three", title: "3件", goal: 3, reward: 30)
                return .init(
                    day: "2026-06-09",
                    missions: [.init(mission: mission, progress: 3, claimed: false)]
                )
            }
            router.answer(RewardsAPI.claimMission) { request, context in
                keys.append("\(context.key ?? "") \(request.mission)")
                return .init(awarded: 30, balance: Self.balance)
            }
            router.answer(RewardsAPI.checkIn) { _, context in
                keys.append(context.key ?? "")
                let reached = NoteletAPI.Achievement(name: "week", title: "7日")
                return .init(streak: streak, counted: true, achievements: [reached])
            }
            router.answer(RewardsAPI.getStreak) { _, _ in .init(streak: streak) }
            router.answer(RewardsAPI.setTimeZone) { request, _ in
                keys.append(request.timeZone)
                return .init(streak: streak)
            }
            router.answer(RewardsAPI.listAchievements) { _, _ in
                let achievement = NoteletAPI.Achievement(name: "first", title: "初", goal: 1)
                return .init(
                    achievements: [
                        .init(
                            achievement: achievement,
                            progress: 1,
                            earnedAt: Timestamp(seconds: 60)
                        )
                    ]
                )
            }
        }
        let repository = desk.remote.gamification
        let mission = try #require(try await repository.fetchMissions().first)
        #expect(mission.id == "three" && mission.day == "2026-06-09" && mission.isClaimable)
        let intention = UUID()
        let award = try await repository.claimMission(mission.id, intention: intention)
        #expect(award.points == .points(30))
        let checkIn = try await repository.checkIn(intention: intention)
        #expect(checkIn.isCounted && checkIn.achievements == ["7日"])
        for told in [
            checkIn.streak, try await repository.fetchStreak(),
            try await repository.setTimeZone("Asia/Tokyo"),
        ] {
            #expect(told.nextDayAt == Date(timeIntervalSince1970: 60))
            #expect(told.current == 7 && told.longest == 31 && told.isCheckedInToday)
            #expect(told.today == "2026-06-09" && told.timeZone == "Asia/Tokyo")
        }
        #expect(keys.entries == ["\(intention) three", "\(intention)", "Asia/Tokyo"])
        let reached = try await repository.fetchAchievements()
        #expect(reached.map(\.earnedAt) == [Date(timeIntervalSince1970: 60)])
    }
}
