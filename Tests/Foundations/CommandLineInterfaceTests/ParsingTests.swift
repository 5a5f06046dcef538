import CommandLineInterface
import Testing

@Suite("Parsing")
struct ParsingTests {
    @Test(
        "An option is read in each spelling and place",
        arguments: [
            "--server x contact list", "--server=x contact list", "-s x contact list",
            "-sx contact list", "-s=x contact list", "contact --server x list",
            "contact list --server x", "contact list -qvs x", "--server y contact list -s x",
        ]
    )
    func optionIsRead(line: String) throws {
        let invocation = try SampleProgram.invocation(line)
        #expect(invocation[SampleProgram.server] == "x")
        #expect(invocation.origin(of: SampleProgram.server) == .commandLine)
        #expect(invocation.path.map(\.name) == ["sample", "contact", "list"])
    }

    @Test("Flags are true when named, alone or joined")
    func flagsAreRead() throws {
        let joined = try SampleProgram.invocation("contact list -qv")
        #expect(joined[SampleProgram.quiet] && joined[SampleProgram.verbose])
        let none = try SampleProgram.invocation("contact list")
        #expect(!none[SampleProgram.quiet])
        #expect(none.origin(of: SampleProgram.quiet) == .absent)
    }

    @Test("Repeated values join, and replace the defaults")
    func valuesAreRepeated() throws {
        let given = try SampleProgram.invocation("contact add N --tag x -t y")
        #expect(given[SampleProgram.tags] == ["x", "y"])
        let defaults = try SampleProgram.invocation("contact add N")
        #expect(defaults[SampleProgram.tags] == ["a", "b"])
        #expect(defaults.origin(of: SampleProgram.tags) == .declaredDefault)
    }

    @Test("Arguments fill their places in order")
    func argumentsAreRead() throws {
        let one = try SampleProgram.invocation("contact add Min")
        #expect(one[SampleProgram.name] == "Min")
        #expect(one[SampleProgram.link] == nil)
        #expect(one[SampleProgram.limit] == nil)
        let two = try SampleProgram.invocation("contact add -- --Min -")
        #expect(two[SampleProgram.name] == "--Min")
        #expect(two[SampleProgram.link] == "-")
        let many = try SampleProgram.invocation("send a --to b c -5 -- --to")
        #expect(many[SampleProgram.files] == ["a", "c", "-5", "--to"])
        #expect(many[SampleProgram.to] == "b")
        #expect(many.parameters.map(\.spelling).suffix(2) == ["--to", "FILE"])
    }

    @Test("The command line wins over the environment, and that over the default")
    func sourcesHaveAnOrder() throws {
        let environment = [
            "NOTELET_SERVER": "e", "NOTELET_TAGS": "x,y", "NOTELET_QUIET": "on", "NOTELET_TO": "",
        ]
        let set = try SampleProgram.invocation("contact add N", environment: environment)
        #expect(set[SampleProgram.server] == "e")
        #expect(set.origin(of: SampleProgram.server) == .environment("NOTELET_SERVER"))
        #expect(set[SampleProgram.tags] == ["x", "y"])
        #expect(set[SampleProgram.quiet])
        let both = try SampleProgram.invocation("contact add N -sc", environment: environment)
        #expect(both[SampleProgram.server] == "c")
        let empty = try SampleProgram.invocation(
            "contact list",
            environment: ["NOTELET_SERVER": ""]
        )
        #expect(empty.origin(of: SampleProgram.server) == .declaredDefault)
        #expect(
            SampleProgram.refusal("send f", environment: environment)
                == "--to must be given, here or as NOTELET_TO in the environment"
        )
    }

    @Test(
        "A refusal says what is wrong and what would be right",
        arguments: [
            ("--servr x", "unknown option '--servr'; did you mean '--server'?"),
            ("--hepl", "unknown option '--hepl'; did you mean '--help'?"),
            ("--zzzzzzzz", "unknown option '--zzzzzzzz'"),
            ("-z", "unknown option '-z'"),
            ("contact list -qh", "unknown option '-h'"),
            ("contcat", "unknown command 'contcat'; did you mean 'contact'?"),
            ("zzzz", "unknown command 'zzzz'; the commands are contact, send"),
            ("", "a command is missing; the commands are contact, send"),
            ("contact", "a command is missing; the commands are add, list"),
            ("-s", "--server needs a value, a text"),
            ("contact add --limit", "--limit needs a value, a whole number from 1 to 500"),
            (
                "--server --quiet",
                "--server needs a value, and '--quiet' is an option; "
                    + "write '--server=--quiet' if it is meant"
            ),
            ("--quiet=yes", "--quiet takes no value, so leave out '=yes'"),
            ("contact add", "the argument NAME is missing, a text"),
            ("contact add a b c", "'c' is one argument too many"),
            ("send --to x", "the argument FILE is missing, the path of a file"),
            ("contact add N --limit 0", "--limit: '0' is not a whole number from 1 to 500"),
            (
                "contact list --format jsn",
                "--format: 'jsn' is not one of table, json, csv; did you mean 'json'?"
            ),
        ]
    )
    func refusalSpeaks(line: String, message: String) {
        #expect(SampleProgram.refusal(line) == message)
    }

    @Test("A refusal names the command and its help in one safe line")
    func refusalIsOneLine() {
        #expect(throws: UsageError.self) { try SampleProgram.parse("contact add N --x\u{1B}\n") }
        let error = UsageError(commandPath: ["a", "b"], message: "x\u{1B}\ny")
        #expect(error.description == "a b: x␛⏎y. See 'a b --help'.")
    }

    @Test("A wrong environment variable is named")
    func environmentIsNamed() {
        let message = SampleProgram.refusal(
            "contact list",
            environment: ["NOTELET_QUIET": "maybe"]
        )
        #expect(message.hasPrefix("--quiet (from environment NOTELET_QUIET): 'maybe' is not one"))
    }

    @Test(
        "Help and version are reached from everywhere",
        arguments: [
            ("--help", ["sample"]), ("contact -h", ["sample", "contact"]),
            ("contact add --help", ["sample", "contact", "add"]),
            ("help contact add", ["sample", "contact", "add"]), ("help", ["sample"]),
            ("send --help", ["sample", "send"]), ("--version", []), ("send --version", []),
            ("-V", []), ("send -V", []),
        ]
    )
    func helpIsReached(line: String, path: [String]) throws {
        switch try SampleProgram.parse(line) {
        case .help(let found): #expect(found.map(\.name) == path)
        case .version: #expect(path.isEmpty)
        default: Issue.record("\(line) ran a command")
        }
    }

    @Test(
        "Completions and the manual page are reached from everywhere",
        arguments: [
            ("--completions fish", Shell.fish), ("--completions=zsh", .zsh),
            ("contact add --completions bash", .bash), ("--man-page", nil),
            ("send --man-page", nil),
        ]
    )
    func pagesAreReached(line: String, shell: Shell?) throws {
        switch try SampleProgram.parse(line) {
        case .completions(let found): #expect(found == shell)
        case .manualPage: #expect(shell == nil)
        default: Issue.record("\(line) is something else")
        }
        #expect(SampleProgram.refusal("--completions") == missingShell)
        #expect(SampleProgram.refusal("--completions=bsh").hasSuffix("did you mean 'bash'?"))
    }

    private var missingShell: String { "--completions needs a value, one of bash, zsh, fish" }
}
