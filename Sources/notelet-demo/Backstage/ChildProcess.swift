import Foundation

/// A program that was started and not yet waited for.
struct ChildProcess: Sendable {
    /// The number of the process.
    let identifier: pid_t
    /// The reading end of its standard output; closed by `wait()`.
    let output: Int32

    /// Starts a program whose standard error goes to the end of a file.
    ///
    /// It gets a process group of its own, so that Ctrl-C reaches the demo alone, which then ends
    /// it. Signals that the demo ignores are the program's own again.
    ///
    /// - Throws: `POSIXError`.
    init(_ path: String, _ arguments: [String], errorOutput: String) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError.last }
        // The program gets the writing end as its standard output and neither of these.
        ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        let flags = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errorOutput, flags, 0o600)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF)
        )

        var identifier: pid_t = 0
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        let code = posix_spawn(&identifier, path, &actions, &attributes, &words, environ)
        guard code == 0 else {
            close(ends[0])
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL)
        }
        self.identifier = identifier
        output = ends[0]
    }

    /// Sends a signal.
    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits for the end, on the calling thread.
    ///
    /// - Returns: The exit code; 128 and more for a signal, as shells count.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) == -1 {
            // Somebody else has waited already.
            guard errno == EINTR else { return 0 }
        }
        close(output)
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// Reads the first line of standard output, on the calling thread.
    ///
    /// - Returns: The line; nil if the output ends or the time is up before it is whole.
    func firstLine(within seconds: Int32) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 4_096 {
            var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, seconds * 1_000) == 1, read(output, &byte, 1) == 1 else {
                return nil
            }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}

extension POSIXError {
    /// What the last system call complained about.
    static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
