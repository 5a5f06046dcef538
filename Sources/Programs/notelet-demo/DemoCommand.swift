import CommandLineInterface

/// The command line of the demo.
enum DemoCommand {
    static let root = Command(
        "notelet-demo",
        summary: "Plays the life of a Notelet server in nine acts, and checks each step",
        discussion: """
            Starts the given server on a free port of this machine with a store of its own, \
            signs people up, sends thousands of notes through real sockets, kills the server \
            in the middle of it, and counts what is there afterwards. The server is ended and \
            its store removed in any case.

            Ends with 0 when everything came as expected, and with 1 at the first step that \
            did not.
            """,
        options: Options.all,
        arguments: [Options.server]
    ) { invocation in
        try await Play(invocation).run()
    }

    /// The argument and the options.
    enum Options {
        static let server = Argument<String>("SERVER", .file, help: "Path of notelet-server.")
        // The defaults fill about ten seconds on two cores, nearly all of it password hashing.
        static let accounts = Option<Int>(
            "accounts",
            .number(in: 20...2_000),
            default: "200",
            help: "How many people fill the town."
        )
        static let notes = Option<Int>(
            "notes",
            .number(in: 400...12_000),
            default: "5000",
            help: "How many notes they send."
        )
        static let color = Option<ColorChoice>(
            "color",
            .choice("WHEN"),
            default: "auto",
            help: "Whether to colour the output."
        )

        static let all: [any ParameterDeclaration] = [accounts, notes, color]
    }
}
