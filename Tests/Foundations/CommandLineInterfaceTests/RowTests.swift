import CommandLineInterface
import Testing

@Suite("Rows")
struct RowTests {
    private static let kind = RowKind(
        listName: "notes",
        recordName: "note",
        columns: ["id", "text", "answer.text", "is_read"]
    )

    private static let records: [JSON] = [
        .object([
            ("id", .number(1)), ("text", .string("a, \"b\"\r\n\tc")), ("answer", .null),
            ("is_read", .bool(true)),
        ]),
        .object([
            ("id", .number(-2)), ("text", .string("쪽지")),
            ("answer", .object([("text", .string(" x "))])), ("is_read", .bool(false)),
        ]),
    ]

    /// What is written of pages in a form.
    private func text(_ pages: [[JSON]], as format: RowFormat) throws -> String {
        let pipe = try Pipe()
        let output = TextOutput(descriptor: pipe.writing)
        let head: [JSON.Member] = [("source", .string("s"))]
        var writer = try RowWriter(Self.kind, as: format, head: head, to: output)
        for page in pages { try writer.write(page) }
        try writer.finish(tail: [("whole", .bool(true))])
        try output.flush()
        return pipe.text()
    }

    @Test("The columns of a record are its members, and those of its members")
    func columns() {
        let record = JSON.object([
            ("id", .number(1)), ("text", .null), ("tags", .array([])),
            ("answer", .object([("id", .null), ("by", .object([("name", .null)]))])),
        ])
        let kind = RowKind(listName: "notes", recordName: "note", like: record)
        #expect(kind.columns == ["id", "text", "tags", "answer.id", "answer.by.name"])
    }

    @Test("CSV has a header, ends lines as RFC 4180 does, and puts marks where they are needed")
    func csv() throws {
        let whole = try text([Self.records], as: .csv)
        #expect(
            whole == """
                id,text,answer.text,is_read\r
                1,"a, ""b""\r
                \tc",,true\r
                -2,쪽지, x ,false\r

                """
        )
        #expect(try text([], as: .csv) == "id,text,answer.text,is_read\r\n")
    }

    @Test(
        "What a spreadsheet would take for a formula has an apostrophe before it",
        arguments: [
            ("=1+1", "'=1+1"), ("+82 10", "'+82 10"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"),
            ("＝1", "'＝1"), (" \u{200B}=1", " \u{200B}'=1"), ("\t=1", "\t'=1"), ("\r=1", "\r'=1"),
            ("a;=1;b", "a;'=1;b"), ("a\n- b", "a\n'- b"), ("a;\"=1", "a;\"'=1"),
            ("a=1, b-c; d", "a=1, b-c; d"), ("", ""), ("한-글", "한-글"), ("'=1", "'=1"),
        ]
    )
    func formulas(_ text: String, _ safe: String) throws {
        #expect(text.spreadsheetSafe == safe)
        let record = JSON.object([("id", .string(text))])
        let needsMarks = safe.unicodeScalars.contains { ["\"", ",", "\r", "\n"].contains($0) }
        let cell = needsMarks ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
        let whole = try self.text([[record]], as: .csv)
        #expect(whole.hasSuffix("\r\n\(cell),,,\r\n"))
        #expect(try self.text([[record]], as: .jsonl).contains(JSON.string(text).text))
    }

    @Test("One document has all records of all pages between its other members")
    func document() throws {
        let note = #"{"id":-2,"text":"쪽지","answer":{"text":" x "},"is_read":false}"#
        let page = [Self.records[1]]
        #expect(
            try text([page, [], page], as: .json)
                == #"{"version":1,"source":"s","notes":[\#(note),\#(note)],"whole":true}"# + "\n"
        )
        #expect(
            try text([], as: .json) == #"{"version":1,"source":"s","notes":[],"whole":true}"# + "\n"
        )
        #expect(
            try text([page, page], as: .jsonl)
                == #"{"version":1,"source":"s","note":\#(note)}"#
                + "\n" + #"{"version":1,"source":"s","note":\#(note)}"# + "\n"
        )
        #expect(try text([], as: .jsonl).isEmpty)
    }

    @Test("Only a command that declares the format has rows in one")
    func declaration() throws {
        let list = Command(
            "list",
            summary: "List",
            options: [PresentationOptions.format],
            action: { _ in .success }
        )
        let other = Command(
            "dump",
            summary: "Dump",
            options: [SampleProgram.format],
            action: { _ in .success }
        )
        let root = Command(
            "sample",
            summary: "Sample",
            options: [PresentationOptions.json, PresentationOptions.color],
            subcommands: [list, other]
        )
        func surroundings(_ line: String) throws -> Surroundings {
            let words = line.split(separator: " ").map(String.init)
            guard
                case .run(let invocation) = try CommandLineParser(root, environment: [:])
                    .parse(words)
            else { throw ExitCode.bug }
            return Surroundings(invocation: invocation)
        }
        let forms: [(String, RowFormat, Bool)] = [
            ("list", .table, false), ("list --json", .jsonl, true),
            ("list --format csv", .csv, false), ("list --format json", .json, true),
            ("list --format jsonl --json", .jsonl, true), ("dump --format json", .table, false),
            ("list --format json --json", .json, true),
        ]
        for (line, format, isJSON) in forms {
            #expect(try surroundings(line).rowFormat(ofJSON: .jsonl) == format, "\(line)")
            #expect(try surroundings(line).isJSON == isJSON, "\(line)")
        }
        for line in ["list --json --format csv", "list --format table --json"] {
            #expect(throws: CommandFailure.self) {
                try surroundings(line).rowFormat(ofJSON: .json)
            }
        }
    }

    @Test(
        "Wrong usage is told as JSON to who asked for rows as JSON",
        arguments: [
            ("--format json --wrong", true), ("--format=jsonl --wrong", true),
            ("--wrong --json", true), ("--format csv --wrong", false), ("--wrong", false),
            ("--wrong --format json", true),
        ]
    )
    func usage(line: String, isDocument: Bool) async throws {
        let pipe = try Pipe()
        let list = Command(
            "list",
            summary: "List",
            options: [PresentationOptions.format],
            action: { _ in .success }
        )
        let root = Command(
            "sample",
            summary: "Sample",
            options: [PresentationOptions.json],
            subcommands: [list]
        )
        let program = Program(
            root,
            version: "1",
            errorOutput: TextOutput(descriptor: pipe.writing, bufferByteCount: 0)
        )
        let words = ["list"] + line.split(separator: " ").map(String.init)
        #expect(await program.run(words, environment: [:]) == .usage)
        #expect(pipe.text().hasPrefix("{\"error\":") == isDocument)
    }

    private struct Surroundings: CommandSurroundings {
        let invocation: Invocation
    }
}
