/// A command that could not do its work, told in one line: what, which, why, what next.
package struct CommandFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What the program ends with.
    package let exitCode: ExitCode
    /// The line for the person, without the program's name and with its full stop.
    package let message: String

    /// Describes a failure.
    package init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }

    /// The message, safe to print.
    package var description: String { message.terminalSafe }
}
