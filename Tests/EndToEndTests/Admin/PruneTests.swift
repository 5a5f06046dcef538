import Foundation
import TestSupport
import Testing

/// An archive that is rid of what no backup needs.
@Suite struct PruneTests {
    private let folder = TemporaryDirectory()

    private var archive: String { folder.path("archive") }

    private func names() throws -> [String] {
        // Beside its files an archive says how far it was cleaned.
        try FileManager.default.contentsOfDirectory(atPath: archive).sorted()
            .filter { $0 != "cleaned" }
    }

    private func prune(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            "notelet-admin",
            ["backup", "prune"] + arguments,
            environment: ["NOTELET_LOG_ARCHIVE": archive]
        )
    }

    /// Makes backups with a file of the archive between two of them, and one behind the last.
    private func prepare() async throws -> [String] {
        let server = try await ServerProcess(
            arguments: ["--shared-address", "--log-archive", archive]
        )
        var backups: [String] = []
        for name in ["first", "second"] {
            _ = try await signUp(name, at: server.address)
            let backup = folder.path(name)
            backups.append(backup)
            let words = ["backup", "create", "--store", server.storePath, "--to", backup]
            let run = try await ProgramRun.run("notelet-admin", words)
            #expect(run.exitCode == 0, "\(run.errorOutput)")
            _ = try await signUp(name + "2", at: server.address)
            try await server.restart()
        }
        await server.stop()
        return backups
    }

    @Test("What no backup needs goes after a confirmation, and not before", .timeLimit(.minutes(1)))
    func prunes() async throws {
        let backups = try await prepare()
        let before = try names()
        let dryRun = try await prune(backups[1], "--dry-run", "--json")
        #expect(dryRun.exitCode == 0, "\(dryRun.errorOutput)")
        let count = try #require(try Document(dryRun.output)["removed_files"].number)
        #expect(try Document(dryRun.output)["kept_files"].number == before.count - count)
        #expect((1..<before.count).contains(count))
        let unasked = try await prune(backups[1])
        #expect(unasked.exitCode == 64 && unasked.errorOutput.contains("--yes"))
        #expect(try names() == before)
        let fewer = try await prune("--dry-run", "--json", backups[0], backups[1])
        #expect(try #require(try Document(fewer.output)["removed_files"].number) < count)
        let done = try await prune("--yes", backups[1])
        #expect(done.exitCode == 0, "\(done.errorOutput)")
        #expect(done.output.hasPrefix("Removed \(count) file"), "\(done.output)")
        #expect(try names() == Array(before.dropFirst(count)))
        let nothing = try await prune("--yes", backups[1])
        #expect(nothing.output.contains("nothing to remove"), "\(nothing.output)")
        let words = ["backup", "verify", backups[1], "--archive", archive]
        let verify = try await ProgramRun.run("notelet-admin", words)
        #expect(verify.exitCode == 0, "\(verify.output) \(verify.errorOutput)")
    }

    @Test("What a backup needs is refused, and what is wrong is one line", .timeLimit(.minutes(1)))
    func refuses() async throws {
        let backups = try await prepare()
        let before = try names()
        func expect(_ code: Int32, _ words: String, _ arguments: String...) async throws {
            let run = try await ProgramRun.run("notelet-admin", ["backup", "prune"] + arguments)
            #expect(run.exitCode == code, "\(arguments) \(run.errorOutput)")
            #expect(run.errorOutput.contains(words), "\(arguments) \(run.errorOutput)")
            #expect(run.output.isEmpty, "\(run.output)")
            #expect(run.errorOutput.split(separator: "\n").count <= 2, "\(run.errorOutput)")
        }
        let late = ["--before", "2100-01-01", "--yes"]
        try await expect(1, backups[0], "--archive", archive, late[0], late[1], backups[0])
        try await expect(64, "--before", "--archive", archive, "--yes")
        try await expect(64, "--archive", backups[0], "--yes")
        try await expect(64, "or a day such as", "--archive", archive, "--before", "yesterday")
        let no = folder.path("no")
        try await expect(74, no, "--archive", no, backups[0], "--yes")
        try await expect(78, "no backup", "--archive", archive, no, "--yes")
        #expect(try names() == before)
        let run = try await prune("--before", "2100-01-01", "--yes")
        #expect(run.exitCode == 0 && run.output.contains("0 files stay"), "\(run.errorOutput)")
        #expect(try names().isEmpty)
    }
}
