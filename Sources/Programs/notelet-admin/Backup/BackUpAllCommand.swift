import CommandLineInterface
import Domain
import Foundation
import LogStoreTools
import OperatingSystem
import OperatorCommands
import StoreTools
import TextForms

/// Backups of all apps of a server, each beside its earlier ones.
struct BackUpAllCommand {
    private let context: CommandContext
    private let folder: String
    private let now: Instant
    /// Backups that were taken before are removed.
    private let oldest: Instant

    private static let target = Option<String>.required(
        "to",
        .folder,
        help: "Folder of the backups: those of the default app lie there, those of others in a "
            + "folder by the app's name; each is called by its time."
    )
    private static let keptTime = Option<Duration>(
        "keep",
        .duration(from: "1d", to: "36500d"),
        default: "30d",
        help: "Remove backups that are older, once there is a new one."
    )

    static let all = Command(
        "all",
        summary: "Back all apps of a server up, and remove what is old",
        discussion: """
            Which apps there are, and where their stores and the archives of their logs lie, the \
            server's file of settings says. Each app is backed up as 'create' does it. Then its \
            backups that are too old are removed, and from its archive what those that are left do \
            not need, as 'prune' does it: both hold what people have deleted since.

            An app that cannot be backed up keeps its old backups, and no other app from having a \
            new one; the exit code is that of the first. Backups of apps that are no more in the \
            file stay as they are.
            """,
        options: [AppCommands.config, target, keptTime],
        run: { context in try BackUpAllCommand(context).run() }
    )

    private init(_ context: CommandContext) {
        self.context = context
        folder = context[Self.target].withoutFinalSlashes
        now = .now
        let kept = context[Self.keptTime] / .milliseconds(1)
        oldest = Instant(milliseconds: now.milliseconds - Int64(kept))
    }

    private func run() throws -> ExitCode {
        let apps = try AppSettings.all(inFile: context[AppCommands.config])
        var rows: [JSON] = []
        var lines = ""
        var failures: [(app: String, failure: CommandFailure)] = []
        for app in apps {
            do {
                let outcome = try backUp(app)
                rows.append(outcome.document)
                lines += outcome.text
            } catch let failure as CommandFailure {
                context.remark("app \(app.name): \(failure.message)")
                failures.append((app.name, failure))
            }
        }
        try context.write([("backups", .array(rows))]) { lines.terminalSafeLines }
        guard let first = failures.first else { return .success }
        throw CommandFailure(
            first.failure.exitCode,
            "Not all is done for \(failures.map(\.app).joined(separator: ", ")): see above."
        )
    }

    /// What came of one app.
    private struct Outcome {
        let app: AppSettings
        let path: String
        let manifest: BackupManifest
        let removedCount: Int
        let prunedCount: Int

        var document: JSON {
            .object(
                [("app", .string(app.name)), ("backup", .string(path))]
                    + CommandContext.facts(of: manifest)
                    + [
                        ("removed_backups", .number(Int64(removedCount))),
                        ("pruned_files", .number(Int64(prunedCount))),
                    ]
            )
        }

        var text: String {
            "Backed \(app.store) up to \(path): \(manifest.text). Removed \(removedCount) old "
                + "backups, and \(prunedCount) files of the archive.\n"
        }
    }

    private func backUp(_ app: AppSettings) throws -> Outcome {
        let folder =
            app.name == AppSettings.standardName ? folder : "\(folder)/\(app.name)"
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw CommandFailure(.inputOutput, "The folder \(folder) cannot be made.")
        }
        let path = folder + "/" + name
        let files = try context.openFiles(at: app.store)
        let manifest = try context.backUp(files, of: app.store, to: path)
        let (kept, old) = backups(in: folder)
        for path in old.map(\.path) {
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch {
                throw CommandFailure(.inputOutput, "The old backup \(path) cannot be removed.")
            }
        }
        return Outcome(
            app: app,
            path: path,
            manifest: manifest,
            removedCount: old.count,
            prunedCount: try prune(app.logArchive, keeping: kept)
        )
    }

    /// What a backup of this moment is called.
    private var name: String {
        MomentText.text(ofMilliseconds: now.milliseconds).replacing(":", with: "")
    }

    /// The backups in a folder, and those of them that are too old; what else lies there stays.
    private func backups(in folder: String) -> (kept: [BackupFiles], old: [BackupFiles]) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let backups = names.sorted().filter { $0.hasSuffix("Z") }.compactMap { name in
            let backup = try? BackupFiles(path: "\(folder)/\(name)")
            if backup == nil { context.remark("left \(folder)/\(name), which is no backup") }
            return backup
        }
        let isOld = { (backup: BackupFiles) in backup.manifest.takenAt < oldest }
        return (backups.filter { !isOld($0) }, backups.filter(isOld))
    }

    /// Removes from an archive what no backup needs, and answers how many files.
    private func prune(_ archive: String?, keeping backups: [BackupFiles]) throws -> Int {
        guard let archive, FileManager.default.fileExists(atPath: archive) else { return 0 }
        let folder = archive.withoutFinalSlashes
        return try context.attempt(on: folder) { () throws(StoreToolError) in
            let pruning = try ArchivePruning(of: folder, .notNeeded(by: backups))
            try pruning.run()
            return pruning.files.count
        }
    }
}
