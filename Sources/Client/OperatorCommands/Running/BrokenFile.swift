package import CommandLineInterface
import Glibc
import OperatingSystem

/// What happens when a store's file is so damaged that reading it raises a signal.
///
/// The database reads its file as memory and trusts what it finds there: a file that was cut short
/// is SIGBUS, a page that leads nowhere SIGSEGV, a page that contradicts itself SIGABRT.
package enum BrokenFile {
    /// From now on such a signal ends the program with a line on standard error and this code.
    package static func watch(endingWith code: ExitCode) {
        LastWords.say(
            """
            notelet-admin: The store's file is so damaged that it cannot be read: run 'store \
            verify', and restore a backup, or run 'store salvage'.

            """,
            on: [SIGBUS, SIGSEGV, SIGABRT],
            endingWith: code.rawValue
        )
    }

    /// Runs a check, which such a signal answers as well: the file is damaged.
    ///
    /// - Throws: `CommandFailure` with `unreadable` for what keeps the check from being made.
    package static func check(_ body: () throws -> ExitCode) throws -> ExitCode {
        watch(endingWith: .damaged)
        do {
            return try body()
        } catch let failure as CommandFailure
            where [.badData, .inputOutput, .configuration].contains(failure.exitCode)
        {
            throw CommandFailure(.unreadable, failure.message)
        }
    }
}
