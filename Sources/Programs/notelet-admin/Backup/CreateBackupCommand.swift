import CommandLineInterface
import LogEngine
import LogStoreTools
import OperatingSystem
import OperatorCommands
import StoreTools

/// A backup of a store.
enum CreateBackupCommand {
    private static let target = Option<String>.required(
        "to",
        .folder,
        help: "Folder of the backup; there must be nothing, or an empty folder."
    )

    static let create = Command(
        "create",
        summary: "Back a store up, also one that a server is using",
        discussion: """
            The backup has all that was acknowledged before it began, is of one moment, and the \
            server goes on meanwhile. It is built beside its place, flushed, read back, and has \
            its name only then; if anything is wrong, nothing is left. Only its owner may read \
            it. No master key is needed, and none is copied.

            Back up to a local disk first, and copy the folder elsewhere then: until the backup \
            ends, the server's file cannot use pages again that are freed meanwhile.
            """,
        options: [StoreOptions.folder, target],
        run: { context in
            let path = context[target].withoutFinalSlashes
            let files = try context.openFiles()
            let manifest = try context.backUp(files, of: context.storePath, to: path)
            try context.write(
                [("source", context.source(files)), ("backup", .string(path))]
                    + CommandContext.facts(of: manifest)
            ) {
                "Backed \(context.storePath) up to \(path): \(manifest.text).\n".terminalSafeLines
            }
            return .success
        }
    )
}

extension CommandContext {
    /// Backs a store up, and shows how far that is.
    func backUp(
        _ files: StoreFiles,
        of store: String,
        to path: String
    ) throws -> BackupManifest {
        let total = try attempt(on: store) { () throws(StoreToolError) in
            try files.statistics().tables.reduce(0) { $0 + $1.summary.recordCount }
        }
        removeAbandoned(beside: path)
        let progress = progress("backup", countTotal: total)
        let manifest = try attempt(on: store) { () throws(StoreToolError) in
            try files.backUp(to: path, clock: { .now }, progress: progress.report)
        }
        progress.finish(count: manifest.recordCount)
        return manifest
    }
}
