import CommandLineInterface
import TTRPC

/// The options of `notelet-bench run`.
enum RunOptions {
    static let workload = Option<Workload>(
        "workload",
        .choice("WORKLOAD"),
        default: "mixed",
        help: "send: notes to personal links; history: the newest page of what a user received; "
            + "mixed: 80 % history, 20 % send."
    )
    static let server = Option<Address?>.optional(
        "server",
        .address,
        help: "A server that runs already, on a store that 'preload' filled; needs --population."
    )
    static let population = Option<String?>.optional(
        "population",
        .file,
        help: "The users of that store: the file STORE.population."
    )
    static let serverProgram = Option<String?>.optional(
        "server-program",
        .file,
        help: "The server to start; by default the notelet-server beside this program."
    )
    static let store = Option<String?>.optional(
        "store",
        .folder,
        help:
            "Folder of a store to fill, or filled before, which stays; by default one in /var/tmp "
            + "that goes at the end."
    )
    static let connections = count("connections", 1...10_000, "32", "Connections.")
    static let depth = count("depth", 1...10_000, "16", "Calls under way on each connection.")
    static let callsPerUser = count(
        "calls-per-user",
        1...Int.max,
        "64",
        "Calls that a connection makes for one user before it speaks for another."
    )
    static let pageSize = count("page-size", 1...500, "50", "Notes of a page at most.")
    static let threads = count("threads", 1...64, "2", "Threads that make the load.")
    static let seconds = count("seconds", 1...86_400, "10", "How long to measure.")
    static let warmUp = count("warm-up", 0...3600, "2", "Seconds of load before that.")
    static let keys = Option<Bool>.flag(
        "keys",
        help: "Send each note with an idempotency key, as clients do."
    )
    static let json = Option<Bool>.flag("json", help: "Write the result as JSON.")

    static let all: [any ParameterDeclaration] =
        [workload, connections, depth, seconds, warmUp, keys, callsPerUser, pageSize, threads]
        + StoreOptions.all + [server, population, serverProgram, store, json]

    private static func count(
        _ name: String,
        _ range: ClosedRange<Int>,
        _ standard: String,
        _ help: String
    ) -> Option<Int> {
        Option(name, .number(in: range), default: standard, help: help)
    }
}

extension ValueSyntax<Address> {
    /// An address to connect to.
    static let address = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like tcp://127.0.0.1:7575 or unix:///run/notelet.sock",
        parse: { try? Address($0) }
    )
}
