import CommandLineInterface
import LogEngine
import LogStoreTools
import OperatingSystem
import OperatorCommands
import StoreTools

/// A second store with the same records.
enum CopyCommand {
    private static let target = Argument<String>(
        "FOLDER",
        .folder,
        help: "Where the copy is made; there must be nothing, or an empty folder."
    )
    private static let compact = Option<Bool>.flag(
        "compact",
        help: "Copy record by record, also from under a running server."
    )

    static let copy = Command(
        "copy",
        summary: "Make a second store with the same records",
        discussion: """
            With --compact the copy has full pages, no free ones, and nothing of what was \
            deleted; it is of one moment, and the server goes on meanwhile. Without it the files \
            are copied byte by byte, as they are, and no server may have the store open.

            Either way the copy has its name only when it is whole and durable. The master key is \
            not copied, and opens both.
            """,
        options: [compact],
        arguments: [target],
        run: { context in
            let path = context[target].withoutFinalSlashes
            context.removeAbandoned(beside: path)
            let count = context[compact] ? try rebuild(at: path, context) : nil
            if count == nil { try duplicate(at: path, context) }
            let document: [JSON.Member] = [
                ("copy", .string(path)),
                ("records", count.map { .number(Int64($0)) } ?? .null),
            ]
            try context.write(document) {
                "Copied \(context.storePath) to \(path).\n".terminalSafeLines
            }
            return .success
        }
    )

    private static func rebuild(at path: String, _ context: CommandContext) throws -> Int {
        let files = try context.openFiles()
        let total = try context.attempt { () throws(StoreToolError) in
            try files.statistics().tables.reduce(0) { $0 + $1.summary.recordCount }
        }
        let progress = context.progress("copy", countTotal: total)
        let count = try context.attempt(on: path) { () throws(StoreToolError) in
            try files.compactCopy(to: path, progress: progress.report)
        }
        progress.finish(count: count)
        return count
    }

    private static func duplicate(at path: String, _ context: CommandContext) throws {
        try requireStopped(context)
        let progress = context.progress("KiB copied", countTotal: nil)
        let report = progress.report
        try context.attempt { () throws(StoreToolError) in
            try StoreCopy(of: context.storePath, to: path).run { done throws(StoreToolError) in
                try report(done >> 10)
            }
        }
        progress.finish()
    }

    /// Refuses what is no store, and one that somebody has open.
    private static func requireStopped(_ context: CommandContext) throws {
        let files = try context.openFiles()
        _ = try context.attempt { () throws(StoreToolError) in try files.statistics() }
        guard let holder = files.holder else { return }
        throw CommandFailure(
            .timeout,
            "A server has \(context.storePath) open (\(holder.text)): give --compact, or stop it "
                + "first."
        )
    }
}
