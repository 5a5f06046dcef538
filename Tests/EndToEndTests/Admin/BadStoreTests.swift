import Foundation
import Glibc
import TestSupport
import Testing

/// What the tools say of stores that are not as they should be.
@Suite(.timeLimit(.minutes(2))) struct BadStoreTests {
    /// A store that a server made, with an account, and that nobody has open.
    private func stoppedStore() async throws -> (server: ServerProcess, admin: Admin) {
        let server = try await ServerProcess()
        _ = try await signUp("reader", at: server.address)
        await server.stop()
        return (server, Admin(store: server.storePath))
    }

    @Test("No store, another file, no key: one line, and the right code")
    func noStore() async throws {
        let folder = TemporaryDirectory()
        let admin = Admin(store: folder.path("store"))
        for command in ["stat", "dump", "readers", "migrate", "copy"] {
            let rest = command == "copy" ? [folder.path("copy")] : []
            let run = try await ProgramRun.run(
                "notelet-admin",
                ["store", command, "--store", admin.store] + rest
            )
            #expect(run.exitCode == 78)
            #expect(run.errorOutput.contains("There is no store"), "\(run.errorOutput)")
            #expect(run.errorOutput.split(separator: "\n").count == 1)
        }
        let list = try await ProgramRun.run(
            "notelet-admin",
            ["user", "list", "--store", admin.store]
        )
        #expect(list.exitCode == 78)
        #expect(list.errorOutput.contains("There is no store"), "\(list.errorOutput)")
        for other in [["--server", "unix:///nowhere"], ["--app", "letters"]] {
            let run = try await ProgramRun.run(
                "notelet-admin",
                ["user", "list", "--store", admin.store] + other
            )
            #expect(run.exitCode == 64)
            #expect(run.errorOutput.contains("--store and \(other[0]) name two things"))
        }
        #expect(try await admin.run("verify").exitCode == 3)
        try FileManager.default.createDirectory(
            atPath: folder.path("store/data"),
            withIntermediateDirectories: true
        )
        let file = folder.path("store/data/data.mdb")
        try Data(repeating: 1, count: 50_000).write(to: URL(fileURLWithPath: file))
        let run = try await admin.run("stat", "--json")
        #expect(run.exitCode == 65)
        #expect(run.errorOutput.contains("\"code\":\"bad_data\""), "\(run.errorOutput)")
        #expect(run.output.isEmpty)
        #expect(try await admin.run("copy", folder.path("copy")).exitCode == 65)
        #expect(!FileManager.default.fileExists(atPath: folder.path("copy")))
        let (_, stopped) = try await stoppedStore()
        let noKey = try await stopped.run("dump", "--key-file", folder.path("no.key"))
        #expect(noKey.exitCode == 78)
        #expect(noKey.output.isEmpty)
    }

    @Test("A file that was cut short is told, wherever the cut is")
    func cutShort() async throws {
        let (server, admin) = try await stoppedStore()
        let file = server.storePath + "/data/data.mdb"
        let whole = try Data(contentsOf: URL(fileURLWithPath: file))
        for pageCount in [1, 2, 3, 6] {
            try whole.prefix(pageCount * 4096).write(to: URL(fileURLWithPath: file))
            let verify = try await admin.run("verify")
            #expect([2, 3].contains(verify.exitCode), "\(pageCount) \(verify.errorOutput)")
            let dump = try await admin.run("dump", "--output", server.storePath + ".jsonl")
            #expect([65, 74].contains(dump.exitCode), "\(pageCount) \(dump.errorOutput)")
            #expect(!FileManager.default.fileExists(atPath: server.storePath + ".jsonl"))
        }
    }

    @Test("A server says in one line that its database is none, or was cut short")
    func serverOnBadFile() async throws {
        let (server, _) = try await stoppedStore()
        let file = URL(fileURLWithPath: server.storePath + "/data/data.mdb")
        let whole = try Data(contentsOf: file)
        for (bytes, words) in [
            (Data(repeating: 1, count: 50_000), "not the file of a store"),
            (Data(), "not the file of a store"),
            (whole.prefix(2 * 4096), "cut short"),
        ] {
            try bytes.write(to: file)
            let run = try await ProgramRun.run(
                "notelet-server",
                ["--listen", "tcp://127.0.0.1:0", "--store", server.storePath]
            )
            #expect(run.exitCode == 65, "\(run.errorOutput)")
            #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
            #expect(run.errorOutput.split(separator: "\n").count == 1, "\(run.errorOutput)")
        }
    }

    @Test("A log that lacks something is told by all, and accepted by an explicit step alone")
    func lostLog() async throws {
        let (server, admin) = try await stoppedStore()
        try FileManager.default.removeItem(atPath: server.storePath + "/log/odd")
        let start = try await ProgramRun.run(
            "notelet-server",
            ["--listen", "tcp://127.0.0.1:0", "--store", server.storePath]
        )
        #expect(start.exitCode == 65, "\(start.errorOutput)")
        #expect(start.errorOutput.split(separator: "\n").count == 1, "\(start.errorOutput)")
        let sentence = "is not whole: log/odd is missing. "
        #expect(start.errorOutput.contains(sentence), "\(start.errorOutput)")
        let runs = [
            (try await admin.run("verify"), 2), (try await admin.run("stat"), 65),
            (try await admin.run("copy", server.storePath + ".copy"), 65),
        ]
        for (run, code) in runs {
            #expect(run.exitCode == code, "\(run.errorOutput)")
            #expect(run.errorOutput.contains(sentence), "\(run.errorOutput)")
        }
        #expect(!FileManager.default.fileExists(atPath: server.storePath + "/log/odd"))
        let look = try await admin.run("accept-loss", "--dry-run")
        #expect(look.exitCode == 0 && look.output.contains("log/odd is missing"))
        #expect(try await admin.run("accept-loss").exitCode == 64)
        #expect(try await admin.run("verify").exitCode == 2)
        let accepted = try await admin.run("accept-loss", "--yes")
        #expect(accepted.exitCode == 0, "\(accepted.errorOutput)")
        #expect(try await admin.run("verify").exitCode == 0)
        let audit = try await admin.run("dump", "--entity", "audit")
        #expect(audit.output.contains("accept-loss: log/odd is missing"), "\(audit.output)")
        #expect(try await admin.run("accept-loss").output.contains("lacks nothing"))
    }

    @Test("A changed byte of a record is found, and exits with 2")
    func changedByte() async throws {
        let (server, admin) = try await stoppedStore()
        #expect(try await admin.run("verify").exitCode == 0)
        let privacy = try await admin.run("verify", "--privacy")
        #expect(privacy.exitCode == 0, "\(privacy.errorOutput)")
        #expect(privacy.output.contains("nothing in them depends on who sent them"))
        let file = URL(fileURLWithPath: server.storePath + "/data/data.mdb")
        var bytes = try Data(contentsOf: file)
        let name = try #require(
            bytes.range(of: Data("reader@example.com".utf8), options: .backwards)
        )
        bytes[name.lowerBound] ^= 1
        try bytes.write(to: file)
        let verify = try await admin.run("verify", "--json")
        #expect(verify.exitCode == 2, "\(verify.errorOutput)")
        #expect(verify.output.contains("\"table\":\"users\""), "\(verify.output)")
        let dump = try await admin.run("dump")
        #expect(dump.exitCode == 65)
        #expect(dump.errorOutput.contains("store verify"))
    }

    @Test("A store in use is not opened for writing, nor copied byte by byte")
    func inUse() async throws {
        let server = try await ServerProcess()
        let admin = Admin(store: server.storePath)
        #expect(try await admin.run("copy", server.storePath + ".copy").exitCode == 75)
        #expect(!FileManager.default.fileExists(atPath: server.storePath + ".copy"))
        #expect(await server.stop() == 0)
        #expect(try await admin.run("copy", server.storePath + ".copy").exitCode == 0)
    }

    @Test("A full disk and a pipe that nobody reads leave nothing half-written")
    func badOutput() async throws {
        let (server, admin) = try await stoppedStore()
        let full = try await ProgramRun.run(
            "/bin/sh",
            [
                "-c", "exec \"$0\" store dump --store \"$1\" > /dev/full",
                ProgramRun.path(ofProduct: "notelet-admin"), server.storePath,
            ]
        )
        #expect(full.exitCode == 74, "\(full.errorOutput)")
        let closed = try await ProgramRun.run(
            "/bin/sh",
            [
                "-c", "\"$0\" store dump --store \"$1\" | head -c 1",
                ProgramRun.path(ofProduct: "notelet-admin"), server.storePath,
            ]
        )
        #expect(closed.exitCode == 0)
        #expect(!closed.errorOutput.contains("failed"), "\(closed.errorOutput)")
        let twice = server.storePath + ".jsonl"
        #expect(try await admin.run("dump", "--output", twice).exitCode == 0)
        let again = try await admin.run("dump", "--output", twice)
        #expect(again.exitCode == 1)
        #expect(again.errorOutput.contains("--force"))
        #expect(try await admin.run("dump", "--output", twice, "--force").exitCode == 0)
        var status = stat()
        #expect(stat(twice, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("What mdb_load makes of a dump is the same store")
    func databaseFormat() async throws {
        let (server, admin) = try await stoppedStore()
        let path = server.storePath + ".mdb"
        let dump = try await admin.run(
            ["dump", "--reveal-senders", "--format", "mdb", "--quiet", "--output", path],
            typing: "reveal senders"
        )
        #expect(dump.exitCode == 0, "\(dump.output)")
        let copy = server.storePath + ".copy"
        try FileManager.default.createDirectory(
            atPath: copy + "/data",
            withIntermediateDirectories: true
        )
        let load = try await ProgramRun.run("/usr/bin/mdb_load", ["-f", path, copy + "/data"])
        #expect(load.exitCode == 0)
        #expect(load.errorOutput.isEmpty, "\(load.errorOutput)")
        let verify = try await Admin(store: copy).run(
            "verify",
            "--key-file",
            server.storePath + ".key"
        )
        #expect(verify.exitCode == 0, "\(verify.output) \(verify.errorOutput)")
    }
}
