import CommandLineInterface
import Glibc
import Testing

@testable import PersonCommands
@testable import notelet_cli

/// Whoever chose Korean reads in Korean what is wrong with a command line.
@Suite("Korean failures")
struct KoreanFailureTests {
    private static let value = InvalidValue(
        text: "zz",
        name: Wording("연락처", "CONTACT"),
        origin: .commandLine,
        expectation: Wording("연락처의 이름", "the name of a contact")
    )
    private static let problems: [UsageProblem] = [
        .unknownOption("--limt", nearest: "--limit"), .unknownOption("--zz", nearest: nil),
        .unknownCommand("inbax", nearest: "inbox", known: ["inbox"]),
        .unknownCommand("zz", nearest: nil, known: ["inbox", "sent"]),
        .missingCommand(known: ["inbox", "sent"]),
        .missingValue(of: "--limit", expectation: value.expectation, words: []),
        .missingValue(of: "--lang", expectation: "one of ko, en".wording, words: ["ko", "en"]),
        .optionForValue("--json", of: "--limit"), .valueOfFlag("--json", value: "ko"),
        .invalidValue(value),
        .invalidValue(
            InvalidValue(
                text: "30x",
                name: "--timeout".wording,
                origin: .environment("NOTELET_TIMEOUT"),
                expectation: value.expectation,
                words: ["auto"],
                nearest: "auto"
            )
        ),
        .missing("--username".wording, environmentName: nil),
        .missing(value.name, environmentName: "NOTELET_NAME"),
        .surplusArgument("ko"), .notText("ko"), .other,
    ]

    /// The number of a case; a new case stops the compiler here, to be tested above as well.
    private static func number(of problem: UsageProblem) -> Int {
        switch problem {
        case .unknownOption: 0
        case .unknownCommand: 1
        case .missingCommand: 2
        case .missingValue: 3
        case .optionForValue: 4
        case .valueOfFlag: 5
        case .invalidValue: 6
        case .missing: 7
        case .surplusArgument: 8
        case .notText: 9
        case .other: 10
        }
    }

    @Test("Every problem of a command line is told in Korean")
    func everyProblem() {
        #expect(Set(Self.problems.map(Self.number)) == Set(0...10))
        for problem in Self.problems {
            // What else there may be is told as it is.
            let message = problem == .other ? "'zz'" : "the message in English"
            let error = UsageError(
                commandPath: ["notelet-cli"],
                message: message,
                problem: problem
            )
            let known: Set = ["notelet-cli", "30x"]
            #expect(isKorean(error.korean))
            #expect(leftoverEnglish(error.korean, knowing: known) == [], "\(error.korean)")
        }
    }

    @Test(
        "What is wrong with a command line is told with what would be right",
        arguments: [
            (["show", "zz"], "0b8e5a2c-9f01-4d3e-8c7a-6b5d4e3f2a10과 같은 ID"),
            (["inbox", "--limit", "x"], "쓸 수 있는 것: 1에서 100000까지의 정수."),
            (["inbox", "--limit"], "쓸 수 있는 것: 1에서 100000까지의 정수."),
            (["inbox", "--format"], "쓸 수 있는 것: table, json, jsonl, csv."),
            (["--completions"], "쓸 수 있는 것: bash, zsh, fish."),
            (["--completions", "zz"], "쓸 수 있는 것: bash, zsh, fish."),
            (["contacts", "add"], "이름을(를) 지정해야 합니다."),
            (["ping", "--timeout", "1"], "5s처럼 쓴, 100ms에서 1h까지의 시간"),
            (["ping", "--server", "x"], "tls://example.com:7575나"),
            (["watch", "--cursor", "x"], "이전 watch가 알려 준 위치"),
            (["ping"], "--timeout(환경 변수 NOTELET_TIMEOUT)에 쓸 수 없는 값입니다."),
        ]
    )
    func expectations(arguments: [String], text: String) throws {
        let environment = arguments == ["ping"] ? ["NOTELET_TIMEOUT": "x"] : [:]
        let parser = CommandLineParser(NoteletProgram.root, environment: environment)
        let error = try #require(throws: UsageError.self) { try parser.parse(arguments) }
        #expect(error.korean.contains(text), "\(error.korean)")
    }

    @Test("Two forms of rows at once are refused in Korean, and in English as everywhere")
    func conflict() throws {
        for (name, isKorean) in [("ko", true), ("en", false)] {
            let parser = CommandLineParser(NoteletProgram.root, environment: [:])
            let outcome = try parser.parse(["inbox", "--lang", name, "--session", "/nowhere"])
            guard case .run(let invocation) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            let text = try CommandContext(invocation).conflict(withJSON: .csv)
            #expect((leftoverEnglish(text) == []) == isKorean, "\(text)")
        }
    }

    @Test("Failures of the program itself are told in Korean")
    func programFailures() {
        let language = ProgramLanguage.korean
        #expect(leftoverEnglish(language.writingFailure(ENOSPC)) == [])
        #expect(leftoverEnglish(language.internalError("'zz'")) == [])
        #expect(isKorean(language.writingFailure(ENOSPC)) && isKorean(language.internalError("")))
    }
}
