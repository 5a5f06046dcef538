package import CommandLineInterface
import Glibc

/// Questions whose answer nobody types by chance.
package enum Confirmation {
    /// Has a command go on without the question.
    package static let yes = Option<Bool>.flag("yes", help: "Do it without asking.")

    /// Has the operator type a word on a terminal, unless `--yes` was given.
    ///
    /// - Parameters:
    ///   - word: What is to be typed.
    ///   - warning: What will happen, as a sentence.
    ///   - isGiven: Whether the operator said yes on the command line.
    /// - Throws: `CommandFailure` if it was not typed, or there is no terminal.
    package static func require(_ word: String, _ warning: String, isGiven: Bool) throws {
        if isGiven { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(.usage, "\(warning) Give --yes where nobody can be asked.")
        }
        try ask(word, warning)
        guard readLine() == word else {
            throw CommandFailure(.refused, "Nothing was changed.")
        }
    }

    /// Has the operator confirm on a terminal that anonymous senders be shown; nothing else does.
    ///
    /// - Parameter warning: What will be shown, and where that is recorded.
    /// - Throws: `CommandFailure` if it was not confirmed, or there is no terminal.
    package static func requireReveal(_ warning: String) throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                .refused,
                "--reveal-senders asks on a terminal, and standard input is none: run it there."
            )
        }
        try ask("reveal senders", warning)
        guard readLine() == "reveal senders" else {
            throw CommandFailure(.refused, "Nothing was shown.")
        }
    }

    private static func ask(_ word: String, _ warning: String) throws {
        try TextOutput.standardError.write(
            "\(warning.terminalSafe)\nType '\(word.terminalSafe)' to go on: "
        )
    }
}
