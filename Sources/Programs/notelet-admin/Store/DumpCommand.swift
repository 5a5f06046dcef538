import AccountRules
import CommandLineInterface
import Domain
import LogStoreTools
import OperatorCommands
import Records
import Storage
import StoreTools

/// The records of a store as text.
enum DumpCommand {
    private static let entities = Option<[DumpEntity]>.repeated(
        "entity",
        .choice("KIND"),
        help: "Write this kind of record alone; may be given several times."
    )
    private static let user = Option<DumpSelection.Subject?>.optional(
        "user",
        .subject,
        help: "Write the records of this person alone."
    )
    private static let since = Option<Instant?>.optional(
        "since",
        .moment,
        help: "Write records that were made at this time or later."
    )
    private static let until = Option<Instant?>.optional(
        "until",
        .moment,
        help: "Write records that were made before this time."
    )
    private static let format = Option<Format>(
        "format",
        .choice("FORMAT"),
        default: "jsonl",
        help: "jsonl for lines of JSON, mdb for what mdb_load of lmdb-utils reads."
    )
    private static let revealSenders = Option<Bool>.flag(
        "reveal-senders",
        help: "Show who sent anonymous notes, and what helps to tell. It is asked for again on a "
            + "terminal, and recorded in the store, which no server may have open."
    )
    private static let noContents = Option<Bool>.flag(
        "no-contents",
        help: "Leave out what people wrote: notes, answers, reports, words, names and remarks of "
            + "contacts."
    )
    private static let output = Option<String?>.optional(
        "output",
        .file,
        help: "Write to this file, readable by its owner alone, instead of standard output."
    )
    private static let force = Option<Bool>.flag("force", help: "Replace the file if it exists.")

    /// How a dump is written.
    private enum Format: String, CaseIterable {
        case jsonl
        case mdb
    }

    static let dump = Command(
        "dump",
        summary: "Write the records of a store as text",
        discussion: """
            Without --reveal-senders the dump is for reading. It names people by their ids and \
            leaves out who sent an anonymous note and all that helps to tell: the sender's record \
            of it, which of a receiver's blocks are of one sender, kept replies, places in feeds, \
            and of log-ins the time of day. It also leaves out password hashes and digests of \
            tokens.

            With --reveal-senders and nothing selected the dump holds the whole store, and 'store \
            load' makes one of it. It still needs the master key, which no dump holds.

            With --no-contents a dump shows what there is without what it says, and cannot be \
            loaded.

            The dump of a running store is one state. Write it to a file rather than to a pager: \
            until it ends, the server's file cannot use pages again that are freed meanwhile.

            The last line has a count and a BLAKE2b digest for each kind: 'grep' of the lines of a \
            kind through 'b2sum -l 256' gives the same.
            """,
        options: [
            entities, user, since, until, format, revealSenders, noContents, output, force,
        ],
        run: { context in
            let selection = try selection(context)
            let file = try context[output].map { path in
                context.removeAbandoned(beside: path)
                return try OutputFile(path: path, isReplacing: context[force])
            }
            let target: any DumpOutput = file ?? StandardOutput()
            switch selection.senders {
            case .leftOut: try dump(selection, to: target, context)
            case .revealed: try reveal(selection, to: target, context)
            }
            if let file { try context.attempt { () throws(StoreToolError) in try file.finish() } }
            return .success
        }
    )

    private static func selection(_ context: CommandContext) throws -> DumpSelection {
        let senders: DumpSelection.Senders = context[revealSenders] ? .revealed : .leftOut
        var selection = DumpSelection(senders: senders)
        if !context[entities].isEmpty { selection.entities = Set(context[entities]) }
        selection.subject = context[user]
        selection.since = context[since]
        selection.until = context[until]
        if context[noContents] { selection.contents = .leftOut }
        if case .leftOut = senders {
            if let hidden = context[entities].first(where: { !$0.isShownWithoutSenders }) {
                throw CommandFailure(
                    .refused,
                    "Records of the kind \(hidden.rawValue) tell who sent anonymous notes: give "
                        + "--reveal-senders as well."
                )
            }
            if context[format] == .mdb {
                throw CommandFailure(
                    .refused,
                    "--format mdb writes the records as they are stored, so it tells who sent "
                        + "anonymous notes: give --reveal-senders as well."
                )
            }
        } else if context[format] == .mdb, !selection.isComplete {
            throw CommandFailure(
                .usage,
                "--format mdb writes whole tables: leave out --entity, --user, --since, --until "
                    + "and --no-contents."
            )
        }
        return selection
    }

    /// Reads the files, whoever else has them open.
    private static func dump(
        _ selection: DumpSelection,
        to output: any DumpOutput,
        _ context: CommandContext
    ) throws {
        let files = try context.openFiles()
        let key = try context.masterKey()
        let total = try recordCount(of: selection, in: files, context)
        let progress = context.progress("dump", countTotal: total)
        let summary = try context.attempt { () throws(StoreToolError) in
            try files.dump(selection, masterKey: key, to: output, progress: progress.report)
        }
        progress.finish(count: total)
        context.remark(text(of: summary))
    }

    /// Opens the store, so that it can be recorded there who was shown what.
    private static func reveal(
        _ selection: DumpSelection,
        to output: any DumpOutput,
        _ context: CommandContext
    ) throws {
        let path = context.storePath
        let total = try requireStopped(selection, context)
        let key = try context.masterKey()
        try Confirmation.requireReveal(
            "This shows who sent each anonymous note in \(path), and will be recorded there."
        )
        let store = try context.attempt { () throws(StoreToolError) in
            try RecordStore.openExisting(
                directory: path,
                masterKey: key,
                now: .now,
                leavesLog: true
            )
        }
        defer { store.close() }
        let progress = context.progress("dump", countTotal: total)
        let form: DumpForm = context[format] == .mdb ? .stored : .lines(selection)
        let entry = AuditEntry(
            operatorName: CommandContext.operatorName,
            action: CommandLine.arguments.dropFirst().joined(separator: " "),
            recordedAt: .now
        )
        let summary = try context.attempt { () throws(StoreToolError) in
            try store.dump(form, recording: entry, to: output, progress: progress.report)
        }
        progress.finish(count: total)
        context.remark("recorded in the audit log of \(path)")
        if context[format] == .jsonl { context.remark(text(of: summary)) }
    }

    /// Refuses a store that a server has open; answers how many records are selected.
    private static func requireStopped(
        _ selection: DumpSelection,
        _ context: CommandContext
    ) throws -> Int {
        let files = try context.openFiles()
        if let holder = files.holder {
            throw CommandFailure(
                .timeout,
                "--reveal-senders has to be recorded in the store, which a server has open "
                    + "(\(holder.text)): stop it first, or reveal the senders of a copy that "
                    + "'store copy --compact' makes."
            )
        }
        return try recordCount(of: selection, in: files, context)
    }

    private static func recordCount(
        of selection: DumpSelection,
        in files: StoreFiles,
        _ context: CommandContext
    ) throws -> Int {
        try context.attempt { () throws(StoreToolError) in
            try files.recordCount(of: selection.entities)
        }
    }

    private static func text(of summary: DumpSummary) -> String {
        let counts = summary.counts.filter { $0.count > 0 }
        if counts.isEmpty { return "there is nothing to write" }
        let words = counts.map { "\($0.entity.rawValue) \($0.count)" }
        return "wrote " + words.joined(separator: ", ")
    }
}

extension ValueSyntax<DumpSelection.Subject> {
    /// A person, as an operator names one.
    static let subject = ValueSyntax(
        placeholder: "USER",
        expectation: "a username, or the id of an account or guest",
        parse: { text in
            if text.isEmpty { return nil }
            return OpaqueID(uuid: text).map { .id($0) } ?? .username(text)
        }
    )
}
