import CommandLineInterface

/// The laboratory as a whole.
enum CrashCommand {
    static let root = Command(
        "notelet-crash",
        summary: "Crashes stores, and says whether they kept their promise",
        discussion: """
            What was acknowledged is on stable storage, and applied exactly once: 'kill' ends a \
            busy store at random moments, 'power' cuts the power of a recorded disk at random \
            places, 'fail' makes each call of the disk fail in turn, 'lose' takes parts of logs \
            away, 'fill' fills disk or map to the brim, and 'pages' damages pages; 'ledger', \
            'rewards' and 'delivery' hold these against models. 'work', 'check', 'attempt', \
            'salvage', 'images', 'fill-work', 'fill-check', 'ledger-work', 'reward-work' and \
            'delivery-work' are their parts, to be run by hand when something was found.
            """,
        subcommands: [
            KillCommand.command, PowerCommand.command, FailCommand.command, LoseCommand.command,
            FillCommand.command, PagesCommand.command, WorkCommand.command, CheckCommand.command,
            AttemptCommand.command, SalvageCommand.command, ImagesCommand.command,
            FillPartCommands.work,
            FillPartCommands.check, LedgerCommand.command, LedgerCommand.work,
            RewardCommand.command, RewardCommand.work, DeliveryCommand.command,
            DeliveryCommand.work,
        ]
    )
}

/// Options that several commands have.
enum CrashOptions {
    static let seed = Option<UInt64?>.optional(
        "seed",
        .number,
        help: "Where chance begins; a new one each time unless given."
    )
    static let workSeed = Option<UInt64>(
        "seed",
        .number,
        default: "1",
        help: "What the operations are made from."
    )
    static let lanes = Option<Int>(
        "lanes",
        .number(in: 1...Facts.laneCountMax),
        default: "6",
        help: "Submitters at work."
    )
    static let mutant = Option<Workload.Mutant?>.optional(
        "mutant",
        .choice(),
        help: "Make the workload wrong on purpose, to see that it is found."
    )
    static let folder = Option<String?>.optional(
        "folder",
        .folder,
        help: "Where stores and records lie; the system's place for temporary files unless given."
    )
    static let archive = Option<String?>.optional(
        "archive",
        .folder,
        help: "Where the store's log is kept; nowhere unless given."
    )
    static let shim = Option<String>.required(
        "shim",
        .file,
        help: "The library made of Disk/disk.c."
    )
    static let directory = Argument<String>("STORE", .folder, help: "The store's directory.")
    static let journal = Argument<String>("JOURNAL", .file, help: "The journal of the work.")
}
