import Foundation
import OperatingSystem

/// A program that this one runs for as long as it holds the program's standard input open.
///
/// The end of this process, in whatever way, closes that input, upon which the program has to end:
/// no benchmark leaves anything running.
final class HeldProgram {
    private let process: ChildProcess
    private let (input, output, errors) = (Pipe(), Pipe(), Pipe())

    /// Starts a program.
    ///
    /// - Throws: An error of the system if it cannot be run.
    init(path: String, arguments: [String]) throws {
        let (reader, writers) = (
            input.fileHandleForReading, [output, errors].map(\.fileHandleForWriting)
        )
        process = try ChildProcess(
            path,
            arguments,
            Surroundings(
                input: .descriptor(reader.fileDescriptor),
                output: .descriptor(writers[0].fileDescriptor),
                errorOutput: .descriptor(writers[1].fileDescriptor)
            )
        )
        // They are the program's alone, so that its end closes them.
        for end in [reader] + writers { try end.close() }
    }

    /// The next line that it writes, without its end; what is left of one at the end.
    func readLine() -> String {
        var line: [UInt8] = []
        while let byte = (try? output.fileHandleForReading.read(upToCount: 1))?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// The last line that it has complained with, once it has ended.
    func lastComplaint() -> String? {
        let data = (try? errors.fileHandleForReading.readToEnd()) ?? nil
        let text = String(decoding: data ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").last.map(String.init)
    }

    /// Closes its input, waits until it has ended, and returns its status.
    @discardableResult
    func stop() -> Int32 {
        try? input.fileHandleForWriting.close()
        return process.wait()
    }
}
