import CommandLineInterface
import TTRPC

/// The options of the server, and what it does with them.
enum ServerCommand {
    /// The version of all programs and of the service.
    static let version = "0.1.0"

    static let root = Command(
        "notelet-server",
        summary: "Serves anonymous notes from a store on this machine",
        discussion: """
            The server runs in the foreground until SIGTERM or SIGINT, then finishes the calls \
            that are under way and ends; a second signal ends it at once. The addresses it \
            listens on go to standard output, one a line, once it is ready; all else goes to \
            standard error.

            What it acknowledged is on stable storage: it survives kill -9 and power loss.
            """,
        options: Options.all
    ) { invocation in
        let configuration = try Configuration(invocation)
        return try await ServerProcess(configuration).run()
    }

    /// The options, each with its name in the environment.
    enum Options {
        static let listen = Option<[Address]>.repeated(
            "listen",
            .address,
            defaults: ["tcp://127.0.0.1:7575"],
            environment: "NOTELET_LISTEN",
            help: "Address to listen on, tcp://HOST:PORT or unix:///PATH; port 0 lets the system "
                + "choose. May be given several times."
        )
        static let store = Option<String>.required(
            "store",
            .folder,
            environment: "NOTELET_STORE",
            help: "Folder of the store; made if it does not exist."
        )
        static let keyFile = Option<String?>.optional(
            "key-file",
            .file,
            environment: "NOTELET_KEY_FILE",
            help: "File of the master key, made with the store; keep it apart from backups. "
                + "By default the folder of the store with '.key' behind its name."
        )
        static let linkBase = Option<String>(
            "link-base",
            .text.named("URL"),
            default: "https://app.anonymous-message.com/receive/",
            environment: "NOTELET_LINK_BASE",
            help: "What comes before the token in a personal link."
        )
        static let mapSize = Option<Int64>(
            "map-size",
            .byteCount,
            default: "64GiB",
            environment: "NOTELET_MAP_SIZE",
            help: "Address space for the store, the most it can grow to; no memory is taken."
        )
        static let writeBuffer = Option<Int64>(
            "write-buffer",
            .byteCount,
            default: "128MiB",
            environment: "NOTELET_WRITE_BUFFER",
            help: "Memory, and as much of the disk, for changes that are on their way into the "
                + "database: all that the store takes besides the system's page cache. More lets "
                + "it write less."
        )
        static let drainTime = Option<Duration>(
            "drain-time",
            .duration,
            default: "10s",
            environment: "NOTELET_DRAIN_TIME",
            help: "How long calls may go on after SIGTERM."
        )
        static let insecure = Option<Bool>.flag(
            "insecure",
            environment: "NOTELET_INSECURE",
            help: "Listen beyond this machine although nothing is encrypted."
        )

        static let all: [any ParameterDeclaration] = [
            listen, store, keyFile, linkBase, mapSize, writeBuffer, drainTime, insecure,
        ]
    }
}

extension ValueSyntax<Address> {
    /// An address to listen on.
    static let address = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like tcp://127.0.0.1:7575 or unix:///run/notelet.sock",
        parse: { try? Address($0) }
    )
}
