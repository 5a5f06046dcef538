import CommandLineInterface
import Glibc
import OperatingSystem

/// Settings of the process that keep secrets in and signals harmless.
enum ProcessSafety {
    /// Applies them: no core dump (it would hold notes and keys), files for the owner alone, and
    /// write errors instead of signals when a peer has gone or a file may not grow.
    static func apply() {
        CoreDumps.forbid()
        umask(0o077)
        raiseFileLimit()
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// How many connections there can be at once: what the system lets the process open, less what
    /// the stores of so many apps and the rest of the server need.
    static func connectionCountMax(besideApps appCount: Int) -> Int {
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        let others = ownFileCount + (appCount - 1) * fileCountOfApp
        return max(0, Int(clamping: files.rlim_cur) - others)
    }

    /// What a server with one app has open beside connections, with room for files of a moment.
    private static let ownFileCount = 256
    /// What each further app has open: nine at rest, and the next ones of its log and archive.
    private static let fileCountOfApp = 12

    /// Takes as many open files as the system gives: shells start programs with few, since some old
    /// ones cannot count further.
    private static func raiseFileLimit() {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var files = rlimit()
        guard getrlimit(resource, &files) == 0 else { return }
        files.rlim_cur = files.rlim_max
        setrlimit(resource, &files)
    }
}
