internal import Glibc

/// The three streams that a process begins with.
enum StandardStreams {
    /// Takes the numbers of those that are closed, for the life of the process.
    ///
    /// The system gives a file that is opened the smallest number that is free: without this, the
    /// store or a dump could become standard output or standard error, and what is said there be
    /// written into it. A stream that was closed stays of no use: reading it, or writing to it, is
    /// refused with EBADF.
    static func reserveClosed() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(number, F_GETFD) == -1, errno == EBADF else { continue }
            // Those below are taken, so this is the number that it gets.
            _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
