import CommandLineInterface
import LogStoreTools
import OperatorCommands
import StoreTools

/// A store of an earlier version, brought to this one.
enum MigrateCommand {
    private static let dryRun = Option<Bool>.flag(
        "dry-run",
        help: "Say what would be done, and do nothing."
    )

    static let migrate = Command(
        "migrate",
        summary: "Bring a store to the schema of this version",
        discussion: """
            A store that is of this version already is left as it is, and one of a newer version \
            is refused.

            There is no way back to the earlier version, whose programs refuse the store from then \
            on: copy its folder before, or keep a backup that the earlier version made, which \
            'backup restore' and this command bring along as well. Broken off, by whatever, it is \
            run again.

            Clients read everything again, as after a restore, and an archive of the log begins \
            anew: back the store up when the server has started.
            """,
        options: [dryRun],
        run: { context in
            let plan = try context.attempt { () throws(StoreToolError) in
                try StoreMigration(directory: context.storePath)
            }
            let steps = plan.summaries
            let isDone = !steps.isEmpty && !context[dryRun]
            if isDone {
                let key = try context.masterKey()
                let progress = context.progress("parts migrated", countTotal: nil)
                try context.attempt { () throws(StoreToolError) in
                    try plan.run(masterKey: key, progress: progress.report)
                }
                progress.finish()
            }
            try context.write(
                [
                    ("schema_version", .number(Int64(plan.schemaVersion))),
                    ("steps", .array(steps.map { .string($0) })),
                    ("done", .bool(isDone)),
                ]
            ) {
                let version = "schema version \(plan.schemaVersion)"
                if steps.isEmpty {
                    return "\(context.storePath) has \(version), the newest: there is nothing to "
                        + "do.\n"
                }
                let verb =
                    isDone ? "had \(version); this was done:" : "has \(version); this is due:"
                return (["\(context.storePath) \(verb)"] + steps.map { "  \($0)" })
                    .joined(separator: "\n") + "\n"
            }
            return .success
        }
    )
}
