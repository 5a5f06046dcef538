package import CommandLineInterface

/// What an operator can do about notes, and see of what becomes of them.
package enum Notes {
    /// The commands, as the program offers them.
    package static let commands: [Command] = [
        ReportCommands.report, SingleNoteCommands.note, WordCommands.word,
        StatisticsCommand.stats, TailCommand.tail,
    ]
}
