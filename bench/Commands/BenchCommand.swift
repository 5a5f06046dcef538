import CommandLineInterface

/// The tool as a whole: its commands, and which one runs when none is named.
enum BenchCommand {
    static let root = Command(
        "notelet-bench",
        summary: "Puts load on a server and says how it took it",
        discussion: """
            Without a command, 'run' is meant: it fills a store, starts a server on it, measures, \
            and takes both away again.
            """,
        subcommands: [
            RunCommand.command, SweepCommand.command, SuiteCommand.command, AttackCommand.command,
            TimingCommand.command, PreloadCommand.command, FloorCommand.command,
            CopyCommand.command, LocalServerCommand.command, TransferCommand.command,
            DeliveryCommand.command,
        ]
    )

    /// Puts `run` before arguments that name no command.
    static func withDefaultCommand(_ arguments: [String]) -> [String] {
        guard let first = arguments.first else { return ["run"] }
        let ownOptions = ["-h", "--help", "--version"]
        return first.hasPrefix("-") && !ownOptions.contains(first)
            ? ["run"] + arguments : arguments
    }
}
