package import CommandLineInterface

/// What an operator can do about accounts and guests.
package enum Accounts {
    /// The commands, as the program offers them.
    package static let commands: [Command] = [UserCommands.user]
}
