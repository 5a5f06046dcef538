import Foundation
import TestSupport

/// A server with a door for operators, and `notelet-admin` at it.
struct AdminDesk {
    let server: ServerProcess
    let socketPath: String

    /// Starts the server on an empty store, with further arguments, and with what it is to find in
    /// its environment.
    init(arguments: [String] = [], serverEnvironment: [String: String] = [:]) async throws {
        let folder = TemporaryDirectory()
        socketPath = folder.path("admin.sock")
        server = try await ServerProcess(
            in: folder,
            arguments: ["--shared-address", "--admin-listen", "unix://\(socketPath)"] + arguments,
            environment: serverEnvironment
        )
    }

    /// How programs find the server.
    var environment: [String: String] {
        ["NOTELET_ADMIN_SERVER": "unix://\(socketPath)", "LANG": "C.UTF-8"]
    }

    /// Runs a command, with no terminal.
    func run(_ arguments: String...) async throws -> ProgramRun {
        try await run(arguments)
    }

    /// Runs a command, with no terminal.
    func run(_ arguments: [String], input: String = "") async throws -> ProgramRun {
        try await ProgramRun.run(
            "notelet-admin",
            arguments,
            environment: environment,
            input: input
        )
    }

    /// Runs a command at a terminal where somebody types a line; its words are mixed there.
    func run(_ arguments: [String], typing line: String) async throws -> ProgramRun {
        try await ProgramRun.run(
            "notelet-admin",
            arguments,
            environment: environment,
            typing: line
        )
    }

    /// Begins to watch, and returns once events are told.
    func tail() async throws -> RunningProgram {
        let program = try RunningProgram(
            "notelet-admin",
            ["tail", "--json"],
            environment: environment
        )
        while let line = await program.nextErrorLine() {
            if line.contains("waiting for events") { return program }
        }
        throw EndedEarly()
    }

    /// A program that ended before it began to watch.
    private struct EndedEarly: Error {}
}
