import Foundation
import OperatingSystem

/// This program itself, run as a child: to be killed, or to die without taking the driver along.
struct ChildProgram {
    /// What it wrote to standard output and standard error.
    let output: String
    /// How it ended; 128 and more for a signal, as shells count.
    let status: Int32
    /// Whether it had to be killed because it did not end.
    let isStuck: Bool

    /// How long a child may take that should end by itself.
    private static let patience = Duration.seconds(60)

    /// Runs a command of this program to its end, or kills it after `delay`.
    ///
    /// - Parameters:
    ///   - arguments: The command and what belongs to it.
    ///   - environment: Variables beside those of this process.
    ///   - outputPath: A file for what it writes.
    ///   - delay: When to kill it; nil to let it end by itself.
    /// - Returns: How it ended, once it has.
    /// - Throws: Why it cannot be started.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        outputPath: String,
        killedAfter delay: Duration? = nil
    ) throws -> ChildProgram {
        try Data().write(to: URL(fileURLWithPath: outputPath))
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: outputPath))
        defer { try? output.close() }
        let variables = ProcessInfo.processInfo.environment
            .merging(environment) { _, own in own }
            // A crash is for the driver to tell; a backtrace takes seconds.
            .merging(["SWIFT_BACKTRACE": "enable=no"]) { _, own in own }
        let stream = Surroundings.Stream.descriptor(output.fileDescriptor)
        let process = try ChildProcess(
            URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path,
            arguments,
            Surroundings(environment: variables, output: stream, errorOutput: stream)
        )
        let ownEnd = process.wait(atMost: delay ?? patience)
        if ownEnd == nil { process.send(SIGKILL) }
        let status = process.wait()
        let bytes = FileManager.default.contents(atPath: outputPath) ?? Data()
        return ChildProgram(
            output: String(decoding: bytes, as: UTF8.self),
            status: status,
            isStuck: ownEnd == nil && delay == nil
        )
    }

    /// The number behind a word of its last line.
    func count(_ word: String) -> Int {
        let words = output.split(whereSeparator: \.isWhitespace)
        guard let index = words.lastIndex(of: word[...]), index + 1 < words.count else { return 0 }
        return Int(words[index + 1]) ?? 0
    }
}
