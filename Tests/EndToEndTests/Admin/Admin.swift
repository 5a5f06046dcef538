import Foundation
import TestSupport

/// The operator's program on a store.
struct Admin {
    let store: String

    /// Runs a command of `notelet-admin store`, with no terminal.
    func run(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run("notelet-admin", ["store"] + arguments + ["--store", store])
    }

    /// Runs a command at a terminal where somebody types a line; its words are mixed there.
    func run(_ arguments: [String], typing line: String) async throws -> ProgramRun {
        let words = ["store"] + arguments + ["--store", store]
        return try await ProgramRun.run("notelet-admin", words, typing: line)
    }

    /// A dump of everything with its senders, written to a file.
    func reveal(to path: String) async throws -> ProgramRun {
        try await run(
            ["dump", "--reveal-senders", "--quiet", "--output", path],
            typing: "reveal senders"
        )
    }
}
