import CommandLineInterface
import OperatorCommands

/// The commands that work on the files of a store.
enum StoreCommands {
    static let store = Command(
        "store",
        summary: "Look into a store, dump, check, copy and salvage it",
        discussion: """
            What only reads works on the files of a stopped store and, as a second process and \
            without disturbing it, on those of a running server; it shows all that was \
            acknowledged when it began. Standard error says which of the two it was.
            """,
        options: [StoreOptions.folder, StoreOptions.keyFile],
        subcommands: [
            StatCommand.stat, DumpCommand.dump, LoadCommand.load, VerifyCommand.verify,
            CopyCommand.copy, ReadersCommand.readers, MigrateCommand.migrate,
            AcceptLossCommand.acceptLoss, SalvageCommand.salvage,
        ]
    )
}
