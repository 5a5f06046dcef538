import CommandLineInterface
import Locking
import Testing

@Suite("Settings")
struct SettingsTests {
    static let config = Option<String?>.optional(
        "config",
        .file,
        environment: "SAMPLE_CONFIG",
        help: "A file of settings."
    )
    static let listen = Option<[String]>.repeated(
        "listen",
        .text,
        defaults: ["d"],
        environment: "SAMPLE_LISTEN",
        help: "Where."
    )
    static let store = Option<String>.required(
        "store",
        .folder,
        environment: "SAMPLE_STORE",
        help: "What."
    )
    static let limit = Option<Int?>.optional(
        "limit",
        .number(in: 1...500),
        environment: "SAMPLE_LIMIT",
        help: "How many."
    )
    static let quiet = Option<Bool>.flag("quiet", environment: "SAMPLE_QUIET", help: "Say less.")
    static let check = Option<Bool>.flag("check", help: "No setting.")

    static let root = Command(
        "sample",
        summary: "Has settings",
        settings: [config, check, listen, store, limit, quiet],
        settingsFile: config,
        variables: VariableFamily(
            prefix: "SAMPLE_",
            foreignNames: ["SAMPLE_OF_ANOTHER"],
            foreignPrefixes: ["SAMPLE_PORT"]
        ),
        subcommands: [.config],
        action: { _ in .success }
    )

    @Test("A value comes from the command line, else the environment, the file, the default")
    func sourcesHaveAnOrder() throws {
        let file = "store = f\nlimit = 1\nquiet = yes\nlisten = f1\nlisten = f2\n"
        let all = try invocation(
            "--store c --config c",
            ["SAMPLE_STORE": "e", "SAMPLE_LIMIT": "2", "SAMPLE_QUIET": ""],
            file
        )
        #expect(all[Self.store] == "c" && all.origin(of: Self.store) == .commandLine)
        #expect(all[Self.limit] == 2 && all.origin(of: Self.limit) == .environment("SAMPLE_LIMIT"))
        #expect(all[Self.quiet] && all.origin(of: Self.quiet) == .file("c:3"))
        #expect(all[Self.listen] == ["f1", "f2"] && all.origin(of: Self.listen) == .file("c:4"))
        #expect(all.texts(of: Self.listen.parameter) == ["f1", "f2"])
        let few = try invocation("", ["SAMPLE_CONFIG": "c"], "store=f")
        #expect(few[Self.store] == "f")
        #expect(few[Self.listen] == ["d"] && few.origin(of: Self.listen) == .declaredDefault)
        #expect(few[Self.limit] == nil && few.origin(of: Self.limit) == .absent)
        let origins: [ValueOrigin] = [.commandLine, .file("c:1"), .declaredDefault, .absent]
        #expect(origins.map(\.description) == ["command line", "file c:1", "default", "not set"])
    }

    @Test("A file may have comments, empty lines, spaces, and lines that end as on other systems")
    func syntaxIsKind() throws {
        let file = "\n# comment = 1\r\n  store =  /a b=c # d \t\r\n\n\tlimit=7"
        let read = try invocation("--config c", [:], file)
        #expect(read[Self.store] == "/a b=c # d")
        #expect(read[Self.limit] == 7)
        #expect(read.origin(of: Self.limit) == .file("c:5"))
    }

    @Test(
        "A file that is wrong is refused with its place, also where another source would win",
        arguments: [
            ("stor = a", "c:1: unknown setting 'stor'; did you mean 'store'?"),
            ("\n\ndrain_time = 3", "c:3: unknown setting 'drain_time'"),
            ("check = yes", "c:1: unknown setting 'check'"),
            ("config = d", "c:1: unknown setting 'config'"),
            ("limit = 0", "c:1: limit: '0' is not a whole number from 1 to 500"),
            (
                "quiet = maybe",
                "c:1: quiet: 'maybe' is not one of 1, true, yes, on, 0, false, no, off"
            ),
            ("limit = 1\nlimit = 2", "c:2: 'limit' takes one value and has one at c:1"),
            ("limit", "c:1: 'limit' is no setting; write 'name = value'"),
            ("limit =", "c:1: 'limit' has no value; give it one, or begin the line with '#'"),
            ("= 3", "c:1: unknown setting ''"),
        ]
    )
    func fileIsChecked(file: String, message: String) {
        let error = refusal("--config c --store s --limit 3", file)
        #expect(error?.message == message)
        #expect(error?.exitCode == .configuration)
    }

    @Test(
        "What the file could have said is a matter of the configuration, what it could not is not"
    )
    func refusalsHaveTheirCode() {
        let missing = refusal("", "")
        #expect(
            missing?.message == "--store must be given, here or as SAMPLE_STORE in the environment "
                + "or as 'store' in the file of settings"
        )
        #expect(missing?.exitCode == .configuration)
        #expect(refusal("--store s --limit 0", "")?.exitCode == .usage)
        #expect(refusal("--stor s", "")?.exitCode == .usage)
        #expect(refusal("confg", "")?.message == "unknown command 'confg'; did you mean 'config'?")
        let unread = refusal("--config gone", nil)
        #expect(unread?.message == "gone cannot be read")
        #expect(unread?.description.hasSuffix("read. See 'sample --help'.") == true)
        #expect(refusal("--config c", "stor=a")?.description.contains("'store'? See") == true)
    }

    @Test(
        "A variable of the program's family that nobody reads is refused, with the nearest",
        arguments: [
            ("SAMPLE_STOR", "; did you mean 'SAMPLE_STORE'?"),
            ("SAMPLE_LIMITS", "; did you mean 'SAMPLE_LIMIT'?"),
            ("SAMPLE_CONFIGURATION", "; unset it"),
            ("SAMPLE_", "; unset it"),
        ]
    )
    func variablesAreKnown(name: String, advice: String) throws {
        let known = ["SAMPLE_OF_ANOTHER": "", "SAMPLE_PORT_1_TCP": "x", "SAMPLE": "", "STORE": ""]
        _ = try invocation("--store s", known, "")
        let error = #expect(throws: UsageError.self) {
            try invocation("--store s", known.merging([name: ""]) { $1 }, "")
        }
        #expect(error?.message == "unknown variable '\(name)' in the environment" + advice)
        #expect(error?.exitCode == .configuration)
    }

    @Test("The same command line is read again with the file as it is then")
    func fileIsReadAgain() throws {
        let files = Files(["store = a", "store = b\nlimit = 9", "limit = 0"])
        let parser = CommandLineParser(Self.root, environment: [:], readFile: { _ in files.next() })
        guard case .run(let first) = try parser.parse(["--config", "c"]) else {
            throw ExitCode.bug
        }
        let second = try first.reread()
        #expect(first[Self.store] == "a" && second[Self.store] == "b")
        #expect(second[Self.limit] == 9)
        #expect(throws: UsageError.self) { try second.reread() }
    }

    @Test("A program with a file of settings and commands shows both in its help")
    func helpHasCommands() {
        let text = HelpText(path: [Self.root], width: 80).text
        #expect(text.contains("Usage: sample --store FOLDER [OPTION]... [COMMAND]"))
        #expect(text.contains("Commands:\n  config  Look at the configuration"))
        #expect(Self.root.settings.map(\.name) == ["listen", "store", "limit", "quiet"])
    }

    @Test("A file is read as text of a bounded size, or refused in one line")
    func fileIsBounded() throws {
        #expect(throws: SettingsFile.Failure("/nowhere cannot be read: No such file or directory"))
        {
            try SettingsFile.text(ofFile: "/nowhere")
        }
        for path in ["/", "/dev/zero", "/dev/null"] {
            #expect(throws: SettingsFile.Failure("\(path) cannot be read: it is no plain file")) {
                try SettingsFile.text(ofFile: path)
            }
        }
    }

    /// The texts that a file has at one time after another.
    private final class Files: Sendable {
        private let texts: [String]
        private let count = Atomic<Int>(0)

        init(_ texts: [String]) {
            self.texts = texts
        }

        func next() -> String {
            texts[count.wrappingAdd(1, ordering: .relaxed).oldValue]
        }
    }

    private func invocation(
        _ line: String,
        _ environment: [String: String],
        _ file: String?
    ) throws(UsageError) -> Invocation {
        let parser = CommandLineParser(Self.root, environment: environment) {
            path throws(SettingsFile.Failure) in
            guard let file else { throw SettingsFile.Failure("\(path) cannot be read") }
            return file
        }
        guard
            case .run(let invocation) = try parser.parse(
                line.split(separator: " ").map(String.init)
            )
        else {
            throw UsageError(commandPath: [], message: "nothing to run")
        }
        return invocation
    }

    private func refusal(_ line: String, _ file: String?) -> UsageError? {
        do throws(UsageError) {
            _ = try invocation(line, [:], file)
            return nil
        } catch {
            return error
        }
    }
}
