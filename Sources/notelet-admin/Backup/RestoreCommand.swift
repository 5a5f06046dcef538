import CommandLineInterface
import Cryptography
import Glibc
import Storage

/// A store out of a backup.
enum RestoreCommand {
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

            The server needs the master key that the first store had. If there is a key file, it \
            is checked to be that one.
            """,
        options: [StoreCommands.folder, StoreCommands.keyFile, yes, dryRun],
        arguments: [BackupCommands.backupFolder],
        run: { context in
            let backup = try context.attempt(on: context.backupPath) { () throws(StoreToolError) in
                try BackupFiles(path: context.backupPath)
            }
            try checkKey(of: backup, context)
            let restoration = BackupRestoration(of: backup, to: context.storePath)
            let isReplacing = try context.attempt { () throws(StoreToolError) in
                try restoration.needsToReplace()
            }
            if context[dryRun] {
                try check(backup, context)
            } else {
                if isReplacing { try confirm(context) }
                try run(restoration, isReplacing ? .replaced : .kept, backup, context)
            }
            try tell(backup, isReplacing, context)
            return .success
        }
    )

    /// Refuses another key than that of the backup; one that is not there can be brought later.
    private static func checkKey(of backup: BackupFiles, _ context: CommandContext) throws {
        let isNamed = context[StoreCommands.keyFile] != nil
        guard isNamed || access(context.keyPath, F_OK) == 0 else {
            context.remark(
                "there is no key file \(context.keyPath): the server needs the one of the store "
                    + "that was backed up"
            )
            return
        }
        let key = try context.masterKey()
        try context.attempt(on: context.backupPath) { () throws(StoreToolError) in
            try backup.check(masterKey: key)
        }
    }

    private static func check(_ backup: BackupFiles, _ context: CommandContext) throws {
        let total = backup.manifest.byteCount >> 20
        let progress = context.progress("bytes, in MiB", countTotal: total)
        let report = progress.report
        try context.attempt(on: backup.path) { () throws(StoreToolError) in
            try backup.checkBytes { count throws(StoreToolError) in try report(count >> 20) }
        }
        progress.finish()
    }

    private static func run(
        _ restoration: BackupRestoration,
        _ predecessor: BackupRestoration.Predecessor,
        _ backup: BackupFiles,
        _ context: CommandContext
    ) throws {
        let total = backup.manifest.byteCount >> 20
        let progress = context.progress("restored MiB", countTotal: total)
        let report = progress.report
        try context.attempt(on: backup.path) { () throws(StoreToolError) in
            try restoration.run(predecessor: predecessor) { count throws(StoreToolError) in
                try report(count >> 20)
            }
        }
        progress.finish()
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
        _ isReplacing: Bool,
        _ context: CommandContext
    ) throws {
        let isDone = !context[dryRun]
        let document: [JSON.Member] = [
            ("store", .string(context.storePath)), ("backup", .string(backup.path)),
            ("replaces", .bool(isReplacing)), ("done", .bool(isDone)),
        ]
        try context.write(document + CommandContext.facts(of: backup.manifest)) {
            let verb = isDone ? "Restored" : "The backup is sound; this would restore"
            let replaced = isReplacing ? ", in place of the store there" : ""
            return "\(verb) \(context.storePath) from \(backup.path): \(backup.manifest.text)"
                .terminalSafe + replaced + ".\n"
        }
    }
}
