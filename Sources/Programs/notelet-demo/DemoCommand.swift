import CommandLineInterface

/// What the demo tells of.
enum Story: String, CaseIterable, Sendable {
    /// The life of one app: accounts, links and notes, in nine acts.
    case notes
    /// Two apps on one server, and a directory in one of them, in seven.
    case directory
    /// Surveys for points, and days of two time zones, in seven acts.
    case rewards
    /// A lunch hour of riders, orders and cash, in four acts.
    case delivery
}

/// The command line of the demo.
enum DemoCommand {
    static let root = Command(
        "notelet-demo",
        summary: "Plays the life of a Notelet server, and checks each step",
        discussion: """
            Starts the given server on a free port of this machine with a store of its own, \
            signs people up, sends thousands of notes through real sockets, kills the server \
            in the middle of it, and counts what is there afterwards. The server is ended and \
            its store removed in any case.

            With --story directory it is a server with two apps, one of them with a directory \
            and published configuration; notelet-admin has to lie beside the server. With --story \
            rewards people answer surveys for points while weeks go by, for which --clock is \
            needed as well. With --story delivery riders want the same orders at the same time.

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
        static let story = Option<Story>(
            "story",
            .choice("STORY"),
            default: "notes",
            help: "What is told: of notes, of two apps and a directory, of rewards, or of delivery."
        )
        static let clock = Option<String?>.optional(
            "clock",
            .file,
            help: "The library that moves the server's clock, as Tests/Clock/build makes it."
        )
        static let color = Option<ColorChoice>(
            "color",
            .choice("WHEN"),
            default: "auto",
            help: "Whether to colour the output."
        )

        static let all: [any ParameterDeclaration] = [story, accounts, notes, clock, color]
    }
}
