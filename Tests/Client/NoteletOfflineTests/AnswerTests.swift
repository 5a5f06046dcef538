import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletTestSupport
import SQLite
import TTRPC
import Testing

@testable import NoteletOffline
@testable import NoteletRemote

/// What the service answered to questions about rewards, and what is shown of it without a network.
@Suite("Kept answers", .timeLimit(.minutes(1)))
struct AnswerTests {
    private let asked = Log<Void>()
    /// Has an entry once the service answers what is none of the contract's.
    private let strange = Log<Void>()
    private let town: Town

    /// Has a service that gives 10 points for each answer, and is asked for the balance.
    init() throws {
        let (asked, strange, submitted) = (asked, strange, Log<Void>())
        town = try Town { router in
            router.answer(RewardsAPI.getBalance) { _, _ in
                asked.append(())
                let points = Int64(10 * submitted.entries.count)
                return GetPointsResponse(balance: .init(points: points))
            }
            router.answer(RewardsAPI.submitAnswers) { _, _ in
                submitted.append(())
                let points = Int64(10 * submitted.entries.count)
                return SubmitAnswersResponse(awarded: 10, balance: .init(points: points))
            }
            router.answer(RewardsAPI.listAvailable) { _, _ in
                let question = NoteletAPI.SurveyQuestion(text: "?", kind: .text)
                let survey = NoteletAPI.Survey(
                    id: strange.entries.isEmpty ? UUID().bytes : [1],
                    title: "アンケート1",
                    questions: [question],
                    category: "product"
                )
                return ListAvailableResponse(surveys: [survey])
            }
        }
    }

    private func submit(_ application: OfflineApplication) async throws {
        let award = try await application.surveys.submitAnswers(
            [.text("1")],
            toSurvey: UUID(),
            intention: UUID()
        )
        #expect(award.points == .points(10))
    }

    private func points(_ application: OfflineApplication) async throws -> Int {
        try await application.points.fetchBalance().points.value
    }

    @Test("What was answered is there at once, and without a service")
    func keeping() async throws {
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        #expect(try await first.surveys.fetchAvailable().map(\.title) == ["アンケート1"])
        #expect(try await points(first) == 0)
        await first.close()
        town.stop()
        let later = try town.start(sessions: sessions)
        #expect(try await points(later) == 0)
        let kept = try await later.surveys.fetchAvailable()
        #expect(kept.map(\.category) == [.product] && kept.first?.questions.count == 1)
        // Of what was never asked for, nothing is known.
        await #expect(throws: AppError.self) { try await later.points.fetchExpiring() }
        await #expect(throws: AppError.self) { try await submit(later) }
        await later.close()
    }

    @Test("What cannot be shown is not kept, and costs nothing that was")
    func strangeAnswers() async throws {
        let application = try await town.signedIn { $0.reads = .networkFirst }
        let titles = try await application.surveys.fetchAvailable().map(\.title)
        strange.append(())
        await #expect(throws: AppError.self) { try await application.surveys.fetchAvailable() }
        town.stop()
        #expect(try await application.surveys.fetchAvailable().map(\.title) == titles)
        #expect(town.copies.allSatisfy { !$0.hasSuffix(".damaged") })
        await application.close()
    }

    @Test(
        "What was done here is seen by the next question, and by observers",
        arguments: [
            ReadPolicy.copyFirst, .networkFirst,
        ]
    )
    func ownChanges(policy: ReadPolicy) async throws {
        let application = try await town.signedIn { $0.reads = policy }
        var seen = application.points.observeBalance().makeAsyncIterator()
        #expect(await seen.next()??.points == .zero)
        try await submit(application)
        #expect(try await points(application) == 10)
        #expect(await seen.next()??.points == .points(10))
        await application.close()
    }

    @Test("What is kept is refreshed behind where it comes first, and asked for where it does not")
    func policies() async throws {
        let application = try await town.signedIn()
        for count in 1...3 {
            _ = try await points(application)
            await asked.wait(forCount: count)
        }
        await application.close()
    }

    @Test("Nothing that was answered is left when somebody signs out, nor taken in afterwards")
    func signingOut() async throws {
        let copy = try TestCopy()
        let question = Question(name: "q") { (_) throws(NoteletError) in
            NoteletAPI.PointBalance()
        } shown: { (balance) throws(AppError) in
            balance.points
        }
        try copy.tables.keep(NoteletAPI.PointBalance(points: 7), to: question, isOld: false)
        #expect(try copy.tables.answer(to: question)?.value == 7)
        try copy.tables.noteOldAnswers()
        #expect(try copy.tables.answer(to: question)?.isOld == true)
        try copy.tables.erase()
        #expect(try copy.tables.answer(to: question) == nil)
        try copy.tables.keep(NoteletAPI.PointBalance(points: 7), to: question, isOld: false)
        #expect(try copy.tables.answer(to: question) == nil)
    }

    @Test("An answer of more than a mebibyte is not kept, nor what was before it")
    func largeAnswers() throws {
        let copy = try TestCopy()
        let question = Question(name: "q") { (_) throws(NoteletError) in
            NoteletAPI.Streak()
        } shown: { (streak) throws(AppError) in
            streak.today.utf8.count
        }
        for (size, kept) in [(1, 1), ((1 << 20) - 4, (1 << 20) - 4), ((1 << 20) - 3, nil)] {
            let streak = NoteletAPI.Streak(today: String(repeating: "x", count: size))
            try copy.tables.keep(streak, to: question, isOld: false)
            #expect(try copy.tables.answer(to: question)?.value == kept)
        }
    }
}
