import Foundation
import TestSupport
import Testing

/// A program of LMDB that has begun to write to a database and does not go on: whoever opens the
/// database for writing waits for it.
struct ForeignWriter {
    private let program: RunningProgram
    /// What it reads from, which has no end yet.
    private let input: FileHandle

    /// Has `mdb_load` begin with the database in a folder.
    init(in database: String, _ folder: TemporaryDirectory) throws {
        let pipe = folder.path("records")
        #expect(mkfifo(pipe, 0o600) == 0)
        program = try RunningProgram("/usr/bin/mdb_load", ["-f", pipe, "-s", "audit", database])
        // For reading too, so that nothing waits for a program that may never come to the pipe.
        input = try #require(FileHandle(forUpdatingAtPath: pipe))
        let head = "VERSION=3\nformat=bytevalue\ntype=btree\nHEADER=END\n"
        try input.write(contentsOf: Data(head.utf8))
    }

    /// Waits until it has opened the database and reads on: its transaction has begun by then.
    func waitUntilWriting() async throws {
        let process = "/proc/\(program.processIdentifier)/"
        func isWriting() throws -> Bool {
            let call = try String(contentsOfFile: process + "syscall", encoding: .utf8)
            let maps = try String(contentsOfFile: process + "maps", encoding: .utf8)
            // read(2) of the standard input.
            return call.hasPrefix("0 0x0 ") && maps.contains("/data.mdb")
        }
        let patience = Patience()
        while try !isWriting() { try await patience.pause() }
    }

    /// Kills it; answers its exit code.
    func end() async -> Int32 { await program.end(by: SIGKILL) }
}
