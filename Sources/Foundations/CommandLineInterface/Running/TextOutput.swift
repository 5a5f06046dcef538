internal import Glibc
internal import Locking

/// A file descriptor that text is written to, gathered and in order.
///
/// Writes are whole: short writes and interruptions are carried on. On a terminal each write shows
/// at once; elsewhere text waits for a full buffer or `flush()`. One output may be used from
/// several tasks; the text of one call stays together.
package final class TextOutput: Sendable {
    /// The file descriptor; it stays open.
    package let descriptor: Int32
    /// Whether the descriptor is a terminal.
    package let isTerminal: Bool

    private let bufferByteCount: Int
    private let buffer = Mutex<[UInt8]>([])

    /// Why text could not be written.
    package enum Failure: Error, Sendable, Equatable {
        /// Nobody reads any more; a program ends quietly then.
        case closed
        /// The system refused, with this `errno`.
        case system(Int32)
    }

    /// The standard output of the process.
    package static let standard = TextOutput(descriptor: STDOUT_FILENO)
    /// The standard error of the process, which never waits.
    package static let standardError = TextOutput(descriptor: STDERR_FILENO, bufferByteCount: 0)

    /// Writes to an open file descriptor.
    ///
    /// The buffer is one pipe's worth, so that a long listing costs few calls.
    package init(descriptor: Int32, bufferByteCount: Int = 64 << 10) {
        self.descriptor = descriptor
        self.isTerminal = isatty(descriptor) == 1
        self.bufferByteCount = bufferByteCount
    }

    /// Writes a text as it is.
    package func write(_ text: String) throws(Failure) {
        try write(bytes: text.utf8)
    }

    /// Writes a text and ends the line.
    package func writeLine(_ text: String = "") throws(Failure) {
        try write(bytes: (text + "\n").utf8)
    }

    /// Writes bytes as they are.
    package func write(bytes: some Sequence<UInt8>) throws(Failure) {
        try buffer.withLock { buffer throws(Failure) in
            buffer.append(contentsOf: bytes)
            if isTerminal || buffer.count >= bufferByteCount { try drain(&buffer) }
        }
    }

    /// Hands all gathered text to the system.
    package func flush() throws(Failure) {
        try buffer.withLock { buffer throws(Failure) in try drain(&buffer) }
    }

    /// Empties the buffer also on failure: what cannot be written once is not tried again.
    private func drain(_ buffer: inout [UInt8]) throws(Failure) {
        defer { buffer.removeAll(keepingCapacity: true) }
        var start = 0
        while start < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            }
            if count >= 0 {
                start += count
            } else if errno == EPIPE {
                throw .closed
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }
}

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
