import Glibc

/// Settings of the process that keep secrets in and signals harmless.
enum ProcessSafety {
    /// Applies them: no core file (it would hold notes and keys), files for the owner alone, and
    /// write errors instead of signals when a peer has gone or a file may not grow.
    static func apply() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        umask(0o077)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }
}
