import Foundation
import OperatingSystem

/// A server that was started and not yet waited for.
struct DemoServer: Sendable {
    /// Its process.
    let process: ChildProcess
    /// The reading end of its standard output.
    private let output: FileHandle

    /// Starts a server whose standard error goes to the end of a file.
    ///
    /// It gets a process group of its own, so that Ctrl-C reaches the demo alone, which then ends
    /// it.
    ///
    /// - Throws: `SystemError`.
    init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        errorOutput: String
    ) throws {
        let pipe = Pipe()
        let log = open(errorOutput, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard log >= 0 else { throw SystemError(errno) }
        defer { close(log) }
        let writer = pipe.fileHandleForWriting
        process = try ChildProcess(
            path,
            arguments,
            Surroundings(
                environment: environment,
                output: .descriptor(writer.fileDescriptor),
                errorOutput: .descriptor(log),
                group: .own
            )
        )
        // It is the server's alone, so that its end closes it.
        try writer.close()
        output = pipe.fileHandleForReading
    }

    /// Reads the first line of standard output, on the calling thread.
    ///
    /// - Returns: The line; nil if the output ends or the time is up before it is whole.
    func firstLine(within seconds: Int32) -> String? {
        let descriptor = output.fileDescriptor
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 4_096 {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, seconds * 1_000) == 1, read(descriptor, &byte, 1) == 1 else {
                return nil
            }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
