import CommandLineInterface
import Domain
import NoteRules
internal import NoteStorage
import NoteletAPI
import OperatorCommands

/// The commands about notes that their receivers reported.
enum ReportCommands {
    static let report = Command(
        "report",
        summary: "Look at reported notes, and say what was done about them",
        discussion: """
            A report has a copy of the note, and not who sent it: that is told by 'report show \
            --reveal-senders', which asks on a terminal and is recorded in the audit log.
            """,
        subcommands: [ReportListCommand.list, show, resolve]
    )

    private static let number = Argument<UInt64>(
        "NUMBER",
        .number(in: 1...UInt64.max),
        help: "The number of the report."
    )
    private static let revealSenders = Option<Bool>.flag(
        "reveal-senders",
        help: "Show who sent the note. It is asked for again on a terminal, and recorded in the "
            + "store by the running server."
    )
    private static let text = Option<String>(
        "text",
        .text,
        default: "",
        help: "What was done, at most 1,000 characters."
    )

    private static let show = Command(
        "show",
        summary: "Show a report and what the note said",
        options: ServerOptions.ofEither + [revealSenders],
        arguments: [number],
        run: { context in
            if context[revealSenders], context[ServerOptions.folder] != nil {
                throw CommandFailure(
                    .usage,
                    "--reveal-senders is recorded by the running server: leave out --store."
                )
            }
            let source = try await context.openSource()
            defer { source.close() }
            let report = try await find(context[number], in: source)
            var document = [("source", context.document(of: source)), ("report", report.json)]
            var facts = report.facts
            if context[revealSenders], case .server(let connection) = source {
                let sender = try await reveal(report, at: connection)
                document.append(("sender", sender.json))
                facts.append(("sender", sender.text))
            }
            try context.write(document) {
                context.draw(facts: facts) + "\n" + report.content.terminalSafeLines + "\n"
            }
            return .success
        }
    )

    private static let resolve = Command(
        "resolve",
        summary: "Say that a report was dealt with, and how",
        discussion: """
            Said again it takes the place of what was said before; the audit log keeps both. What \
            is to happen to the account is another command, such as 'user ban'.
            """,
        options: [text],
        arguments: [number],
        doing: { context, connection in
            let response = try await connection.call(
                AdministrationAPI.resolveReport,
                ResolveReportRequest(number: context[number], text: context[text])
            )
            let report = ShownReport(response.report ?? NoteletAPI.Report())
            return Deed([("report", report.json)], "Report \(report.number) is dealt with.")
        }
    )

    private static func find(
        _ number: UInt64,
        in source: RecordSource
    ) async throws -> ShownReport {
        switch source {
        case .server(let connection):
            let response = try await connection.call(
                AdministrationAPI.getReport,
                GetReportRequest(number: number)
            )
            return ShownReport(response.report ?? NoteletAPI.Report())
        case .files(let files):
            let report = try files.read { store throws(DomainError) in
                try store.report(number).unwrapped(or: .reportNotFound)
            }
            return ShownReport(report)
        }
    }

    /// Asks, has it recorded, and answers who sent the note.
    private static func reveal(
        _ report: ShownReport,
        at connection: AdminConnection
    ) async throws -> ShownSender {
        try Confirmation.requireReveal(
            "This shows who sent the note of report \(report.number), and will be recorded in the "
                + "audit log of the server."
        )
        let response = try await connection.call(
            AdministrationAPI.revealReportedSender,
            RevealReportedSenderRequest(number: report.number)
        )
        return ShownSender(response.sender ?? NoteletAPI.NoteSender())
    }
}

/// Who sent a note, as it is shown to who asked for it and was recorded.
struct ShownSender {
    let kind: String
    let id: String
    let username: String

    init(_ sender: NoteletAPI.NoteSender) {
        kind = sender.kind.plainName
        id = shownID(sender.id)
        username = sender.username
    }

    /// The sender for a program.
    var json: JSON {
        .object([
            ("kind", .string(kind)), ("id", .nonempty(id)), ("username", .nonempty(username)),
        ])
    }

    /// The sender for a person.
    var text: String {
        [username.isEmpty ? kind : username, id].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
