package import CommandLineInterface

/// What can be done about telemetry.
package enum Telemetry {
    /// The commands, as the program offers them.
    package static let commands: [Command] = []
}
