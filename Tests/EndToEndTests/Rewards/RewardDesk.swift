import Foundation
import NoteletAPI
import NoteletClient
import TTRPC
import TestSupport
import Testing

extension AdminDesk {
    /// Starts a server that offers rewards.
    static func ofRewards(serverEnvironment: [String: String] = [:]) async throws -> AdminDesk {
        try await AdminDesk(
            arguments: ["--features", "accounts,notes,ledger,rewards"],
            serverEnvironment: serverEnvironment
        )
    }

    /// Runs a command about rewards that is to go well; answers its document.
    @discardableResult
    func rewards(
        _ arguments: String...,
        input: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Document {
        let run = try await run(["rewards"] + arguments + ["--json"], input: input)
        try #require(run.exitCode == 0, "\(run)", sourceLocation: sourceLocation)
        return try Document(run.output)
    }

    /// Has the server, whose operator one is, do something.
    func ask<Request: Sendable, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws -> Response {
        let client = try await Client.connect(to: try Address("unix://\(socketPath)"))
        defer { client.close() }
        let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
        return try await client.call(name, request)
    }

    /// Makes surveys with a choice and a text, once each; answers their ids.
    func makeSurveys(_ count: Int, reward: Int64 = 150) async throws -> [[UInt8]] {
        var ids: [[UInt8]] = []
        for number in 0..<count {
            let survey = Survey(
                title: "Survey \(number)",
                questions: RewardSample.questions,
                reward: reward,
                expiresAt: Timestamp(Date(timeIntervalSinceNow: 400 * 86_400)),
                category: "product"
            )
            let request = CreateSurveyRequest(survey: survey, reference: [UInt8(number)])
            let response = try await ask(RewardsAdministrationAPI.createSurvey, request)
            ids.append(try #require(response.survey?.survey?.id))
        }
        return ids
    }

    /// Ends the server, and proves the ledger and the store from its files.
    func proveFiles() async throws {
        #expect(await server.stop() == 0)
        let store = ["--store", server.storePath]
        let proof = try await run(["ledger", "verify"] + store)
        #expect(proof.exitCode == 0, "\(proof)")
        let check = try await run(["store", "verify"] + store)
        #expect(check.exitCode == 0, "\(check)")
    }
}

/// All that a list has.
func all<Item: Sendable>(_ pages: PageSequence<Item>) async throws -> [Item] {
    var items: [Item] = []
    for try await page in pages { items += page.items }
    return items
}

/// Opens an account for each of some people.
func signUp(_ names: [String], at desk: AdminDesk) async throws -> [Notelet] {
    var people: [Notelet] = []
    for name in names { people.append(try await signUp(name, at: desk.server.address)) }
    return people
}

/// What is asked and answered in tests of rewards.
enum RewardSample {
    static let questions = [
        SurveyQuestion(text: "How often?", kind: .oneChoice, options: ["Daily", "Seldom"]),
        SurveyQuestion(text: "Why?", kind: .text, maximum: 200),
    ]

    /// Answers to both.
    static func answers(_ text: String) -> [SurveyAnswer] {
        [SurveyAnswer(choices: [1]), SurveyAnswer(text: text)]
    }

    /// A survey as an operator writes it.
    static let file = """
        {
          "title": "Coffee", "category": "product", "reward": 150, "estimated_minutes": 5,
          "expires_at": "2030-01-01",
          "questions": [
            {"text": "How often?", "kind": "one_choice", "options": ["Daily", "Seldom"]},
            {"text": "=Why?", "kind": "text", "maximum": 200}
          ]
        }
        """
}
