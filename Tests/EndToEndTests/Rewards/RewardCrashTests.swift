import Foundation
import NoteletAPI
import NoteletClient
import TestSupport
import Testing

/// Rewards where servers are killed, clocks are wrong, and stores are moved.
@Suite(.timeLimit(.minutes(3)))
struct RewardCrashTests {
    @Test("Each answer is rewarded exactly once, whenever the server is killed")
    func killsBetweenAnswerAndReward() async throws {
        var random = SeededGenerator()
        let desk = try await AdminDesk.ofRewards()
        let ids = try await desk.makeSurveys(12)
        let people = try await signUp(["anna", "bert", "cleo"], at: desk)
        for id in ids {
            let pause = Int.random(in: 0...6_000, using: &random)
            try await withThrowingTaskGroup(of: [SubmitAnswersResponse].self) { group in
                for person in people {
                    group.addTask { try await Self.submitTwice(to: id, by: person) }
                }
                try await Task.sleep(for: .microseconds(pause))
                try await desk.server.restart(SIGKILL)
                for try await pair in group {
                    #expect(pair[0].awarded == 150 && pair[0] == pair[1], "\(random)")
                }
            }
        }
        for person in people {
            let entries = try await all(person.listTransactions())
            #expect(entries.map { $0.entry?.change } == ids.map { _ in 150 }, "\(random)")
            #expect(try await person.getBalance().points == Int64(150 * ids.count), "\(random)")
            let again = await #expect(throws: NoteletError.self) {
                try await person.submitAnswers(
                    surveyID: ids[0],
                    answers: RewardSample.answers("again")
                )
            }
            #expect(again?.reason == .alreadySubmitted, "\(random)")
        }
        let surveys = try await desk.ask(RewardsAdministrationAPI.listSurveys, .init()).surveys
        #expect(surveys.allSatisfy { Int($0.submissionCount) == people.count }, "\(random)")
        try await desk.proveFiles()
    }

    /// Sends answers, and sends them once more under the same key.
    private static func submitTwice(
        to id: [UInt8],
        by person: Notelet
    ) async throws -> [SubmitAnswersResponse] {
        let key = IdempotencyKey()
        var replies: [SubmitAnswersResponse] = []
        for _ in 0..<2 {
            replies.append(
                try await person.submitAnswers(
                    surveyID: id,
                    answers: RewardSample.answers("because"),
                    idempotencyKey: key
                )
            )
        }
        return replies
    }

    @Test("Check-ins and claims are counted once, whenever the server is killed")
    func killsBetweenCheckInAndClaim() async throws {
        var random = SeededGenerator()
        let clock = try await ClockLibrary(in: TemporaryDirectory())
        let desk = try await AdminDesk.ofRewards(serverEnvironment: clock.environment)
        let mission = Mission(name: "daily", title: "Day", kind: .checkIn, goal: 1, reward: 5)
        _ = try await desk.ask(RewardsAdministrationAPI.defineMission, .init(mission: mission))
        let person = try await signUp("anna", at: desk.server.address)
        let dayCount = 8
        for day in 0..<dayCount {
            try clock.setAhead(.seconds(day * 86_400))
            let pause = Int.random(in: 0...6_000, using: &random)
            async let done: (Int32?, Int64) = {
                let streak = try await person.checkIn().streak?.current
                return (streak, try await person.claimMission(mission: "daily").awarded)
            }()
            try await Task.sleep(for: .microseconds(pause))
            try await desk.server.restart(SIGKILL)
            let (streak, awarded) = try await done
            #expect(streak == Int32(day + 1) && awarded == 5, "\(random)")
        }
        #expect(try await person.getBalance().points == Int64(5 * dayCount), "\(random)")
        try await desk.proveFiles()
    }

    @Test("A clock that is wrong wins no day, and brings none back")
    func wrongClocks() async throws {
        let clock = try await ClockLibrary(in: TemporaryDirectory())
        let desk = try await AdminDesk.ofRewards(serverEnvironment: clock.environment)
        let person = try await signUp("anna", at: desk.server.address)
        func checkIn(daysAhead days: Int) async throws -> [Int32] {
            try clock.setAhead(.seconds(days * 86_400))
            let reply = try await person.checkIn()
            return [reply.counted ? 1 : 0, try #require(reply.streak).current]
        }
        #expect(try await checkIn(daysAhead: 0) == [1, 1])
        #expect(try await checkIn(daysAhead: 1) == [1, 2])
        #expect(try await checkIn(daysAhead: 0) == [0, 2])
        #expect(try await checkIn(daysAhead: -1) == [0, 2])
        #expect(try await checkIn(daysAhead: 2) == [1, 3])
        #expect(try await checkIn(daysAhead: 4) == [1, 1])
        #expect(try await person.getStreak().longest == 3)
        // A machine that was off for weeks.
        try clock.setAhead(.seconds(20 * 86_400))
        try await desk.server.restart()
        #expect(try await person.getStreak().current == 0)
        #expect(await desk.server.stop() == 0)
    }

    @Test("A dump of a store with rewards makes the same store")
    func dumpAndLoad() async throws {
        let desk = try await AdminDesk.ofRewards()
        let ids = try await desk.makeSurveys(3)
        let api = RewardsAdministrationAPI.self
        let mission = Mission(name: "daily", title: "Day", kind: .checkIn, goal: 1, reward: 5)
        _ = try await desk.ask(api.defineMission, .init(mission: mission))
        let achievement = Achievement(name: "ten", title: "Ten", kind: .submissions, goal: 2)
        _ = try await desk.ask(api.defineAchievement, .init(achievement: achievement))
        for name in ["anna", "bert"] {
            let person = try await signUp(name, at: desk.server.address)
            _ = try await person.setTimeZone(timeZone: "Asia/Seoul")
            for id in ids.dropLast() {
                _ = try await person.submitAnswers(
                    surveyID: id,
                    answers: RewardSample.answers(name)
                )
            }
            _ = try await person.checkIn()
            _ = try await person.claimMission(mission: "daily")
        }
        let closing = CloseSurveyRequest(id: ids[2])
        _ = try await desk.ask(api.closeSurvey, closing)
        try await desk.proveFiles()

        let path = desk.server.storePath
        let (dump, copy) = (path + ".jsonl", path + "2")
        #expect(try await Admin(store: path).reveal(to: dump).exitCode == 0)
        let load = try await Admin(store: copy).run("load", dump, "--key-file", path + ".key")
        #expect(load.exitCode == 0, "\(load)")
        try FileManager.default.copyItem(atPath: path + ".key", toPath: copy + ".key")
        #expect(try await Admin(store: copy).reveal(to: dump + "2").exitCode == 0)
        #expect(FileManager.default.contentsEqual(atPath: dump, andPath: dump + "2"))
        let proof = try await desk.run("ledger", "verify", "--store", copy)
        #expect(proof.exitCode == 0, "\(proof)")
        let text = try String(contentsOfFile: dump, encoding: .utf8)
        for kind in ["survey", "submission", "mission", "achievement", "reward_zone", "check_in"] {
            #expect(text.contains("\"\(kind)\""), "\(kind)")
        }
    }
}
