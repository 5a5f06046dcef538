import CommandLineInterface
import Domain
import LogEngine
import LogStoreTools
import OperatorCommands
import StoreTools

/// A store that goes on without a part of its log.
enum AcceptLossCommand {
    private static let yes = Option<Bool>.flag("yes", help: "Do not ask.")
    private static let dryRun = Option<Bool>.flag(
        "dry-run",
        help: "Say what is missing, and do nothing."
    )

    static let acceptLoss = Command(
        "accept-loss",
        summary: "Let a store go on whose log lacks something",
        discussion: """
            The log of a store holds what was acknowledged and is not in its database yet. A store \
            whose log is missing, was cut, or is another one's does not start. Bring back the \
            files that belong together if they can be found, or restore a backup with the archive \
            of the log. This command is for when there is neither.

            All changes that can be read are kept. What is missing is lost for good, and recorded \
            in the store's audit log. The store begins a new log, as after a restore: clients read \
            everything again, and an archive begins anew. Copy the folder first; run 'store \
            verify' and make a backup afterwards, for changes behind a gap may speak of something \
            that was lost.

            A store that lacks nothing is left as it is.
            """,
        options: [yes, dryRun],
        run: { context in
            let acceptance = try context.attempt { () throws(StoreToolError) in
                try LossAcceptance(directory: context.storePath)
            }
            guard let loss = acceptance.loss else {
                try write(nil, keptCount: 0, isDone: false, context)
                return .success
            }
            if context[dryRun] {
                try write(loss, keptCount: 0, isDone: false, context)
                return .success
            }
            let key = try context.masterKey()
            try Confirmation.require(
                "accept loss",
                "The log of the store in \(context.storePath) is not whole: \(loss.summary). What "
                    + "is missing is lost for good.",
                isGiven: context[yes]
            )
            let keptCount = try context.attempt { () throws(StoreToolError) in
                try acceptance.run(
                    masterKey: key,
                    operatorName: CommandContext.operatorName,
                    at: .now
                )
            }
            try write(loss, keptCount: keptCount, isDone: true, context)
            return .success
        }
    )

    private static func write(
        _ loss: LogLoss?,
        keptCount: Int,
        isDone: Bool,
        _ context: CommandContext
    ) throws {
        try context.write([
            ("missing", loss.map { .string($0.summary) } ?? .null),
            ("kept_batches", .number(Int64(keptCount))),
            ("done", .bool(isDone)),
        ]) {
            guard let loss else { return "\(context.storePath) lacks nothing of its log.\n" }
            let what = "\(context.storePath): \(loss.summary)"
            let end =
                isDone
                ? "; that was accepted, and \(keptCount) batches of the log were kept.\n"
                : ".\n"
            return what + end
        }
    }
}
