import CommandLineInterface
import Testing

@Suite("Forms of rows")
struct RowFormTests {
    private struct Fruit: Sendable {
        var name: String
        var count: Int
    }

    private static let columns: [RowColumn<Fruit>] = [
        .text(Wording(english: "NAME", others: ["xx": "EMAN"]), \.name),
        .number("COUNT", \.count),
        .wording("RIPE") { Wording(english: $0.count > 1 ? "yes" : "no", others: ["xx": "-"]) },
        RowColumn("SHARE") { rows, _ in rows.map { "\($0.count)/\(rows.count)" } },
    ]

    private static func form(none: (any Worded)? = nil) -> RowForm<Fruit> {
        RowForm(
            "fruits",
            "fruit",
            none: none,
            fields: [.text("name", \.name), RowField("count") { .number(Int64($0.count)) }],
            columns: columns
        )
    }

    /// What a command reads and writes, for whoever reads a language.
    private struct Surroundings: CommandSurroundings {
        let invocation: Invocation
        let output: TextOutput
        let language: String?

        func text(of wording: Wording) -> String {
            language.flatMap { wording.others[$0] } ?? wording.english
        }
    }

    private static func text(
        _ words: [String] = [],
        in language: String? = nil,
        _ body: (Surroundings) throws -> Void
    ) throws -> String {
        let command = Command(
            "fruits",
            summary: "Show fruits",
            options: [
                PresentationOptions.json, PresentationOptions.color, PresentationOptions.format,
            ],
            action: { _ in .success }
        )
        let parser = CommandLineParser(command, environment: [:])
        guard case .run(let invocation) = try parser.parse(words) else { return "" }
        let pipe = try Pipe()
        let output = TextOutput(descriptor: pipe.writing)
        try body(Surroundings(invocation: invocation, output: output, language: language))
        try output.flush()
        return pipe.text()
    }

    private let fruits = [Fruit(name: "fig", count: 1), Fruit(name: "\u{1B}[2J", count: 12)]

    @Test("A program reads the fields in their order, under the names of the rows")
    func records() throws {
        let form = Self.form()
        #expect(form.kind.columns == ["name", "count"])
        #expect(form.json(fruits[0]).text == #"{"name":"fig","count":1}"#)
        let whole = try Self.text(["--json"]) {
            try $0.write(fruits.dropLast(), as: form, head: [("source", .null)])
        }
        #expect(
            whole == #"{"version":1,"source":null,"fruits":[{"name":"fig","count":1}]}"# + "\n"
        )
        let one = try Self.text(["--json"]) { try $0.write(fruits[0], as: form) { "never" } }
        #expect(one == #"{"version":1,"fruit":{"name":"fig","count":1}}"# + "\n")
        let empty = try Self.text(["--format", "csv"]) { try $0.write([], as: form) }
        #expect(empty == "name,count\r\n")
        let strange = try Self.text(["--format", "csv"]) { try $0.write([fruits[1]], as: form) }
        #expect(strange == "name,count\r\n␛[2J,12\r\n")
        let titled = RowForm<Fruit>(
            "fruits",
            "fruit",
            fields: [.text("name", \.name).titled("=Which, \"dear\"?")],
            columns: []
        )
        #expect(titled.json(fruits[0]).text == #"{"name":"fig"}"#)
        let sheet = try Self.text(["--format", "csv"]) { try $0.write([fruits[0]], as: titled) }
        #expect(sheet == "\"'=Which, \"\"dear\"\"?\"\r\nfig\r\n")
    }

    @Test("A person reads the columns, in the language that is asked for and safe for a terminal")
    func table() throws {
        let english = try Self.text { try $0.write(fruits, as: Self.form()) }
        let lines = english.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.first == ["NAME", "COUNT", "RIPE", "SHARE"])
        #expect(lines[1] == ["fig", "1", "no", "1/2"])
        #expect(lines[2].suffix(3) == ["12", "yes", "12/2"])
        #expect(!english.contains("\u{1B}"))
        let other = try Self.text(in: "xx") { try $0.write(fruits, as: Self.form()) }
        #expect(other.hasPrefix("EMAN") && other.contains(" - "))
        #expect(try Self.text { try $0.write(fruits[0], as: Self.form()) { "fig!" } } == "fig!")
    }

    @Test("Where there are no rows a person is told so, or reads the titles alone")
    func none() throws {
        let none = Wording(english: "No fruit.", others: ["xx": "."])
        #expect(try Self.text { try $0.write([], as: Self.form(none: none)) } == "No fruit.\n")
        #expect(try Self.text(in: "xx") { try $0.write([], as: Self.form(none: none)) } == ".\n")
        let titles = try Self.text { try $0.write([], as: Self.form()) }
        #expect(titles.split(separator: " ").first == "NAME" && titles.hasSuffix("\n"))
    }
}
