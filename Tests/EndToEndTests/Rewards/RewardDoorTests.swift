import Foundation
import NoteletClient
import TestSupport
import Testing

/// Rewards at both doors of one server: ttrpc over a socket, and Connect over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct RewardDoorTests {
    private let folder = TemporaryDirectory()

    @Test("What somebody does at one door is there at the other")
    func bothDoors() async throws {
        let admin = folder.path("admin.sock")
        let (server, address) = try await startServer(
            in: folder,
            [
                "--web-listen", "http://127.0.0.1:0", "--shared-address", "--admin-listen",
                "unix://\(admin)", "--features", "accounts,notes,ledger,rewards",
            ]
        )
        let line = try #require(await server.nextLine())
        let web = String(try #require(line.split(separator: " ").last))
        let made = try await ProgramRun.run(
            "notelet-admin",
            ["rewards", "survey", "create", "-", "--json"],
            environment: ["NOTELET_ADMIN_SERVER": "unix://\(admin)"],
            input: RewardSample.file
        )
        #expect(made.exitCode == 0, "\(made)")
        let here = try await signUp("anna", at: address)
        let there = try Notelet(web)
        try await there.logIn(email: "anna@example.com", password: password)
        let survey = try #require(
            try await all(there.listByCategory(category: "product")).first
        )
        let short = await #expect(throws: NoteletError.self) {
            try await there.submitAnswers(surveyID: survey.id, answers: [])
        }
        #expect(short?.reason == .incompleteAnswers)
        #expect(short?.fields == ["expected": "2", "given": "0"])
        let reply = try await there.submitAnswers(
            surveyID: survey.id,
            answers: RewardSample.answers("because")
        )
        #expect(reply.awarded == 150)
        #expect(try await here.getBalance() == reply.balance)
        #expect(try await here.getSurvey(id: survey.id).submitted)
        #expect(try await here.setTimeZone(timeZone: "Asia/Seoul").timeZone == "Asia/Seoul")
        let streak = try await there.checkIn().streak
        #expect(try await here.getStreak() == streak && streak?.current == 1)
        let again = await #expect(throws: NoteletError.self) {
            try await here.submitAnswers(
                surveyID: survey.id,
                answers: RewardSample.answers("again")
            )
        }
        #expect(again?.reason == .alreadySubmitted)
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("A browser's JSON is served: surveys, answers, points")
    func json() async throws {
        let admin = folder.path("admin.sock")
        let (server, _) = try await startServer(
            in: folder,
            [
                "--web-listen", "http://127.0.0.1:0", "--admin-listen", "unix://\(admin)",
                "--features", "accounts,ledger,rewards",
            ]
        )
        let line = try #require(await server.nextLine())
        let web = String(try #require(line.split(separator: " ").last))
        let made = try await ProgramRun.run(
            "notelet-admin",
            ["rewards", "survey", "create", "-"],
            environment: ["NOTELET_ADMIN_SERVER": "unix://\(admin)"],
            input: RewardSample.file
        )
        #expect(made.exitCode == 0, "\(made)")
        func call(_ method: String, _ body: String, _ token: String = "") async throws -> Document {
            let run = try await ProgramRun.run(
                "/usr/bin/curl",
                [
                    "--silent", "--max-time", "60", "\(web)/notelet.\(method)", "--data", body,
                    "--header", "Content-Type: application/json", "--header",
                    "Authorization: Bearer \(token)",
                ]
            )
            return try Document(run.output)
        }
        let signUp = #"{"username":"anna","email":"a@example.com","password":"\#(password)"}"#
        let token = try await call("v1.Accounts/SignUp", signUp)["session"]["accessToken"].text
        let list = try await call("rewards.v1.Rewards/ListAvailable", "{}", token)
        let survey = list["surveys"][0]
        #expect(survey["questions"][0]["kind"].text == "QUESTION_KIND_ONE_CHOICE", "\(list)")
        let answers = #"[{"choices":[0]},{"text":"because"}]"#
        let body = #"{"surveyId":"\#(survey["id"].text)","answers":\#(answers)}"#
        let reply = try await call("rewards.v1.Rewards/SubmitAnswers", body, token)
        // As JSON has numbers of 64 bits.
        #expect(reply["awarded"].text == "150", "\(reply)")
        #expect(reply["balance"]["yenTenths"].text == "150", "\(reply)")
        let again = try await call("rewards.v1.Rewards/SubmitAnswers", body, token)
        #expect(again["code"].text == "already_exists", "\(again)")
        #expect(await server.end(by: SIGTERM) == 0)
    }
}
