import CommandLineInterface
import LogStoreTools
import OperatorCommands
import StoreTools

/// A store out of a dump.
enum LoadCommand {
    private static let file = Argument<String>(
        "DUMP",
        .file,
        help: "A whole dump that shows senders, as 'store dump --reveal-senders' writes it; '-' "
            + "reads standard input."
    )

    static let load = Command(
        "load",
        summary: "Make a store out of a dump",
        discussion: """
            There must be nothing at the folder of the store, or an empty folder. The store is \
            built beside it and renamed when every line was read, understood, counted and hashed; \
            if anything is wrong, nothing is left. What finds records is made anew.

            The master key must be the one of the dump's store: without it nobody could log in, \
            and no link and no id would lead anywhere.

            A dump of the loaded store is the same, byte by byte.
            """,
        arguments: [file],
        run: { context in
            let path = context[file]
            let key = try context.masterKey()
            context.removeAbandoned(beside: context.storePath)
            let progress = context.progress("load", countTotal: nil)
            let summary = try context.attempt(on: path) { () throws(StoreToolError) in
                let input = try InputFile(path: path)
                return try StoreLoad(at: context.storePath, masterKey: key)
                    .run(from: input, progress: progress.report)
            }
            progress.finish(count: summary.total)
            try context.write([("store", .string(context.storePath)), ("loaded", json(summary))]) {
                "Loaded \(summary.total) records into \(context.storePath.terminalSafe).\n"
            }
            return .success
        }
    )

    private static func json(_ summary: DumpSummary) -> JSON {
        .object(summary.counts.map { ($0.entity.rawValue, .number(Int64($0.count))) })
    }
}
