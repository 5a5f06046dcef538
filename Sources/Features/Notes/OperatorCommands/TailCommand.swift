import CommandLineInterface
import Dispatch
import Glibc
import Locking
import NoteletAPI
import OperatorCommands
import TTRPC

/// What happens, as it happens.
enum TailCommand {
    private static let revealSenders = Option<Bool>.flag(
        "reveal-senders",
        help: "Show who sent each note. It is asked for again on a terminal, and recorded in the "
            + "store."
    )

    static let tail = Command(
        "tail",
        summary: "Print what receivers get and do as it happens, until Ctrl-C",
        discussion: """
            An event is a note that somebody received, an answer, a block or a report: who it is \
            about, to the minute, and how long the text is, never the text. What senders do, \
            signing up included, is not shown: beside the notes of others it would tell who wrote \
            them. With --json each event is a line. It ends when the server ends, or says nothing \
            for 100 seconds, not even that it lives.
            """,
        options: ServerOptions.ofServer + [revealSenders],
        run: { context in
            if context[revealSenders] {
                try Confirmation.requireReveal(
                    "This shows who sends each note from now on, and will be recorded in the audit "
                        + "log of the server."
                )
            }
            let connection = try await context.openServer()
            defer { connection.close() }
            let events = try connection.stream(
                AdministrationAPI.tail,
                TailRequest(revealSenders: context[revealSenders])
            )
            let count = Atomic<Int>(0)
            let printing = Task {
                while let event = try await events.next(within: silenceMax) {
                    switch event.kind {
                    case .started: context.remark("waiting for events; Ctrl-C ends it")
                    case .alive: break
                    default:
                        try write(event, context)
                        count.add(1, ordering: .relaxed)
                    }
                }
            }
            let signal = EndingSignal { printing.cancel() }
            let result = await printing.result
            if let code = signal.exitCode {
                let shown = count.load(ordering: .relaxed)
                context.remark(shown == 1 ? "1 event" : "\(shown) events")
                return code
            }
            switch result {
            case .success: return .success
            case .failure(let error as RPCError): throw connection.failure(error)
            case .failure(let error): throw error
            }
        }
    )

    /// How long the server may say nothing: it gives a sign of life every 20 seconds, so this is
    /// several of them missed.
    private static let silenceMax = Duration.seconds(100)

    private static func write(_ event: TailEvent, _ context: CommandContext) throws {
        let shown = ShownEvent(event)
        try context.write(shown.document) { shown.text + "\n" }
        try context.output.flush()
    }
}

/// The signals that end a program, taken so that it ends in order.
private struct EndingSignal {
    private let received: Received
    private let sources: [any DispatchSourceSignal]

    private final class Received: Sendable {
        let number = Atomic<Int32>(0)
    }

    /// Calls `action` at SIGINT and SIGTERM, for as long as this is kept.
    init(action: @escaping @Sendable () -> Void) {
        let received = Received()
        self.received = received
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler {
                received.number.store(number, ordering: .relaxed)
                action()
            }
            source.activate()
            return source
        }
    }

    /// What the program ends with; nil if no signal came.
    var exitCode: ExitCode? {
        switch received.number.load(ordering: .relaxed) {
        case 0: nil
        case SIGTERM: .terminated
        default: .interrupted
        }
    }
}

/// An event as it is shown.
private struct ShownEvent {
    private let event: TailEvent
    private let at: Moment?

    init(_ event: TailEvent) {
        self.event = event
        at = event.at.map { Moment($0) }
    }

    /// The event for a program.
    var document: [JSON.Member] {
        var members: [JSON.Member] = [
            ("event", .string(event.kind.plainName)), ("at", at.json),
        ]
        if event.kind == .missed {
            return members + [("count", .number(Int64(clamping: event.missedCount)))]
        }
        members += [
            ("user_id", .string(shownID(event.userID))), ("username", .string(event.username)),
        ]
        switch event.kind {
        case .received:
            members += [
                ("message_id", .string(shownID(event.messageID))),
                ("characters", .number(Int64(event.characterCount))),
                ("anonymous", .bool(event.isAnonymous)),
                ("sender_name", .nonempty(event.senderName)),
            ]
            if let sender = event.sender { members.append(("sender", ShownSender(sender).json)) }
        case .answered:
            members += [
                ("message_id", .string(shownID(event.messageID))),
                ("characters", .number(Int64(event.characterCount))),
            ]
        case .reported:
            members += [
                ("report", .number(Int64(clamping: event.reportNumber))),
                ("reason", .string(event.reason.plainName)),
            ]
        default: break
        }
        return members
    }

    /// The event for a person, on one line.
    var text: String {
        let who = event.username.terminalSafe
        let what =
            switch event.kind {
            case .received: "\(who) received a note of \(event.characterCount) characters\(source)"
            case .answered: "\(who) answered with \(event.characterCount) characters"
            case .blocked: "\(who) blocked a sender"
            case .reported:
                "\(who) reported a note: \(event.reason.plainName), report "
                    + "\(event.reportNumber)"
            case .missed: "\(event.missedCount) events were missed"
            default: event.kind.plainName
            }
        return "\(at?.shortText ?? "")  \(what)"
    }

    private var source: String {
        let shown =
            event.isAnonymous ? ", anonymous" : " from \(event.senderName.terminalSafe)"
        guard let sender = event.sender else { return shown }
        return "\(shown), sent by \(ShownSender(sender).text.terminalSafe)"
    }
}
