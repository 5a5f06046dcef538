import CommandLineInterface
import Domain
import LogStoreTools
import OperatingSystem
import OperatorCommands
import StoreTools
import TextForms

/// The commands that make and use backups.
enum BackupCommands {
    static let backup = Command(
        "backup",
        summary: "Back a store up, check backups, and restore them",
        discussion: """
            A backup is a folder with a compact copy of the store, as of one moment, and a \
            manifest that says what it is and what its bytes must be. Each holds everything but \
            the master key, of which a copy must be kept apart from backups: without the key \
            nobody can read who sent what, and no restored store can be opened.

            A backup and an archive of the store's log, which the server keeps with \
            --log-archive, give back any later moment: 'restore --archive --until'.

            What people delete is gone from the store, and not from earlier backups: remove \
            those in time, and 'prune' the archive then. The server itself takes deleted \
            accounts out of the archive, and notes that nobody has any more.
            """,
        subcommands: [
            CreateBackupCommand.create, BackUpAllCommand.all, VerifyBackupCommand.verify,
            RestoreCommand.restore, PruneCommand.prune,
        ]
    )

    static let backupFolder = Argument<String>(
        "BACKUP",
        .folder,
        help: "Folder of the backup."
    )
    static let archives = Option<[String]>.repeated(
        "archive",
        .folder,
        help: "Folder with what was written after the backup: the server's --log-archive, or the "
            + "'log' of a store whose server is stopped; may be given several times."
    )
}

extension CommandContext {
    /// The folder of the backup, without slashes at its end.
    var backupPath: String { self[BackupCommands.backupFolder].withoutFinalSlashes }

    /// Where the batches after the backup are, if that is said.
    func archive(until end: Instant? = nil) -> BackupArchive? {
        let folders = self[BackupCommands.archives].map(\.withoutFinalSlashes)
        return folders.isEmpty ? nil : BackupArchive(folders: folders, until: end)
    }

    /// The members of a document that say how far an archive leads; none without one.
    static func facts(of reach: LogReach?) -> [JSON.Member] {
        guard let reach else { return [] }
        return [
            ("replayed_batches", .number(Int64(reach.batchCount))),
            ("reached_batch", .number(Int64(clamping: reach.lastBatch))),
            (
                "reached_at",
                reach.writtenAt.map { moment in
                    .string(MomentText.text(ofMilliseconds: moment.milliseconds))
                } ?? .null
            ),
        ]
    }

    /// The members of a document that say what a backup is.
    static func facts(of manifest: BackupManifest) -> [JSON.Member] {
        [
            ("taken_at", .string(MomentText.text(ofMilliseconds: manifest.takenAt.milliseconds))),
            ("records", .number(Int64(manifest.recordCount))),
            ("bytes", .number(Int64(manifest.byteCount))),
            ("schema_version", .number(Int64(manifest.store.schemaVersion))),
            ("log", .string(BackupManifest.hexadecimal(manifest.logIdentity))),
            ("last_batch", .number(Int64(clamping: manifest.lastBatch))),
        ]
    }
}

extension BackupManifest {
    /// What a person wants to know of the backup.
    var text: String {
        let moment = MomentText.text(ofMilliseconds: takenAt.milliseconds)
        return "\(recordCount) records in \(byteCount) bytes, as of \(moment)"
    }
}

extension LogReach {
    /// How far it leads, for a person.
    var text: String {
        guard batchCount > 0 else { return "nothing was written after it" }
        let moment = writtenAt.map { MomentText.text(ofMilliseconds: $0.milliseconds) }
        let batches = batchCount == 1 ? "1 batch" : "\(batchCount) batches"
        return "\(batches) after it, up to \(moment ?? "batch \(lastBatch)")"
    }
}
