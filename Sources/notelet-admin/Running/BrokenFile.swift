import CommandLineInterface
import Glibc
import Locking

/// What happens when a store's file is so damaged that reading it raises a signal.
///
/// The database reads its file as memory and trusts what it finds there: a file that was cut short
/// is SIGBUS, a page that leads nowhere SIGSEGV, a page that contradicts itself SIGABRT.
enum BrokenFile {
    private static let exitCode = Atomic<Int32>(ExitCode.badData.rawValue)
    private static let message: StaticString = """
        notelet-admin: The store's file is so damaged that it cannot be read: run 'store verify', \
        and restore a backup.

        """

    /// From now on such a signal ends the program with a line on standard error and this code.
    static func watch(endingWith code: ExitCode) {
        exitCode.store(code.rawValue, ordering: .relaxed)
        for number in [SIGBUS, SIGSEGV, SIGABRT] {
            signal(number) { _ in
                // Nothing here allocates or locks: the signal may have come anywhere.
                _ = BrokenFile.message.withUTF8Buffer { text in
                    write(STDERR_FILENO, text.baseAddress, text.count)
                }
                _exit(BrokenFile.exitCode.load(ordering: .relaxed))
            }
        }
    }

    /// Runs a check, which such a signal answers as well: the file is damaged.
    ///
    /// - Throws: `CommandFailure` with `unreadable` for what keeps the check from being made.
    static func check(_ body: () throws -> ExitCode) throws -> ExitCode {
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
