import Foundation
import TestSupport
import Testing

/// Backups of all apps of a server, as each night makes them.
@Suite(.timeLimit(.minutes(2)))
struct BackUpAllTests {
    private let folder = TemporaryDirectory()

    private var settings: String { folder.path("server.conf") }
    private var backups: String { folder.path("backups") }

    private func write() throws {
        let text = """
            store = \(folder.path("store"))
            log-archive = \(folder.path("archive"))
            listen = tcp://127.0.0.1:0
            shared-address = true
            [app letters]
            store = \(folder.path("letters"))
            """
        try text.write(toFile: settings, atomically: true, encoding: .utf8)
    }

    private func backUpAll(_ words: String...) async throws -> ProgramRun {
        try await ProgramRun.run(
            "notelet-admin",
            ["backup", "all", "--config", settings, "--to", backups, "--json"] + words
        )
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix("Z") }
    }

    /// Has a backup say that it was taken long ago.
    private func age(_ backup: String) async throws {
        let script = """
            import hashlib, re, sys
            path = sys.argv[1] + "/manifest.json"
            line = open(path, "rb").readline()
            line = re.sub(rb'("taken_at":")[0-9]+', rb"\\g<1>2001", line)
            digest = hashlib.blake2b(line, digest_size=32).hexdigest()
            end = '{"manifest_digest":"%s"}' % digest
            open(path, "wb").write(line + end.encode() + b"\\n")
            """
        let run = try await ProgramRun.run("/usr/bin/python3", ["-c", script, backup])
        #expect(run.exitCode == 0, "\(run.errorOutput)")
    }

    @Test("Each app has a backup beside its earlier ones, and what is old goes")
    func backsUpAll() async throws {
        try write()
        let server = try RunningProgram("notelet-server", ["--config", settings])
        let address = try #require(await server.nextLine())
        for suffix in ["", "?app=letters"] { _ = try await signUp("alice", at: address + suffix) }
        let run = try await backUpAll()
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        let document = try Document(run.output)
        #expect(document["backups"][0]["app"].text == "default")
        #expect(document["backups"][1]["app"].text == "letters")
        let (first, second) = (try names(backups), try names(backups + "/letters"))
        #expect(first.count == 1 && second.count == 1)
        for (backup, key) in [
            ("\(backups)/\(first[0])", "store.key"),
            ("\(backups)/letters/\(second[0])", "letters.key"),
        ] {
            let verified = try await ProgramRun.run(
                "notelet-admin",
                ["backup", "verify", backup, "--key-file", folder.path(key)]
            )
            #expect(verified.exitCode == 0, "\(verified.errorOutput)")
            let old = backup.dropLast(5) + "0000Z"
            try FileManager.default.moveItem(atPath: backup, toPath: String(old))
            if key == "letters.key" { try await age(String(old)) }
        }
        // What is no backup stays, whatever it is called.
        let other = backups + "/otherZ"
        try FileManager.default.createDirectory(
            atPath: other,
            withIntermediateDirectories: false
        )
        let again = try await backUpAll("--keep", "36500d")
        #expect(again.exitCode == 0, "\(again.errorOutput)")
        #expect(try names(backups + "/letters").count == 2)
        let third = try await backUpAll("--keep", "1d")
        #expect(third.exitCode == 0, "\(third.errorOutput)")
        #expect(try Document(third.output)["backups"][1]["removed_backups"].number == 1)
        #expect(try names(backups).count == 4)
        #expect(try !names(backups + "/letters").contains { $0.hasSuffix("0000Z") })
        #expect(FileManager.default.fileExists(atPath: other))
        #expect(await server.end(by: SIGTERM) == 0)
    }

    @Test("An app that cannot be backed up is told of, and keeps no other one from it")
    func failure() async throws {
        try write()
        let server = try RunningProgram("notelet-server", ["--config", settings])
        _ = try #require(await server.nextLine())
        #expect(await server.end(by: SIGTERM) == 0)
        try FileManager.default.removeItem(atPath: folder.path("store"))
        let run = try await backUpAll()
        #expect(run.exitCode != 0)
        #expect(run.errorOutput.contains("app default: "))
        #expect(run.errorOutput.contains("Not all is done for default"))
        #expect(try names(backups + "/letters").count == 1)
    }
}
