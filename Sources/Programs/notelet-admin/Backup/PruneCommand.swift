import CommandLineInterface
import Domain
import LogStoreTools
import OperatingSystem
import OperatorCommands
import StoreTools

/// What an archive need not hold any longer.
enum PruneCommand {
    private static let backups = Argument<[String]>.variadic(
        "BACKUP",
        .folder,
        help: "Folders of the backups that are kept: what brings one of them to a later moment "
            + "stays."
    )
    private static let archive = Option<String>.required(
        "archive",
        .folder,
        environment: "NOTELET_LOG_ARCHIVE",
        help: "Folder of the archive: the server's --log-archive."
    )
    private static let before = Option<Instant?>.optional(
        "before",
        .moment,
        help: "Remove what was written before this time, instead of all that no backup needs; "
            + "refused if one of those that are named needs some of it."
    )
    private static let yes = Option<Bool>.flag("yes", help: "Do not ask.")
    private static let dryRun = Option<Bool>.flag(
        "dry-run",
        help: "Say what would be removed, and do nothing."
    )

    static let prune = Command(
        "prune",
        summary: "Remove from an archive what no backup needs any longer",
        discussion: """
            A backup is brought to a later moment by all that was written after it. What was \
            written before the oldest backup that is kept is of no use to any, and holds what \
            people have deleted since: remove old backups first, and name all that are left. The \
            server may go on meanwhile.

            The oldest files go first, and files of other stores' logs stay unless a backup of \
            theirs is named. Check that backups are sound with 'backup verify' before.

            With --before and without a backup nobody checks what is still needed.
            """,
        options: [archive, before, yes, dryRun],
        arguments: [backups],
        run: { context in
            let folder = context[archive].withoutFinalSlashes
            let criterion = try criterion(context)
            let pruning = try context.attempt(on: folder) { () throws(StoreToolError) in
                try ArchivePruning(of: folder, criterion)
            }
            if !context[dryRun], !pruning.files.isEmpty {
                try Confirmation.require(
                    "prune",
                    "This removes \(pruning.text): without it, backups from before cannot be "
                        + "brought to a later moment.",
                    isGiven: context[yes]
                )
                try context.attempt(on: folder) { () throws(StoreToolError) in try pruning.run() }
            }
            try tell(pruning, context)
            return .success
        }
    )

    private static func criterion(
        _ context: CommandContext
    ) throws -> ArchivePruning.Criterion {
        let paths = context[backups].map(\.withoutFinalSlashes)
        guard context[before] != nil || !paths.isEmpty else {
            throw CommandFailure(
                .usage,
                "Name the backups that are kept, or a time with --before."
            )
        }
        let kept = try paths.map { path in
            try context.attempt(on: path) { () throws(StoreToolError) in
                try BackupFiles(path: path)
            }
        }
        return context[before].map { .writtenBefore($0, sparing: kept) } ?? .notNeeded(by: kept)
    }

    private static func tell(_ pruning: ArchivePruning, _ context: CommandContext) throws {
        let isDone = !context[dryRun]
        let document: [JSON.Member] = [
            ("archive", .string(pruning.folder)),
            ("removed_files", .number(Int64(pruning.files.count))),
            ("removed_bytes", .number(Int64(pruning.byteCount))),
            ("files", .array(pruning.files.map { JSON.object($0.document) })),
            ("kept_files", .number(Int64(pruning.keptCount))),
            ("done", .bool(isDone)),
        ]
        try context.write(document) {
            let kept = "\(PruneCommand.files(pruning.keptCount)) stay"
            let text =
                if pruning.files.isEmpty {
                    "There is nothing to remove in \(pruning.folder)"
                } else {
                    (isDone ? "Removed " : "This would remove ") + pruning.text
                }
            return "\(text); \(kept).".terminalSafe + "\n"
        }
    }

    fileprivate static func files(_ count: Int) -> String {
        count == 1 ? "1 file" : "\(count) files"
    }
}

extension ArchivePruning {
    /// What goes, for a person.
    fileprivate var text: String {
        "\(PruneCommand.files(files.count)) of \(byteCount) bytes from \(folder)"
    }
}

extension PrunedFile {
    /// The file for a program.
    fileprivate var document: [JSON.Member] {
        [
            ("file", .string(path)), ("bytes", .number(Int64(byteCount))),
            ("first_batch", .number(Int64(clamping: firstBatch))),
            ("last_batch", .number(Int64(clamping: lastBatch))),
        ]
    }
}
