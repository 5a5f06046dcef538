import Foundation
import Glibc
import TestSupport
import Testing

/// What killed commands leave beside the places that they worked for.
@Suite(.timeLimit(.minutes(2))) struct AbandonedWorkTests {
    private let folder = TemporaryDirectory()

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    /// Leaves what a killed command would, and holds another one as its living one does.
    private func leaveWork(beside place: String) throws -> FileHandle {
        for number in [1, 2] {
            try FileManager.default.createDirectory(
                atPath: "\(place).new.000000000000000\(number)/data",
                withIntermediateDirectories: true
            )
        }
        let held = open("\(place).new.0000000000000002", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(held >= 0 && flock(held, LOCK_EX) == 0)
        return FileHandle(fileDescriptor: held, closeOnDealloc: true)
    }

    @Test("Each command removes what a killed one left at its place, and says so in a line")
    func nextCommandRemoves() async throws {
        let server = try await ServerProcess()
        _ = try await signUp("reader", at: server.address)
        await server.stop()
        let (store, key) = (server.storePath, server.storePath + ".key")
        let whole = folder.path("whole.jsonl")
        #expect(try await Admin(store: store).reveal(to: whole).exitCode == 0)
        func expectRemoval(at place: String, _ arguments: String...) async throws {
            let held = try leaveWork(beside: folder.path(place))
            let run = try await ProgramRun.run("notelet-admin", arguments)
            try held.close()
            #expect(run.exitCode == 0, "\(arguments) \(run.errorOutput)")
            let left = folder.path(place) + ".new.000000000000000"
            let words = "removed what a command had left that was killed: \(left)1"
            let lines = run.errorOutput.split(separator: "\n")
            #expect(lines.filter { $0.hasSuffix(words) }.count == 1, "\(run.errorOutput)")
            let names = try names()
            #expect(!names.contains("\(place).new.0000000000000001"), "\(names)")
            #expect(names.contains("\(place).new.0000000000000002"), "\(names)")
        }
        let backup = folder.path("backup")
        try await expectRemoval(at: "backup", "backup", "create", "--store", store, "--to", backup)
        try await expectRemoval(
            at: "restored",
            "backup",
            "restore",
            backup,
            "--store",
            folder.path("restored")
        )
        try await expectRemoval(at: "copy", "store", "copy", folder.path("copy"), "--store", store)
        try await expectRemoval(
            at: "compact",
            "store",
            "copy",
            "--compact",
            folder.path("compact"),
            "--store",
            store
        )
        try await expectRemoval(
            at: "loaded",
            "store",
            "load",
            whole,
            "--store",
            folder.path("loaded"),
            "--key-file",
            key
        )
        try await expectRemoval(
            at: "dump",
            "store",
            "dump",
            "--store",
            store,
            "--output",
            folder.path("dump")
        )
    }

    @Test("A dry run removes nothing")
    func dryRun() async throws {
        let server = try await ServerProcess()
        await server.stop()
        let (backup, place) = (folder.path("backup"), folder.path("restored"))
        let words = ["backup", "create", "--store", server.storePath, "--to", backup]
        #expect(try await ProgramRun.run("notelet-admin", words).exitCode == 0)
        let held = try leaveWork(beside: place)
        let before = try names()
        let dry = ["backup", "restore", backup, "--store", place, "--dry-run"]
        #expect(try await ProgramRun.run("notelet-admin", dry).exitCode == 0)
        #expect(try names() == before)
        try held.close()
    }
}
