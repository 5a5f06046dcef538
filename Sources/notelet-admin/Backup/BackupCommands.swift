import CommandLineInterface
import Domain
import Storage

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

            What people delete is gone from the store, and not from earlier backups: remove those \
            in time.
            """,
        subcommands: [
            CreateBackupCommand.create, VerifyBackupCommand.verify, RestoreCommand.restore,
        ]
    )

    static let backupFolder = Argument<String>(
        "BACKUP",
        .folder,
        help: "Folder of the backup."
    )
}

extension CommandContext {
    /// The folder of the backup, without slashes at its end.
    var backupPath: String { Self.withoutFinalSlashes(self[BackupCommands.backupFolder]) }

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
