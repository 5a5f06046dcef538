package import CommandLineInterface

/// What a person can do about the own account, session and link.
package enum Accounts {
    /// The commands, as the program offers them.
    package static let commands: [Command] = [
        SessionCommands.signUp, SessionCommands.logIn, SessionCommands.logOut,
        SessionCommands.whoAmI, SessionCommands.guest,
        OpenSessionCommands.sessions, OpenSessionCommands.endSession,
        LinkCommands.link, LinkCommands.find,
        ProfileCommands.profile, ProfileCommands.email,
        ProfileCommands.password, ProfileCommands.resetPassword,
        DeletionCommand.deleteAccount,
    ]
}
