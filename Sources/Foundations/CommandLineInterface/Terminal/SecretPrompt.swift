internal import Glibc

/// Asks for a password on a terminal without showing it, or reads it as one line of a pipe.
package struct SecretPrompt: Sendable {
    private let input: Int32
    private let output: TextOutput

    /// Why there is no secret.
    package enum Failure: Error, Sendable, Equatable {
        /// The person typed Ctrl-C.
        case interrupted
        /// The input ended before a line began.
        case ended
        /// The line is longer than 4,096 bytes.
        case tooLong
        /// The line is not UTF-8.
        case notText
        /// Reading failed with this `errno`.
        case system(Int32)
    }

    /// Reads from standard input and asks on standard error, unless told otherwise.
    package init(input: Int32 = STDIN_FILENO, output: TextOutput = .standardError) {
        self.input = input
        self.output = output
    }

    /// Shows the question on a terminal, and returns the line without its end.
    ///
    /// The terminal is as it was afterwards, on every path. From a pipe not one byte beyond the
    /// line is read, and nothing is asked.
    package func read(_ question: String) throws(Failure) -> String {
        var original = termios()
        guard isatty(input) == 1, tcgetattr(input, &original) == 0 else {
            return try readLine(isTyped: false)
        }
        var silent = original
        silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard tcsetattr(input, TCSAFLUSH, &silent) == 0 else { throw .system(errno) }
        defer {
            tcsetattr(input, TCSAFLUSH, &original)
            try? output.writeLine()
        }
        try? output.write(question)
        return try readLine(isTyped: true)
    }

    private func readLine(isTyped: Bool) throws(Failure) -> String {
        var line = SecretLine()
        while let byte = try readByte() {
            switch isTyped ? line.takeTyped(byte) : line.take(byte) {
            case .more: continue
            case .done: return try text(of: line)
            case .interrupted: throw .interrupted
            case .ended: throw .ended
            case .tooLong: throw .tooLong
            }
        }
        if line.bytes.isEmpty { throw .ended }
        return try text(of: line)
    }

    private func readByte() throws(Failure) -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(input, &byte, 1)
            if count == 1 { return byte }
            if count == 0 { return nil }
            if errno != EINTR { throw .system(errno) }
        }
    }

    private func text(of line: SecretLine) throws(Failure) -> String {
        var bytes = line.bytes[...]
        if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return text
    }
}
