import CommandLineInterface
import Cryptography
import Domain
import Glibc
import LogStoreTools
import OperatorCommands
import StoreTools

/// A store out of a backup.
enum RestoreCommand {
    private static let until = Option<Instant?>.optional(
        "until",
        .moment,
        help: "Restore the state of this moment; all that the archive has by default."
    )
    private static let erasures = Option<[String]>.repeated(
        "erasures",
        .file,
        help: "File with the marks of who was deleted, beside those that are found; may be given "
            + "several times."
    )
    private static let yes = Option<Bool>.flag(
        "yes",
        help: "Replace a store that is there without asking."
    )
    private static let dryRun = Option<Bool>.flag(
        "dry-run",
        help: "Check the backup, say what would be done, and do nothing."
    )

    static let restore = Command(
        "restore",
        summary: "Make a store out of a backup",
        discussion: """
            The store is built beside its place, compared with the backup byte by byte, flushed, \
            and has its name only then; if anything is wrong, nothing has changed. A store that \
            is there already is replaced only after a typed confirmation on a terminal, or with \
            --yes; no server may have it open, and nothing is kept of it.

            With --archive, what was written after the backup is added, up to --until: whatever \
            was acknowledged by then, by the clock of the server's machine. If anything of it is \
            missing, nothing is restored. A restored store begins a log of its own; what it does \
            is archived apart from what the first one did.

            Who deleted the account after the backup is deleted again, with all that the backup \
            has of it: the files 'erasures' in the backup, in backups beside it, in the archive, \
            in the store that is replaced and those named with --erasures say who that is. \
            Without a key file that is done when the store is first opened.

            The server needs the master key that the first store had. If there is a key file, it \
            is checked to be that one.
            """,
        options: [
            StoreOptions.folder, StoreOptions.keyFile, BackupCommands.archives, until,
            erasures, yes, dryRun,
        ],
        arguments: [BackupCommands.backupFolder],
        run: { context in
            let backup = try context.attempt(on: context.backupPath) { () throws(StoreToolError) in
                try BackupFiles(path: context.backupPath)
            }
            let key = try checkedKey(of: backup, context)
            let restoration = try restoration(of: backup, key, context)
            let isReplacing = try context.attempt { () throws(StoreToolError) in
                try restoration.needsToReplace()
            }
            let reach: LogReach
            if context[dryRun] {
                reach = try report("KiB checked", on: backup, context) {
                    progress throws(StoreToolError) in
                    try restoration.check(progress: progress)
                }
            } else {
                if isReplacing { try confirm(context) }
                context.removeAbandoned(beside: context.storePath)
                let predecessor: BackupRestoration.Predecessor = isReplacing ? .replaced : .kept
                reach = try report("KiB restored", on: backup, context) {
                    progress throws(StoreToolError) in
                    try restoration.run(predecessor: predecessor, progress: progress)
                }
            }
            try tell(backup, reach, isReplacing, context)
            return .success
        }
    )

    private static func restoration(
        of backup: BackupFiles,
        _ key: MasterKey?,
        _ context: CommandContext
    ) throws -> BackupRestoration {
        let archive = context.archive(until: context[until])
        if context[until] != nil, archive == nil {
            throw CommandFailure(
                .usage,
                "--until needs what was written after the backup: name its folder with --archive."
            )
        }
        return try context.attempt(on: backup.path) { () throws(StoreToolError) in
            try BackupRestoration(
                of: backup,
                to: context.storePath,
                by: archive,
                without: ErasureSources(
                    backup: backup.path,
                    store: context.storePath,
                    archives: context[BackupCommands.archives],
                    named: context[erasures]
                ),
                masterKey: key
            )
        }
    }

    /// The key, which must be that of the backup; one that is not there can be brought later.
    private static func checkedKey(
        of backup: BackupFiles,
        _ context: CommandContext
    ) throws -> MasterKey? {
        let isNamed = context[StoreOptions.keyFile] != nil
        guard isNamed || access(context.keyPath, F_OK) == 0 else {
            context.remark(
                "there is no key file \(context.keyPath): the server needs the one of the store "
                    + "that was backed up, so bring it there before you start it"
            )
            return nil
        }
        let key = try context.masterKey()
        try context.attempt(on: context.backupPath) { () throws(StoreToolError) in
            try backup.check(masterKey: key)
        }
        return key
    }

    /// Shows how far a long job is with the bytes of a backup.
    private static func report(
        _ label: String,
        on backup: BackupFiles,
        _ context: CommandContext,
        _ job: (StoreProgress) throws(StoreToolError) -> LogReach
    ) throws -> LogReach {
        let progress = context.progress(label, countTotal: backup.manifest.byteCount >> 10)
        let report = progress.report
        let reach = try context.attempt(on: backup.path) { () throws(StoreToolError) in
            try job { count throws(StoreToolError) in try report(count >> 10) }
        }
        progress.finish()
        return reach
    }

    /// Asks for a few words that nobody types by chance.
    private static func confirm(_ context: CommandContext) throws {
        if context[yes] { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                .refused,
                "There is a store in \(context.storePath) already: name a place where nothing is, "
                    + "or give --yes to replace it."
            )
        }
        try TextOutput.standardError.write(
            "This replaces the store in \(context.storePath.terminalSafe): what it holds is gone "
                + "then.\nType 'replace store' to go on: "
        )
        guard readLine() == "replace store" else {
            throw CommandFailure(.refused, "Nothing was restored.")
        }
    }

    private static func tell(
        _ backup: BackupFiles,
        _ reach: LogReach,
        _ isReplacing: Bool,
        _ context: CommandContext
    ) throws {
        let isDone = !context[dryRun]
        let reach = context.archive() == nil ? nil : reach
        if context[until] != nil, reach?.isExhausted == true {
            context.remark(
                "the archive ends before --until: what was written after its last batch is missing"
            )
        }
        let document: [JSON.Member] = [
            ("store", .string(context.storePath)), ("backup", .string(backup.path)),
            ("replaces", .bool(isReplacing)), ("done", .bool(isDone)),
        ]
        let facts = CommandContext.facts(of: backup.manifest) + CommandContext.facts(of: reach)
        try context.write(document + facts) {
            let verb = isDone ? "Restored" : "The backup is sound; this would restore"
            let replaced = isReplacing ? ", in place of the store there" : ""
            let text = "\(verb) \(context.storePath) from \(backup.path): \(backup.manifest.text)"
            return (text + (reach.map { "; " + $0.text } ?? "") + replaced).terminalSafe + ".\n"
        }
    }
}
