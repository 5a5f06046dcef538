package import CommandLineInterface

/// What a person can do with notes and with those who write them.
package enum Notes {
    /// The commands, as the program offers them.
    package static let commands: [Command] = [
        SingleNoteCommands.send, SingleNoteCommands.answer, SingleNoteCommands.show,
        SingleNoteCommands.delete,
        HistoryCommands.inbox, HistoryCommands.sent, HistoryCommands.history,
        WatchCommand.watch,
        ContactCommands.contacts,
        SafetyCommands.block, SafetyCommands.unblock, SafetyCommands.blocks,
        SafetyCommands.report, WordCommands.words,
        ExportCommand.export,
    ]
}
