import CommandLineInterface
import Storage

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
            """,
        options: [dryRun],
        run: { context in
            let plan = try context.attempt { () throws(StoreToolError) in
                try StoreMigration(directory: context.storePath)
            }
            let steps = plan.missingTables.map { "add the table \($0)" }
            let isDone = !steps.isEmpty && !context[dryRun]
            if isDone {
                let key = try context.masterKey()
                try context.attempt { () throws(StoreToolError) in
                    try plan.run(masterKey: key, now: .now)
                }
            }
            try context.write(
                [
                    ("schema_version", .number(Int64(plan.schemaVersion))),
                    ("steps", .array(steps.map { .string($0) })),
                    ("done", .bool(isDone)),
                ]
            ) {
                let version = "\(context.storePath) has schema version \(plan.schemaVersion)"
                if steps.isEmpty { return "\(version), the newest: there is nothing to do.\n" }
                let verb = isDone ? "did" : "would"
                return "\(version); it \(verb) \(steps.joined(separator: ", ")).\n"
            }
            return .success
        }
    )
}
