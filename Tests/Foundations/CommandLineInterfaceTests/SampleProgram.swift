import CommandLineInterface

/// A small program that has each kind of parameter once.
enum SampleProgram {
    static let server = Option(
        "server",
        short: "s",
        .text.named("ADDRESS"),
        default: "tcp://127.0.0.1:7575",
        environment: "NOTELET_SERVER",
        help: "Where the server listens."
    )
    static let format = Option<Format>(
        "format",
        .choice("FORMAT"),
        default: "table",
        help: "How data is shown."
    )
    static let quiet = Option<Bool>.flag(
        "quiet",
        short: "q",
        environment: "NOTELET_QUIET",
        help: "Say less."
    )
    static let verbose = Option<Bool>.flag("verbose", short: "v", help: "Say more.")
    static let tags = Option<[String]>.repeated(
        "tag",
        short: "t",
        .text,
        defaults: ["a", "b"],
        environment: "NOTELET_TAGS",
        help: "Words to keep with it."
    )
    static let limit = Option<Int?>.optional(
        "limit",
        .number(in: 1...500),
        help: "At most so many."
    )
    static let to = Option<String>.required("to", .text, environment: "NOTELET_TO", help: "Whom.")
    static let name = Argument("NAME", .text, help: "The contact's name.")
    static let link = Argument<String?>.optional("LINK", .text, help: "A personal link.")
    static let files = Argument<[String]>.variadic("FILE", .file, atLeast: 1, help: "What to send.")

    enum Format: String, CaseIterable, Sendable { case table, json, csv }

    static let root = Command(
        "sample",
        summary: "Shows what a program can take",
        discussion: "Its first paragraph.\n\nIts second one.",
        options: [server, quiet, verbose],
        subcommands: [
            Command(
                "contact",
                summary: "Work with contacts",
                subcommands: [
                    Command(
                        "add",
                        summary: "Add a contact",
                        options: [tags, limit],
                        arguments: [name, link],
                        action: { _ in .success }
                    ),
                    Command(
                        "list",
                        summary: "List contacts",
                        options: [format],
                        action: { _ in .refused }
                    ),
                ]
            ),
            Command(
                "send",
                summary: "Send files",
                options: [to],
                arguments: [files],
                action: { _ in throw CommandFailure(.unreachable, "no server\u{1B}.") }
            ),
        ]
    )

    static func parse(
        _ line: String,
        environment: [String: String] = [:]
    ) throws(UsageError) -> CommandLineParser.Outcome {
        try CommandLineParser(root, environment: environment)
            .parse(line.split(separator: " ").map(String.init))
    }

    /// Parses a line that must run a command.
    static func invocation(
        _ line: String,
        environment: [String: String] = [:]
    ) throws -> Invocation {
        guard case .run(let invocation) = try parse(line, environment: environment) else {
            throw ExitCode.bug
        }
        return invocation
    }

    /// Parses a line that must not fit, and returns what is said.
    static func refusal(_ line: String, environment: [String: String] = [:]) -> String {
        do {
            _ = try parse(line, environment: environment)
            return "accepted"
        } catch {
            return error.message
        }
    }
}
