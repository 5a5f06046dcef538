import CommandLineInterface
import Domain
import NoteRules
import NoteletAPI
import OperatorCommands

/// The commands about notes of which nobody needs to know whose they are.
enum SingleNoteCommands {
    static let note = Command(
        "note",
        summary: "Act on a note, and on whoever sent it, without learning who that is",
        discussion: """
            NOTE is the number of a report, or its receiver's whole id of the note. What is done \
            is recorded in the audit log of the store.
            """,
        subcommands: [remove, SenderChange.ban.command, SenderChange.unban.command]
    )

    static let reference = Argument<NoteRules.NoteReference>(
        "NOTE",
        .note,
        help: "The number of a report, or the receiver's whole id of a note."
    )
    private static let remove = Command(
        "remove",
        summary: "Remove a note from its receiver's view",
        discussion: """
            It is as if the receiver had deleted it: copies that the receiver keeps learn of it. \
            What the sender sees stays, and so do reports of the note with what it said. A note \
            that is removed already is refused.
            """,
        options: [Reason.required],
        arguments: [reference],
        confirming: { ($0[reference].text, "The note of \($0[reference].text) will be removed") },
        doing: { context, connection in
            let note = context[reference]
            _ = try await connection.call(
                AdministrationAPI.removeNote,
                RemoveNoteRequest(note: .init(note), reason: context[Reason.required]),
                missing: "There is no note of \(note.text), or it is gone from its receiver's view "
                    + "already: nothing was changed or recorded."
            )
            return Deed([("removed", .string(note.text))], "The note of \(note.text) is removed.")
        }
    )
}

/// What an operator can do to whoever sent a note.
enum SenderChange: Sendable {
    case ban, unban

    private static let dryRun = Option<Bool>.flag(
        "dry-run",
        help: "Say what would be done, and do nothing."
    )

    /// The command that does it.
    var command: Command {
        Command(
            name,
            summary: summary,
            discussion: discussion,
            options: options,
            arguments: [SingleNoteCommands.reference],
            asking: { context, connection in try await run(context, connection) }
        )
    }

    private func run(_ context: CommandContext, _ connection: AdminConnection) async throws {
        let note = context[SingleNoteCommands.reference]
        let isDone = !context[Self.dryRun]
        if isDone {
            if self == .ban {
                try Confirmation.require(
                    note.text,
                    "Whoever sent the note of \(note.text) is let in no more.",
                    isGiven: context[Confirmation.yes]
                )
            }
            let api = AdministrationAPI.self
            let method = self == .ban ? api.banSender : api.unbanSender
            _ = try await connection.call(
                method,
                NoteletAPI.NoteReference(note),
                missing: "There is no note of \(note.text), or it is gone with its receiver: "
                    + "nothing was changed or recorded."
            )
        }
        let document: [JSON.Member] = [
            connection.source,
            ("action", .string(name.replacing("-", with: "_"))), ("done", .bool(isDone)),
            ("note", .string(note.text)),
        ]
        try context.write(document) {
            let state = self == .ban ? "is let in no more" : "may come in again"
            return isDone
                ? "Whoever sent the note of \(note.text) \(state).\n"
                : "It would be done that whoever sent the note of \(note.text) \(state).\n"
        }
    }

    private var options: [any ParameterDeclaration] {
        switch self {
        case .ban: [Self.dryRun, Confirmation.yes]
        // What lets somebody in again can be taken back: nothing is asked.
        case .unban: [Self.dryRun]
        }
    }

    private var name: String {
        switch self {
        case .ban: "ban-sender"
        case .unban: "unban-sender"
        }
    }

    private var summary: String {
        switch self {
        case .ban: "Let whoever sent a note in no more, without learning who it is"
        case .unban: "Let whoever sent a note in again"
        }
    }

    private var discussion: String {
        switch self {
        case .ban:
            """
            It works alike whether the sender has an account, is a guest or is gone, and says \
            nothing of that. Of an account nothing changes that you or others see, neither \
            its status nor its link: it would tell whose the note was. The sender cannot \
            sign in, and sessions there were are worth nothing.
            """
        case .unban:
            """
            It takes back what 'note ban-sender' did, by this or another note of the sender, and \
            says the same whether the sender was banned, has an account, is a guest or is gone. A \
            ban of an account by 'user ban' stays.
            """
        }
    }
}

extension NoteRules.NoteReference {
    /// The note as the operator named it.
    var text: String {
        switch self {
        case .report(let number): "report \(number)"
        case .received(let id): id.opaque.uuid
        }
    }
}

extension NoteletAPI.NoteReference {
    /// The note as the operator named it.
    init(_ reference: NoteRules.NoteReference) {
        switch reference {
        case .report(let number): self.init(note: .reportNumber(number))
        case .received(let id): self.init(note: .messageID(id.opaque.bytes))
        }
    }
}

extension ValueSyntax<NoteRules.NoteReference> {
    /// A note, as an operator names one.
    static let note = ValueSyntax(
        placeholder: "NOTE",
        expectation: "the number of a report, or the receiver's whole id of a note",
        parse: { text in
            if let number = UInt64(text), number > 0 { return .report(number) }
            return OpaqueID(uuid: text).map { .received(MessageID($0)) }
        }
    )
}
