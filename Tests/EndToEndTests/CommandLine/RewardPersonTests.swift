import Foundation
import NoteletAPI
import NoteletClient
import TTRPC
import TestSupport
import Testing

/// Surveys and points: an operator asks, people answer at a terminal.
@Suite(.timeLimit(.minutes(1)))
struct RewardPersonTests {
    static let offering = ["--features", "accounts,notes,ledger,rewards"]

    @Test("A survey is found, read and answered once, by the beginning of its id")
    func answering() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        try await desk.addSurvey("アンケート1")
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        let list = try await person.json("surveys", "list", "--category", "product")["surveys"]
        #expect(list.count == 1 && list[0]["title"].text == "アンケート1")
        #expect(list[0]["submitted"].flag == false && list[0]["reward"].number == 150)
        #expect(try await person.json("surveys", "list", "--category", "x")["surveys"].count == 0)
        let beginning = String(list[0]["id"].text.prefix(8))
        let shown = try await person.run("surveys", "show", beginning)
        #expect(shown.output.contains("1. How often? (one of)\n   1) Daily\n"), "\(shown)")
        let short = try await person.run("surveys", "answer", beginning, "2", "--json")
        let code = try Document(short.errorOutput)["error"]["code"].text
        #expect(short.exitCode == 1 && code == "incomplete_answers")
        // Who does as the refusal says chooses what `show` has under that number.
        let wrong = try await person.run("surveys", "answer", beginning, "3", "because", "no")
        #expect(wrong.exitCode == 64, "\(wrong)")
        #expect(wrong.errorOutput.contains("Answer 1") && wrong.errorOutput.contains("1 to 2."))
        let given = try await person.json("surveys", "answer", beginning, "2", "because", "nothing")
        #expect(given["awarded"].number == 150 && given["balance"]["points"].number == 150)
        let again = try await person.run("surveys", "answer", beginning, "1", "x", "y")
        #expect(again.exitCode == 1 && again.errorOutput.contains("once"), "\(again)")
        let entries = try await person.json("points", "history")["transactions"]
        #expect(entries.count == 1 && entries[0]["kind"].text == "earn")
        #expect(entries[0]["reason"].text == "survey" && entries[0]["title"].text == "アンケート1")
        let history = try await person.run("points", "history")
        #expect(history.output.contains("アンケート1"), "\(history)")
        #expect(try await person.run("points", "show").output == "150 points (15 yen)\n")
        #expect(await desk.server.stop() == 0)
    }

    @Test("A person who has no points sees none, and says where the days begin")
    func withoutSurveys() async throws {
        let desk = try await AdminDesk(arguments: Self.offering)
        let person = try await Person.signedUp("testuser", at: desk.server.address)
        #expect(try await person.json("surveys", "list")["surveys"].count == 0)
        #expect(try await person.json("points", "show")["balance"]["points"].number == 0)
        let shown = try await person.run("points", "show")
        #expect(shown.output == "0 points (0 yen)\n", "\(shown)")
        for list in [["points", "history"], ["points", "expiring"], ["missions", "list"]] {
            let run = try await person.run(list[0], list[1])
            #expect(run.exitCode == 0 && run.output.hasSuffix(".\n"), "\(run)")
        }
        #expect(try await person.json("achievements")["achievements"].count == 0)
        let zone = try await person.json("time-zone", "Asia/Tokyo")["streak"]
        #expect(zone["time_zone"].text == "Asia/Tokyo" && zone["current"].number == 0)
        // Midnight in Tokyo.
        #expect(zone["next_day_at"].text.hasSuffix("T15:00:00.000Z"), "\(zone)")
        let nowhere = try await person.run("time-zone", "Mars/Olympus", "--json")
        #expect(nowhere.exitCode == 1)
        let code = try Document(nowhere.errorOutput)["error"]["code"].text
        #expect(code == "time_zone_not_found")
        #expect(try await person.json("check-in")["counted"].flag == true)
        let again = try await person.json("check-in")
        #expect(again["counted"].flag == false && again["streak"]["current"].number == 1)
        #expect(try await person.run("streak").output.contains("Asia/Tokyo"))
        let missing = try await person.run("missions", "claim", "none", "--json")
        let reason = try Document(missing.errorOutput)["error"]["code"].text
        #expect(missing.exitCode == 1 && reason == "mission_not_found")
        #expect(await desk.server.stop() == 0)
    }
}

extension AdminDesk {
    /// Makes a survey of three questions, which is worth 150 points.
    func addSurvey(_ title: String) async throws {
        let survey = Survey(
            title: title,
            questions: [
                SurveyQuestion(text: "How often?", kind: .oneChoice, options: ["Daily", "Seldom"]),
                SurveyQuestion(text: "Why?", kind: .text),
                SurveyQuestion(text: "What else?", kind: .text),
            ],
            reward: 150,
            estimatedMinutes: 5,
            expiresAt: Timestamp(Date(timeIntervalSinceNow: 86_400)),
            category: "product"
        )
        let client = try await Client.connect(to: try Address("unix://\(socketPath)"))
        defer { client.close() }
        let method = RewardsAdministrationAPI.createSurvey
        let _: CreateSurveyResponse = try await client.call(
            TTRPC.MethodDescriptor(service: method.service, method: method.name),
            CreateSurveyRequest(survey: survey, reference: [1])
        )
    }
}
