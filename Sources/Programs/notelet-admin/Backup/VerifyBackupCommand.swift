import CommandLineInterface
import Cryptography
import LogStoreTools
import OperatorCommands
import StoreTools

/// Whether a backup is sound.
enum VerifyBackupCommand {
    private static let keyFile = Option<String?>.optional(
        "key-file",
        .file,
        environment: "NOTELET_KEY_FILE",
        help: "File of the master key, to check as well that the records agree with each other."
    )

    static let verify = Command(
        "verify",
        summary: "Check that a backup is sound",
        discussion: """
            Each byte is compared with what the manifest says of it, and each record is looked at \
            as 'store verify' does it. With the master key it is also checked that all that a \
            record speaks of is there and agrees.

            With --archive it is also checked that nothing is missing or damaged of what was \
            written after the backup, and how far that leads.

            The exit code is 0 when all is sound, 2 when something is damaged, and 3 when the \
            backup cannot be checked at all.
            """,
        options: [keyFile, BackupCommands.archives],
        arguments: [BackupCommands.backupFolder],
        run: { context in try BrokenFile.check { try verify(context) } }
    )

    private static func verify(_ context: CommandContext) throws -> ExitCode {
        let key = try context[keyFile].map { path throws(CommandFailure) in
            try context.masterKey(at: path)
        }
        let findings = Findings(context)
        var manifest: BackupManifest?
        var reach: LogReach?
        var isArchiveSound = true
        do throws(StoreToolError) {
            let backup = try BackupFiles(path: context.backupPath)
            manifest = backup.manifest
            try checkBytes(of: backup, context)
            try checkRecords(of: backup, key, findings, context)
            reach = try context.archive()?.check(behind: backup.manifest)
        } catch .backup(.damaged(let reason)) {
            findings.add(StoreFinding(problem: reason))
        } catch .archive(let problem) {
            isArchiveSound = false
            findings.add(StoreFinding(problem: problem.failure(of: context.backupPath).message))
        } catch {
            throw error.failure(of: context.backupPath)
        }
        let facts = manifest.map(CommandContext.facts) ?? []
        let reachFacts = CommandContext.facts(of: reach)
        try findings.finish([("backup", .string(context.backupPath))] + facts + reachFacts) {
            guard let manifest, findings.count == 0 else {
                // The archive is looked at last, and is one finding at most.
                let isBackupSound = !isArchiveSound && findings.count == 1
                let culprit =
                    isBackupSound
                    ? "the backup is sound, what its archive has is not"
                    : isArchiveSound
                        ? "the backup is damaged" : "the backup and its archive are damaged"
                return "\(findings.text): \(culprit).\n"
            }
            let doubt = key == nil ? "; --key-file checks that they agree as well" : ""
            let extent = reach.map { "; " + $0.text } ?? ""
            return manifest.text + extent + ": all sound\(doubt).\n"
        }
        return findings.count == 0 ? .success : .damaged
    }

    private static func checkBytes(
        of backup: BackupFiles,
        _ context: CommandContext
    ) throws(StoreToolError) {
        let total = backup.manifest.byteCount >> 10
        let progress = context.progress("KiB compared", countTotal: total)
        let report = progress.report
        try backup.checkBytes { count throws(StoreToolError) in try report(count >> 10) }
        progress.finish()
    }

    private static func checkRecords(
        of backup: BackupFiles,
        _ key: MasterKey?,
        _ findings: Findings,
        _ context: CommandContext
    ) throws(StoreToolError) {
        let stepsPerRecord = key == nil ? 1 : 2
        let total = stepsPerRecord * backup.manifest.recordCount
        let progress = context.progress("verify", countTotal: total)
        try backup.checkRecords(
            masterKey: key,
            report: findings.add,
            progress: progress.report
        )
        progress.finish(count: total)
    }
}
