import Foundation
import OperatingSystem

/// One run of a program from its start to its end: what it wrote, and how it ended.
package struct ProgramRun: Sendable {
    /// What the program ended with; 128 and more for a signal, as shells count.
    package let exitCode: Int32
    /// What it wrote to standard output.
    package let output: String
    /// What it wrote to standard error.
    package let errorOutput: String

    /// Something that kept a program from running.
    package struct Failure: Error, CustomStringConvertible {
        /// What went wrong.
        package let description: String
    }

    /// The path of a program that this package builds, which lies beside the running tests.
    package static func path(ofProduct name: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let folder = tests.map { ($0 as NSString).deletingLastPathComponent } ?? "."
        return folder + "/" + name
    }

    /// Runs a program of this package and waits for its end.
    ///
    /// The environment is what is given and nothing of the tests' own, but for `PATH`, for what
    /// a sanitizer is told, and for where it is counted which lines ran.
    ///
    /// - Parameters:
    ///   - name: The name of the product, or an absolute path.
    ///   - arguments: What follows the name.
    ///   - environment: The environment.
    ///   - input: What the program reads from standard input.
    ///   - limit: How long it may take; it is killed then.
    /// - Returns: The run, once the program has ended.
    /// - Throws: `Failure` if it cannot be started, or does not end.
    package static func run(
        _ name: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: String = "",
        within limit: Duration = Patience.limit
    ) async throws -> ProgramRun {
        let files = TemporaryDirectory()
        // Files and not pipes: a full pipe would stop both sides.
        try Data(input.utf8).write(to: URL(fileURLWithPath: files.path("input")))
        let streams = [
            try FileHandle.reading(files.path("input")),
            try FileHandle.writing(files.path("output")),
            try FileHandle.writing(files.path("error")),
        ]
        defer { for stream in streams { try? stream.close() } }
        let process = try ChildProcess.product(
            name,
            arguments,
            Surroundings(
                environment: environment,
                input: .descriptor(streams[0].fileDescriptor),
                output: .descriptor(streams[1].fileDescriptor),
                errorOutput: .descriptor(streams[2].fileDescriptor)
            )
        )
        let exitCode = await process.end(within: limit)
        let errorOutput = try files.text(of: "error")
        guard let exitCode else {
            let words = ([name] + arguments).joined(separator: " ")
            throw Failure(description: "\(words) did not end within \(limit). \(errorOutput)")
        }
        return ProgramRun(
            exitCode: exitCode,
            output: try files.text(of: "output"),
            errorOutput: errorOutput
        )
    }
}

extension ChildProcess {
    /// Starts a program of this package; `PATH` is added to the environment, with what a sanitizer
    /// is told, and where it is counted which lines ran.
    ///
    /// - Throws: `ProgramRun.Failure`.
    static func product(
        _ name: String,
        _ arguments: [String],
        _ surroundings: Surroundings
    ) throws -> ChildProcess {
        var surroundings = surroundings
        let own = ProcessInfo.processInfo.environment
        surroundings.environment = ["PATH": own["PATH"] ?? "/usr/bin:/bin"]
            .merging(own.filter { $0.key.hasSuffix("SAN_OPTIONS") }) { _, option in option }
            .merging(profile(of: own)) { _, file in file }
            .merging(surroundings.environment ?? [:]) { _, given in given }
        let path = name.hasPrefix("/") ? name : ProgramRun.path(ofProduct: name)
        do {
            return try ChildProcess(path, arguments, surroundings)
        } catch {
            throw ProgramRun.Failure(description: "\(path) cannot be run: \(error)")
        }
    }
}

/// Where it is counted which lines of programs ran, if it is: all runs of one together (`%m`), not
/// each by its process (`%p`), for there are thousands, of some megabytes each.
private func profile(of environment: [String: String]) -> [String: String] {
    environment.filter { $0.key == "LLVM_PROFILE_FILE" }
        .mapValues { $0.replacingOccurrences(of: "%p", with: "programs") }
}

extension FileHandle {
    fileprivate static func reading(_ path: String) throws -> FileHandle {
        try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    }

    fileprivate static func writing(_ path: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
}

extension TemporaryDirectory {
    fileprivate func text(of name: String) throws -> String {
        let data = try Data(contentsOf: URL(fileURLWithPath: path(name)))
        return String(decoding: data, as: UTF8.self)
    }
}
