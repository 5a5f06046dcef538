import Foundation
import TestSupport
import Testing

/// A sample program that is spoken to.
final class Sample {
    private let input = Pipe()
    let program: RunningProgram

    init(_ name: String, _ arguments: [String]) throws {
        program = try RunningProgram(name, arguments, input: input)
    }

    /// Starts one whose last argument is a folder on a small disk.
    init(_ name: String, _ arguments: [String], on disk: SmallDisk) throws {
        program = try disk.run(name, arguments, input: input)
    }

    /// A password, which is one word, as samples read their commands.
    static let password = "correct-horse-battery-staple"

    /// Opens an account, and keeps the owner of a link as `friend`.
    func join(keeping link: String) async throws {
        say("signup minji minji@example.com \(Self.password)")
        try await line("~ upToDate")
        say("add friend \(link)")
        try await line("added friend")
    }

    func say(_ line: String) {
        input.fileHandleForWriting.write(Data((line + "\n").utf8))
    }

    /// Waits for a line that begins with some text.
    @discardableResult
    func line(_ beginning: String) async throws -> String {
        var lines: [String] = []
        while let line = await nextLine() {
            if line.hasPrefix(beginning) { return line }
            lines.append(line)
        }
        Issue.record("No line begins with \(beginning): \(lines)")
        throw CancellationError()
    }

    /// A program that says nothing more is ended when the time is up, so that this is told.
    func nextLine() async -> String? {
        let program = program
        return await withTaskCancellationHandler {
            await program.nextLine()
        } onCancel: {
            program.send(SIGKILL)
        }
    }

    func quit() async -> Int32 {
        say("quit")
        return await program.waitForEnd()
    }

    func kill() async { await program.end(by: SIGKILL) }
}
