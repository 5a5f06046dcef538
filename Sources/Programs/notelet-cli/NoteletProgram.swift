import CommandLineInterface

/// A person's client: what it is called, what it can do, and what counts for all of it.
enum NoteletProgram {
    static let root = Command(
        "notelet-cli",
        summary: "Sends, reads and answers anonymous notes",
        discussion: """
            Begin with 'notelet-cli signup' or, if somebody gave you a link and you want no \
            account, with 'notelet-cli guest'. The session is kept in a file that only you can \
            read, and is refreshed by itself.

            Passwords are asked for on the terminal, or come from standard input with \
            --password-stdin, or from NOTELET_PASSWORD; never from the command line, which \
            others can see.

            With --json, standard output is one JSON document, ids are UUIDs in lower case and \
            times are RFC 3339 in UTC; an error is a document on standard error.

            The exit code is 0, 1 when a rule refused, 64 for wrong usage, 65 when input is no \
            UTF-8 text, 69 when the server is out of reach, 74 when a file cannot be read or \
            written, 75 when time ran out or something was done too often, 76 when the server \
            spoke another protocol or its certificate was refused, 77 when you have to sign in, \
            78 when a certificate file is of no use.
            """,
        options: GlobalOptions.all,
        subcommands: [
            SessionCommands.signUp, SessionCommands.logIn, SessionCommands.logOut,
            SessionCommands.whoAmI, SessionCommands.guest,
            LinkCommands.link, LinkCommands.find,
            ProfileCommands.profile, ProfileCommands.email,
            ProfileCommands.password, ProfileCommands.resetPassword,
            NoteCommands.send, NoteCommands.answer, NoteCommands.show, NoteCommands.delete,
            HistoryCommands.inbox, HistoryCommands.sent, HistoryCommands.history,
            WatchCommand.watch,
            ContactCommands.contacts,
            SafetyCommands.block, SafetyCommands.unblock, SafetyCommands.blocks,
            SafetyCommands.report, WordCommands.words,
            ExportCommand.export, DeletionCommand.deleteAccount,
            PingCommand.ping,
        ]
    )
}
