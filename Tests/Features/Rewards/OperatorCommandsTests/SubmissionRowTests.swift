import CommandLineInterface
import Domain
import Foundation
import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

@testable import RewardOperatorCommands

@Suite("What was answered to a survey, for programs and spreadsheets")
struct SubmissionRowTests {
    private let survey = Survey(
        questions: [
            SurveyQuestion(text: "Why, \"3.5\"?", kind: .text),
            SurveyQuestion(text: "=Which?", kind: .oneChoice, options: ["Daily", "Seldom"]),
            SurveyQuestion(text: "How?", kind: .severalChoices, options: ["Hot", "-5", "Iced"]),
        ]
    )

    private let submission = ListedSubmission(
        number: 7,
        userID: [UInt8](repeating: 1, count: 16),
        answers: [
            SurveyAnswer(text: "=HYPERLINK(\"http://example.com\",\"me\")"),
            SurveyAnswer(choices: [1]), SurveyAnswer(choices: [0, 1]),
        ],
        submittedAt: Timestamp(seconds: 0, nanos: 0),
        awarded: 150
    )

    @Test("A program reads each answer as it is, with its question")
    func json() {
        let text = ListedSubmission.form(of: survey).json(submission).text
        #expect(text.hasPrefix(#"{"number":7,"user_id":"01010101-0101-0101-0101-010101010101","#))
        #expect(text.contains(#""submitted_at":"1970-01-01T00:00:00.000Z","awarded":150"#))
        #expect(text.contains(#""text":"=HYPERLINK(\"http://example.com\",\"me\")"}"#))
        #expect(text.contains(#"{"question":"=Which?","choices":["Seldom"]}"#))
        #expect(text.hasSuffix(#"{"question":"How?","choices":["Hot","-5"]}]}"#))
    }

    @Test("A spreadsheet has a column for each question, and no formula")
    func csv() throws {
        let folder = TemporaryDirectory()
        let url = URL(filePath: folder.path("sheet.csv"))
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        let output = TextOutput(descriptor: file.fileDescriptor)
        let sheet = ListedSubmission.sheet(of: survey)
        var writer = try RowWriter(sheet.kind, as: .csv, head: [], to: output)
        try writer.write([submission].map(sheet.json))
        try output.flush()
        try file.close()
        #expect(
            try String(contentsOf: url, encoding: .utf8) == """
                number,user_id,submitted_at,awarded,"Why, ""3.5""?",'=Which?,How?\r
                7,01010101-0101-0101-0101-010101010101,1970-01-01T00:00:00.000Z,150,\
                "'=HYPERLINK(""http://example.com"",""me"")",Seldom,Hot; '-5\r

                """
        )
    }

    @Test("An answer that the survey does not know is left out, and none is a bare row")
    func strange() {
        var strange = submission
        strange.answers = [SurveyAnswer(), SurveyAnswer(choices: [9, .max])]
        let text = ListedSubmission.form(of: survey).json(strange).text
        #expect(text.hasSuffix(#"{"question":"=Which?","choices":[]}]}"#))
        strange.answers = []
        #expect(ListedSubmission.form(of: survey).json(strange).text.hasSuffix(#""answers":[]}"#))
    }

    @Test("Each option has how often it was chosen, and a text how often there was one")
    func results() {
        var results = SurveyResults(of: survey)
        #expect(results.all.map(\.count) == [0, 0, 0, 0, 0, 0])
        results.count(submission)
        var other = submission
        other.answers = [
            SurveyAnswer(text: "b"), SurveyAnswer(choices: [0]),
            SurveyAnswer(choices: [1, 9, .max]), SurveyAnswer(text: "more than was asked"),
        ]
        results.count(other)
        #expect(results.all.map(\.number) == [1, 2, 2, 3, 3, 3])
        #expect(results.all.map(\.option) == ["", "Daily", "Seldom", "Hot", "-5", "Iced"])
        #expect(results.all.map(\.count) == [2, 1, 1, 1, 2, 0])
    }

    @Test("A survey is open, full, expired from its end on, or closed by somebody")
    func states() {
        let end = Instant(milliseconds: 60_000)
        var listed = ListedSurvey(survey: Survey(expiresAt: Timestamp(seconds: 60, nanos: 0)))
        let before = Instant(milliseconds: end.milliseconds - 1)
        #expect(listed.state(at: before) == "open")
        #expect(listed.state(at: end) == "expired")
        listed.survey?.closed = true
        #expect(listed.state(at: before) == "full")
        #expect(listed.state(at: end) == "expired")
        #expect(ListedSurvey.form.json(listed).text.contains(#""state":"expired""#))
        listed.closedAt = Timestamp(seconds: 1, nanos: 0)
        #expect(listed.state(at: end) == "closed")
    }

    @Test("A program reads all that is known of missions and achievements")
    func goals() {
        let mission = Mission(name: "daily", title: "T", kind: .checkIn, goal: 1, reward: 10)
        let goal = #"{"name":"daily","title":"T","kind":"check_in","goal":1,"reward":10}"#
        #expect(Mission.form.json(mission).text == goal)
        let achievement = Achievement(name: "ten", kind: .pointsEarned, goal: 10)
        #expect(Achievement.form.json(achievement).text.contains(#""kind":"points_earned""#))
    }
}
