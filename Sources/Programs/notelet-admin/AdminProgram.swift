import CommandLineInterface
import OperatorCommands

/// The operator's program: what it is called, what it can do, and what counts for all of it.
enum AdminProgram {
    static let root = Command(
        "notelet-admin",
        summary: "Looks after the stores, servers and people of Notelet",
        discussion: """
            Results go to standard output, all else to standard error. With --json, standard \
            output is one JSON document, but for what comes bit by bit, such as lists of accounts \
            and reports, findings and events: there each line is a document. Times are RFC 3339 in \
            UTC, and an error is a document on standard error. What lists rows takes --format as \
            well. A TIME is one of RFC 3339, with any offset, or a day, which begins at midnight \
            in UTC.

            The exit code is 0, 1 when something was refused, 2 when a store is damaged, 3 when \
            it cannot be checked, 64 for wrong usage, 65 for bad data, 69 when the server cannot \
            be reached, 74 when a file cannot be read or written, 75 when a store is in use or the \
            server does not answer in time, 76 when it is no admin listener, 77 when it does not \
            let you in, 78 when key or version do not fit.
            """,
        options: GlobalOptions.all,
        subcommands: [StoreCommands.store, BackupCommands.backup, AppCommands.app]
            + FeatureCommands.all
    )
}
