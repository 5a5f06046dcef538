import CommandLineInterface
import Testing

/// A program speaks the languages that it declares, and English where it lacks words in them.
@Suite("Languages")
struct LanguageTests {
    private static let german = {
        var language = ProgramLanguage("de")
        language.headings.usage = "Aufruf"
        language.headings.option = "SCHALTER"
        language.headings.options = "Schalter"
        language.headings.arguments = "Angaben"
        language.notes.environment = "Umgebung"
        language.standardOptions.help = "Zeigt diese Seite."
        language.isFittedToNarrow = true
        language.usageError = { "falsch: \($0.commandPath.joined())" }
        return language
    }()

    private static let number = ValueSyntax<Int>.number(in: 1...9)
    private static let count = Option<Int?>.optional(
        "count-of-things",
        number.named(
            Wording(english: "NUMBER", others: ["de": "ZAHL"]),
            expectation: Wording(english: "a digit", others: ["de": "eine Ziffer"])
        ),
        environment: "COUNT",
        help: Wording(english: "How many.", others: ["de": "Wie viele."])
    )
    private static let name = Argument<String>(
        Wording(english: "WHO", others: ["de": "WER"]),
        .text,
        help: "In English alone."
    )
    private static let root = Command(
        "say",
        summary: Wording(english: "Says it", others: ["de": "Sagt es"]),
        discussion: Wording(english: "At length.", others: ["de": "Ausführlich."]),
        options: [count],
        arguments: [name],
        action: { _ in .success }
    )

    @Test("Help has the words of a language, and English ones where it has none")
    func help() {
        let text = HelpText(path: [Self.root], width: 80, in: Self.german).text
        #expect(
            text.hasPrefix(
                """
                Sagt es.

                Aufruf: say [SCHALTER]... WER

                Ausführlich.

                Angaben:
                  WER  In English alone.

                Schalter:
                      --count-of-things ZAHL  Wie viele. [Umgebung: COUNT]
                  -h, --help                  Zeigt diese Seite.
                  -V, --version               Show the version.

                """
            )
        )
        let english = HelpText(path: [Self.root], width: 80).text
        #expect(english.hasPrefix("Says it.\n\nUsage: say [OPTION]... WHO\n\nAt length.\n"))
        #expect(english.contains("--count-of-things NUMBER  How many. [environment: COUNT]\n"))
    }

    @Test("Names stand above their texts where too little room is beside them")
    func narrow() {
        let text = HelpText(path: [Self.root], width: 40, in: Self.german).text
        #expect(
            text.contains(
                """
                Schalter:
                      --count-of-things ZAHL
                        Wie viele. [Umgebung: COUNT]
                  -h, --help
                        Zeigt diese Seite.

                """
            )
        )
    }

    @Test("A wrong value is told with what is known of it in all languages")
    func problems() throws {
        let parser = CommandLineParser(Self.root, environment: [:])
        let invalid = try #require(throws: UsageError.self) {
            try parser.parse(["a", "--count-of-things", "x"])
        }
        #expect(invalid.message == "--count-of-things: 'x' is not a digit")
        guard case .invalidValue(let value) = invalid.problem else {
            Issue.record("\(invalid.problem)")
            return
        }
        #expect(value.expectation.text(in: Self.german) == "eine Ziffer")
        #expect(value.origin == .commandLine && value.words.isEmpty)
        let missing = try #require(throws: UsageError.self) { try parser.parse([]) }
        let name = Wording(english: "WHO", others: ["de": "WER"])
        #expect(missing.problem == .missing(name, environmentName: nil))
        let valueless = try #require(throws: UsageError.self) {
            try parser.parse(["--completions"])
        }
        guard case .missingValue("--completions", _, let words) = valueless.problem else {
            Issue.record("\(valueless.problem)")
            return
        }
        #expect(words == ["bash", "zsh", "fish"])
    }

    @Test("Help and errors are in the language that is found by the command line")
    func program() async throws {
        let (output, errors) = (try Pipe(), try Pipe())
        let program = Program(
            Self.root,
            version: "1",
            output: TextOutput(descriptor: output.writing),
            errorOutput: TextOutput(descriptor: errors.writing, bufferByteCount: 0),
            language: { arguments, _ in arguments.contains("--help") ? Self.german : .english }
        )
        _ = await program.run(["--help"], environment: [:])
        _ = await program.run(["--halp"], environment: [:])
        #expect(output.text().contains("Aufruf: say"))
        #expect(errors.text().contains("unknown option '--halp'"))
    }
}
