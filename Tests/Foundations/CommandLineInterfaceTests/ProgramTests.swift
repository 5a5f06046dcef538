import CommandLineInterface
import Glibc
import Testing

@Suite("Program")
struct ProgramTests {
    @Test("Help shows the usage, all parameters and what is known of them")
    func helpIsComplete() {
        let contact = SampleProgram.root.subcommands[0]
        let add = contact.subcommands[0]
        let text = HelpText(path: [SampleProgram.root, contact, add], width: 60).text
        #expect(
            text == """
                Add a contact.

                Usage: sample contact add [OPTION]... NAME [LINK]

                Arguments:
                  NAME    The contact's name.
                  [LINK]  A personal link.

                Options:
                  -t, --tag TEXT      Words to keep with it. [may be
                                      repeated; default: a, b; environment:
                                      NOTELET_TAGS]
                      --limit NUMBER  At most so many.

                Common options:
                  -s, --server ADDRESS  Where the server listens. [default:
                                        tcp://127.0.0.1:7575; environment:
                                        NOTELET_SERVER]
                  -q, --quiet           Say less. [environment:
                                        NOTELET_QUIET]
                  -v, --verbose         Say more.
                  -h, --help            Show this page.
                  -V, --version         Show the version.

                """
        )
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.cellWidth <= 60 })
    }

    @Test("Help of a command that gathers others lists them")
    func helpListsCommands() {
        let text = HelpText(path: [SampleProgram.root], width: 1000).text
        #expect(text.contains("Usage: sample [OPTION]... COMMAND"))
        #expect(text.contains("Its first paragraph.\n\nIts second one.\n"))
        #expect(text.contains("  contact  Work with contacts\n"))
        let send = HelpText(
            path: [SampleProgram.root, SampleProgram.root.subcommands[1]],
            width: 0
        )
        #expect(send.text.contains("--to TEXT [OPTION]..."))
        #expect(send.text.contains("FILE..."))
        #expect(send.text.contains("[required;"))
    }

    @Test("A name too long for its column stands on a line of its own")
    func longNames() {
        let option = Option<Bool>.flag("a-very-long-name-of-an-option-it-is", help: "Does it.")
        let command = Command("x", summary: "X", options: [option], action: { _ in .success })
        let text = HelpText(path: [command], width: 80).text
        #expect(text.contains("      --a-very-long-name-of-an-option-it-is\n      "))
    }

    @Test(
        "A run ends with the code of its command and says why in one line",
        arguments: [
            (["contact", "add", "N"], ExitCode.success, "", ""),
            (["contact", "list"], .refused, "", ""),
            (["--version"], .success, "sample 1.2.3\n", ""),
            (["send", "f", "--to=x"], .unreachable, "", "sample: no server␛.\n"),
            (
                ["x"], .usage, "",
                "sample: unknown command 'x'; the commands are contact, send. "
                    + "See 'sample --help'.\n"
            ),
        ]
    )
    func run(words: [String], code: ExitCode, shown: String, said: String) async throws {
        let (output, errors) = (try Pipe(), try Pipe())
        let program = program(SampleProgram.root, output, errors)
        #expect(await program.run(words, environment: [:]) == code)
        #expect(output.text() == shown)
        #expect(errors.text() == said)
    }

    @Test("Help goes to standard output")
    func helpIsOutput() async throws {
        let (output, errors) = (try Pipe(), try Pipe())
        let program = program(SampleProgram.root, output, errors)
        #expect(await program.run(["send", "-h"], environment: ["COLUMNS": "70"]) == .success)
        #expect(output.text().hasPrefix("Send files.\n"))
    }

    @Test("Errors become exit codes")
    func errorsBecomeCodes() async throws {
        #expect(try await failing(with: ExitCode.interrupted) == (.interrupted, ""))
        #expect(try await failing(with: TextOutput.Failure.closed) == (.success, ""))
        #expect(
            try await failing(with: TextOutput.Failure.system(ENOSPC))
                == (.inputOutput, "x: writing failed: No space left on device.\n")
        )
        #expect(
            try await failing(with: SecretPrompt.Failure.ended)
                == (.bug, "x: internal error: ended\n")
        )
        #expect(ExitCode.allCases.allSatisfy { !$0.meaning.isEmpty })
        #expect(
            ExitCode.allCases.map(\.rawValue)
                == [0, 1, 2, 3, 64, 65, 69, 70, 74, 75, 76, 77, 78, 130, 143]
        )
    }

    @Test("A reader that goes away ends the program quietly")
    func closedOutputIsQuiet() async throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let errors = try Pipe()
        let program = Program(
            SampleProgram.root,
            version: "1",
            output: TextOutput(descriptor: ends[1]),
            errorOutput: TextOutput(descriptor: errors.writing, bufferByteCount: 0)
        )
        #expect(await program.run(["--help"], environment: [:]) == .success)
        #expect(errors.text() == "")
    }

    @Test("Text waits in the buffer, and a full buffer goes out whole")
    func outputIsBuffered() throws {
        let pipe = try Pipe()
        let output = TextOutput(descriptor: pipe.writing, bufferByteCount: 8)
        try output.write("1234567")
        try output.writeLine("8")
        try output.write("left")
        #expect(pipe.text() == "12345678\n")
        #expect(throws: TextOutput.Failure.system(EBADF)) {
            try TextOutput(descriptor: -1, bufferByteCount: 0).write("x")
        }
    }

    private func program(_ root: Command, _ output: Pipe, _ errors: Pipe) -> Program {
        Program(
            root,
            version: "1.2.3",
            output: TextOutput(descriptor: output.writing),
            errorOutput: TextOutput(descriptor: errors.writing, bufferByteCount: 0)
        )
    }

    private func failing(with error: any Error & Sendable) async throws -> (ExitCode, String) {
        let (output, errors) = (try Pipe(), try Pipe())
        let root = Command("x", summary: "X", action: { _ in throw error })
        let code = await program(root, output, errors).run([], environment: [:])
        return (code, errors.text())
    }
}
