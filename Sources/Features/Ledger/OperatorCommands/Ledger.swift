package import CommandLineInterface

/// What an operator can do about the ledger.
package enum Ledger {
    /// The commands, as the program offers them.
    package static let commands: [Command] = []
}
