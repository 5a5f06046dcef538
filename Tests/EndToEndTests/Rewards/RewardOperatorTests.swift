import Foundation
import NoteletClient
import TestSupport
import Testing

/// Rewards as an operator sees to them, with commands.
@Suite(.timeLimit(.minutes(2)))
struct RewardOperatorTests {
    @Test("A survey is made of a file, answered, read as lines and as a table, and closed")
    func lifeOfASurvey() async throws {
        let desk = try await AdminDesk.ofRewards()
        let folder = TemporaryDirectory()
        let path = folder.path("survey.json")
        try RewardSample.file.write(toFile: path, atomically: true, encoding: .utf8)
        let run = try await desk.run("rewards", "survey", "create", path, "--json")
        let document = try Document(run.output)
        let (made, name) = (document["survey"], document["reference"].text)
        let id = made["id"].text
        #expect(made["reward"].number == 150 && made["questions"].count == 2)
        // Under the name that is told it is made once.
        let same = try await desk.rewards("survey", "create", path, "--reference", name)
        #expect(same["survey"]["id"].text == id && same["reference"].text == name)
        // What is shown of it makes another one.
        let again = try await desk.rewards("survey", "create", "-", input: run.output)
        #expect(again["survey"]["id"].text != id)
        let other = try await desk.run(
            ["rewards", "survey", "create", "-", "--reference", name],
            input: RewardSample.file.replacing("150", with: "151")
        )
        #expect(other.exitCode == 1 && other.errorOutput.contains("another"), "\(other)")

        let people = try await signUp(["anna", "bert"], at: desk)
        let survey = try #require(
            try await all(people[0].listAvailable())
                .first { Identifier(bytes: $0.id)?.description == id }
        )
        for (person, text) in zip(people, ["=1+1", "Tea, \"please\"\r\n- or milk"]) {
            let reply = try await person.submitAnswers(
                surveyID: survey.id,
                answers: RewardSample.answers(text)
            )
            #expect(reply.awarded == 150 && reply.balance?.points == 150)
        }
        let csv = try await desk.run("rewards", "survey", "submissions", id, "--format", "csv")
        let rows = CSV(csv.output).rows
        #expect(rows.map { $0["number"] } == ["1", "2"], "\(csv)")
        #expect(rows.map { $0["'=Why?"] } == ["'=1+1", "Tea, \"please\"\r\n'- or milk"])
        #expect(rows.map { $0["How often?"] } == ["Seldom", "Seldom"])
        let lines = try await desk.run("rewards", "survey", "submissions", id, "--json")
            .output.split(separator: "\n").map { try Document(String($0))["submission"] }
        #expect(lines.map { $0["answers"][1]["text"].text }.first == "=1+1")
        #expect(lines.map { $0["awarded"].number } == [150, 150])
        let one = try await desk.run("rewards", "survey", "submissions", id, "--limit", "1")
        #expect(one.output.contains("=1+1") && !one.output.contains("Tea"), "\(one)")
        let results = try await desk.run("rewards", "survey", "results", id, "--format", "csv")
        let counted = CSV(results.output).rows
        #expect(counted.map { $0["option"] } == ["Daily", "Seldom", ""], "\(results)")
        #expect(counted.map { $0["count"] } == ["0", "2", "2"], "\(results)")

        let words = ["--expires", "2031-01-01", "--submissions-max", "2"]
        let update = try await desk.run(["rewards", "survey", "update", id] + words + ["--json"])
        let updated = try Document(update.output)["survey"]
        #expect(updated["expires_at"].text == "2031-01-01T00:00:00.000Z", "\(update)")
        #expect(updated["submissions_max"].number == 2 && updated["state"].text == "full")

        let unasked = try await desk.run("rewards", "survey", "close", id)
        #expect(unasked.exitCode == 64 && unasked.errorOutput.contains("--yes"))
        #expect(unasked.errorOutput.contains("will be closed"), "\(unasked)")
        let closed = try await desk.rewards("survey", "close", id, "--yes")["survey"]
        #expect(closed["state"].text == "closed" && closed["submission_count"].number == 2)
        let late = await #expect(throws: NoteletError.self) {
            try await signUp("late", at: desk.server.address)
                .submitAnswers(surveyID: survey.id, answers: RewardSample.answers("x"))
        }
        #expect(late?.reason == .surveyExpired)
        let list = try await desk.run("rewards", "survey", "list")
        #expect(list.output.contains("Coffee") && list.output.contains("closed"), "\(list)")
        try await desk.proveFiles()
    }

    @Test("What is no survey, or names none, is told in one line")
    func badSurveys() async throws {
        let desk = try await AdminDesk.ofRewards()
        func create(_ old: String, _ new: String) async throws -> ProgramRun {
            let text = RewardSample.file.replacing(old, with: new)
            return try await desk.run(["rewards", "survey", "create", "-"], input: text)
        }
        let mistyped = try await create("\"reward\"", "\"points\"")
        #expect(mistyped.exitCode == 65 && mistyped.errorOutput.contains("points is nothing"))
        let negative = try await create("150", "-1")
        #expect(negative.exitCode == 1, "\(negative)")
        let over = try await create("2030-01-01", "2020-01-01")
        #expect(over.exitCode == 1 && over.errorOutput.contains("expires_at"), "\(over)")
        let bare = try await create("\"options\": [\"Daily\", \"Seldom\"]", "\"options\": []")
        #expect(bare.exitCode == 1, "\(bare)")
        let unknown = "00000000-0000-4000-8000-000000000000"
        for words in [
            ["close", unknown, "--yes"], ["submissions", unknown], ["results", unknown],
            ["update", unknown],
        ] {
            let run = try await desk.run(["rewards", "survey"] + words)
            #expect(run.exitCode == 1 && run.output.isEmpty, "\(run)")
            #expect(run.errorOutput.contains("There is no "), "\(run)")
        }
        let words = ["rewards", "survey", "submissions", "0000"]
        #expect(try await desk.run(words).exitCode == 64)
        let none = try await desk.run("rewards", "mission", "list")
        #expect(none.output == "There is no mission.\n")
        #expect(await desk.server.stop() == 0)
    }

    @Test("Points are given once for each name, and put right by the ledger")
    func grants() async throws {
        let desk = try await AdminDesk.ofRewards()
        let person = try await signUp("anna", at: desk.server.address)
        let words = ["rewards", "grant", "anna", "500", "--reference", "thanks"]
        var numbers: [Int?] = []
        for _ in 0..<2 {
            let run = try await desk.run(words + ["--json"])
            numbers.append(try Document(run.output)["transfer"].number)
        }
        let number = try #require(numbers[0])
        #expect(numbers[1] == number)
        #expect(try await person.getBalance().points == 500)
        let other = try await desk.run(["rewards", "grant", "anna", "5", "--reference", "thanks"])
        #expect(other.exitCode == 1 && other.errorOutput.contains("another"), "\(other)")
        let correction = ["ledger", "correct", "\(number)", "--amount", "200", "--yes"]
        let corrected = try await desk.run(correction)
        #expect(corrected.exitCode == 0, "\(corrected)")
        #expect(try await person.getBalance().points == 300)
        for wrong in ["0", "-1", "1000001", "many"] {
            let run = try await desk.run("rewards", "grant", "anna", "--", wrong)
            #expect(run.exitCode == 64, "\(run)")
        }
        #expect(try await desk.run("rewards", "grant", "nobody", "1").exitCode == 1)
        let admin = Admin(store: desk.server.storePath)
        let audit = try await admin.run("dump", "--entity", "audit")
        #expect(audit.output.contains("rewards grant"), "\(audit)")
        try await desk.proveFiles()
    }

    @Test("Missions and achievements are put, listed and withdrawn")
    func goals() async throws {
        let desk = try await AdminDesk.ofRewards()
        let person = try await signUp("anna", at: desk.server.address)
        _ = try await desk.run(
            ["rewards", "mission", "put", "daily", "Day", "--kind", "check_in", "--reward", "5"]
        )
        let wide = ["rewards", "mission", "put", "wide", "W", "--kind", "submissions"]
        _ = try await desk.run(wide + ["--goal", "3"])
        let listed = try await desk.rewards("mission", "list")["missions"]
        #expect(listed.count == 2 && listed[1]["goal"].number == 3)
        #expect(try await desk.run(wide + ["--goal", "0"]).exitCode == 64)
        #expect(try await desk.run(wide.dropLast() + ["sleeping"]).exitCode == 64)
        let achievement = ["achievement", "put", "start", "Start", "--kind", "points_earned"]
        _ = try await desk.run(["rewards"] + achievement + ["--goal", "5", "--reward", "7"])
        #expect(try await desk.rewards("achievement", "list")["achievements"].count == 1)

        _ = try await person.checkIn()
        let claim = try await person.claimMission(mission: "daily")
        #expect(claim.awarded == 5 && claim.achievements.map(\.name) == ["start"])
        #expect(claim.balance?.points == 12)
        #expect(try await desk.run("rewards", "mission", "withdraw", "daily").exitCode == 64)
        try await desk.rewards("mission", "withdraw", "daily", "--yes")
        try await desk.rewards("achievement", "withdraw", "start", "--yes")
        let gone = await #expect(throws: NoteletError.self) {
            try await person.claimMission(mission: "daily")
        }
        #expect(gone?.reason == .missionNotFound)
        let kept = try await person.listAchievements().achievements
        #expect(kept.map { $0.earnedAt != nil } == [true])
        let twice = try await desk.run("rewards", "mission", "withdraw", "daily", "--yes")
        #expect(twice.exitCode == 1, "\(twice)")
        try await desk.proveFiles()
    }

    @Test("A server that does not offer rewards says so, to operators and to people")
    func switchedOff() async throws {
        let desk = try await AdminDesk()
        let asked = try await desk.run("rewards", "survey", "list")
        #expect(asked.exitCode == 1 && asked.errorOutput.contains("does not offer rewards"))
        let person = try await signUp("anna", at: desk.server.address)
        let error = await #expect(throws: NoteletError.self) { try await person.getStreak() }
        #expect(error?.reason == .featureOff && error?.fields == ["feature": "rewards"])
        #expect(await desk.server.stop() == 0)
    }
}
