import CommandLineInterface
import Foundation
import NoteletAPI
import ProtobufCoding
import Testing

@testable import RewardOperatorCommands

@Suite("Surveys in an operator's files and tables")
struct SurveyFileTests {
    private func survey(_ text: String) throws -> Survey {
        try SurveyFile(Data(text.utf8), "survey.json").survey
    }

    /// A whole file with other members.
    private func file(_ changes: [String: String]) -> String {
        let members = [
            "title": #""Coffee""#, "category": #""product""#, "reward": "150",
            "expires_at": #""2027-01-31T15:00:00Z""#,
            "questions": #"[{"text": "Why?", "kind": "text"}]"#,
        ].merging(changes) { _, new in new }.filter { !$0.value.isEmpty }
        return "{\(members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }

    @Test("The example of the help is a survey")
    func example() throws {
        #expect(
            try survey(SurveyFile.example)
                == Survey(
                    title: "Coffee",
                    questions: [
                        SurveyQuestion(
                            text: "How often?",
                            kind: .oneChoice,
                            options: ["Daily", "Seldom"]
                        ),
                        SurveyQuestion(text: "Why?", kind: .text),
                    ],
                    reward: 150,
                    estimatedMinutes: 5,
                    expiresAt: Timestamp(seconds: 1_801_407_600, nanos: 0),
                    category: "product"
                )
        )
    }

    @Test("What lists show is a survey, bare and as a line of them")
    func listed() throws {
        var asked = try survey(SurveyFile.example)
        asked.submissionsMax = 1_000
        let row = ListedSurvey.form.json(
            ListedSurvey(
                survey: asked,
                createdAt: Timestamp(seconds: 1, nanos: 0),
                submissionCount: 3
            )
        )
        #expect(try survey(row.text) == asked)
        #expect(try survey(JSON.document([("source", .null), ("survey", row)]).text) == asked)
    }

    @Test(
        "What is no survey is told with its place",
        arguments: [
            ("", "it is no JSON"), ("[]", "it is no object of JSON"), ("{}", "is missing"),
            (#"{"survey": {}}"#, "is missing"), (#"{"survey": 1}"#, "survey has a value of"),
        ]
    )
    func noSurvey(_ text: String, _ problem: String) {
        let failure = #expect(throws: CommandFailure.self) { try survey(text) }
        #expect(failure?.exitCode == .badData)
        #expect(failure?.message.hasPrefix("survey.json is no survey: ") == true)
        #expect(failure?.message.contains(problem) == true, "\(failure?.message ?? "")")
    }

    @Test(
        "A member that is wrong, missing or unknown is named",
        arguments: [
            ("reward", #""150""#, "reward has a value of another type."),
            ("reward", "", "reward is missing."),
            ("reward", "1.5", "reward"),
            ("rewards", "1", "rewards is nothing that is known."),
            ("expires_at", #""soon""#, "expires_at is no time such as"),
            ("questions", "{}", "questions has a value of another type."),
            ("questions", #"[{"text": "Why?"}]"#, "questions[0].kind is missing."),
            (
                "questions", #"[{"text": "Why?", "kind": "essay"}]"#,
                "questions[0].kind is none of text, one_choice, several_choices."
            ),
            (
                "questions", #"[{"text": "?", "kind": "text", "option": []}]"#,
                "questions[0].option is nothing that is known."
            ),
        ]
    )
    func wrongMember(_ name: String, _ value: String, _ problem: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try survey(file([name: value])) }
        #expect(failure?.message.contains(problem) == true, "\(failure?.message ?? "")")
        #expect(try survey(file([:])).reward == 150)
    }

    @Test("A file that is not there is named")
    func missing() throws {
        let failure = #expect(throws: CommandFailure.self) { try SurveyFile(path: "/nowhere/a") }
        #expect(failure?.exitCode == .inputOutput)
        #expect(failure?.message == "The file /nowhere/a cannot be read.")
    }
}
