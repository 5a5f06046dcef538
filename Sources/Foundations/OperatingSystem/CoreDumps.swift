internal import CLinux
internal import Glibc

/// What would write the memory of this process, with its keys and notes, where others may read it.
package enum CoreDumps {
    /// Has the system write no core file, pass none to a program, and let no other process of this
    /// user look into the memory (`ptrace`, `/proc/PID/mem`).
    ///
    /// A limit of no bytes keeps files away alone: a program that the system passes cores to gets
    /// them all the same.
    package static func forbid() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        _ = shim_prctl(PR_SET_DUMPABLE, 0)
    }

    /// Whether the system has been told so.
    package static var areForbidden: Bool {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        return limit.rlim_max == 0 && shim_prctl(PR_GET_DUMPABLE, 0) == 0
    }
}
