import Foundation
import Glibc
import Locking
import NoteletClient
import TestSupport
import Testing

/// Backups by the operator's program, beside servers at work.
@Suite(.timeLimit(.minutes(2))) struct BackupTests {
    private let folder = TemporaryDirectory()

    private func admin(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run("notelet-admin", ["backup"] + arguments)
    }

    /// What a server serves to the reader from a store that was restored here.
    private func contents(
        ofStoreIn folder: TemporaryDirectory,
        key: String
    ) async throws -> [String] {
        try FileManager.default.copyItem(atPath: key, toPath: folder.path("store.key"))
        let server = try await ServerProcess(in: folder)
        let reader = try Notelet(server.address)
        try await reader.logIn(email: "reader@example.com", password: password)
        var contents: [String] = []
        for try await note in reader.inbox(pageSize: 500).items { contents.append(note.content) }
        await reader.close()
        #expect(await server.stop() == 0)
        return contents
    }

    @Test(.timeLimit(.minutes(1)))
    func aBackupUnderLoadHoldsWhatWasAcknowledgedOnce() async throws {
        let server = try await ServerProcess()
        let reader = try await signUp("reader", at: server.address)
        let link = try #require(try await reader.link()?.url)
        let load = NoteLoad()
        let backup = folder.path("backup")
        let (acknowledged, begun) = try await load.run(at: server.address, link: link) {
            // Some are in the log alone, some are on their way.
            let patience = Patience()
            while load.acknowledged.count < 200 { try await patience.pause() }
            let acknowledged = load.acknowledged
            let run = try await admin("create", "--store", server.storePath, "--to", backup)
            #expect(run.exitCode == 0, "\(run.errorOutput)")
            #expect(run.errorOutput.contains("beside the server"))
            return (acknowledged, load.begun)
        }
        #expect(await server.stop() == 0)
        let key = server.storePath + ".key"
        let verify = try await admin("verify", backup, "--key-file", key)
        #expect(verify.exitCode == 0, "\(verify.output) \(verify.errorOutput)")
        let place = TemporaryDirectory()
        let restore = try await admin("restore", backup, "--store", place.path("store"))
        #expect(restore.exitCode == 0, "\(restore.errorOutput)")
        let stored = try await contents(ofStoreIn: place, key: key)
        #expect(Set(stored).count == stored.count)
        #expect(acknowledged.isSubset(of: stored))
        #expect(Set(stored).isSubset(of: begun))
    }

    @Test(.timeLimit(.minutes(1)))
    func aBackupThatIsKilledIsNotThere() async throws {
        var random = SeededGenerator()
        let server = try await ServerProcess()
        _ = try await signUp("reader", at: server.address)
        await server.stop()
        let words = ["backup", "create", "--store", server.storePath, "--to"]
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
        }
        var broken: [String] = []
        for round in 0..<12 {
            let path = folder.path("\(round)")
            let create = try RunningProgram("notelet-admin", words + [path])
            let pause = Duration.microseconds(Int.random(in: 0...5_000, using: &random))
            let patience = Patience()
            while try !names().contains(where: { $0.hasPrefix("\(round)") }) {
                try await patience.pause()
            }
            try await Task.sleep(for: pause)
            let isKilled = await create.end(by: SIGKILL) == 128 + SIGKILL
            let isThere = FileManager.default.fileExists(atPath: path)
            if isKilled, !isThere { broken.append(path) }
            guard isThere else { continue }
            let verify = try await admin("verify", path)
            #expect(verify.exitCode == 0, "\(random) \(verify.output) \(verify.errorOutput)")
        }
        #expect(!broken.isEmpty, "\(random)")
        for path in broken {
            let run = try await admin("create", "--store", server.storePath, "--to", path)
            #expect(run.exitCode == 0, "\(run.errorOutput)")
        }
        #expect(try names().allSatisfy { !$0.contains(".new.") }, "\(random)")
    }

    @Test(.timeLimit(.minutes(1)))
    func aStoreIsRestoredAsOfAMoment() async throws {
        let archive = folder.path("archive")
        let server = try await ServerProcess(
            arguments: ["--shared-address", "--log-archive", archive]
        )
        let reader = try await signUp("reader", at: server.address)
        let link = try #require(try await reader.link()?.url)
        let backup = folder.path("backup")
        let create = try await admin("create", "--store", server.storePath, "--to", backup)
        #expect(create.exitCode == 0, "\(create.errorOutput)")
        let guest = try Notelet(server.address)
        try await guest.becomeGuest()
        for number in 0..<30 { try await guest.send("before \(number)", toLink: link) }
        let moment = Date()
        // The next batch bears a later millisecond.
        while Date().timeIntervalSince(moment) < 0.002 { await Task.yield() }
        for number in 0..<20 { try await guest.send("after \(number)", toLink: link) }
        // What was acknowledged last is in the log alone.
        await server.stop(SIGKILL)
        let log = server.storePath + "/log"
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        let text = formatter.string(from: moment)
        let key = server.storePath + ".key"
        for (until, count) in [(["--until", text], 30), ([], 50)] {
            let place = TemporaryDirectory()
            let words = ["backup", "restore", backup, "--store", place.path("store")]
            let archives = ["--archive", archive, "--archive", log]
            let restore = try await ProgramRun.run("notelet-admin", words + archives + until)
            #expect(restore.exitCode == 0, "\(restore.errorOutput)")
            let contents = try await contents(ofStoreIn: place, key: key)
            #expect(contents.count == count && Set(contents).count == count)
            #expect(contents.filter { $0.hasPrefix("before") }.count == 30)
        }
        let verify = try await admin("verify", backup, "--archive", archive, "--archive", log)
        #expect(verify.exitCode == 0, "\(verify.output) \(verify.errorOutput)")
        #expect(verify.output.contains("batches after it"))
    }

    @Test("A server whose archive cannot be written says so, and does not start")
    func archiveThatCannotBeWritten() async throws {
        let place = TemporaryDirectory()
        let run = try await ProgramRun.run(
            "notelet-server",
            [
                "--listen", "tcp://127.0.0.1:0", "--store", place.path("store"), "--log-archive",
                place.path("no/folder"),
            ]
        )
        #expect(run.exitCode == 74, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("no/folder: No such file"), "\(run.errorOutput)")
    }

    @Test("Whatever is wrong is one clear line and the right code, and leaves nothing")
    func badInput() async throws {
        let server = try await ServerProcess()
        _ = try await signUp("reader", at: server.address)
        let (store, backup) = (server.storePath, folder.path("backup"))
        func expect(
            _ code: Int32,
            _ words: String,
            _ arguments: String...
        ) async throws {
            let run = try await ProgramRun.run("notelet-admin", ["backup"] + arguments)
            #expect(run.exitCode == code, "\(arguments) \(run.errorOutput)")
            let said = run.output + run.errorOutput
            #expect(said.contains(words), "\(arguments) \(said)")
            let lines = run.errorOutput.split(separator: "\n")
            #expect(lines.filter { !$0.contains(": reading ") }.count <= 2, "\(run.errorOutput)")
        }
        try await expect(78, "no store", "create", "--store", folder.path("no"), "--to", backup)
        try await expect(3, "no backup", "verify", backup)
        try await expect(78, "no backup", "restore", backup, "--store", folder.path("new"))
        try await expect(0, "Backed", "create", "--store", store, "--to", backup)
        try await expect(1, "already", "create", "--store", store, "--to", backup)
        try await expect(75, "open", "restore", backup, "--store", store, "--yes")
        await server.stop()
        try await expect(1, "--yes", "restore", backup, "--store", store)
        let dryRun = try await admin("restore", backup, "--store", store, "--dry-run", "--json")
        #expect(dryRun.exitCode == 0, "\(dryRun.errorOutput)")
        #expect(dryRun.output.contains("\"replaces\":true,\"done\":false"))
        try await expect(0, "in place of", "restore", backup, "--store", store, "--yes")
        let other = folder.path("other.key")
        try Data(repeating: 7, count: 32).write(to: URL(fileURLWithPath: other))
        chmod(other, 0o600)
        let new = folder.path("new")
        try await expect(78, "key", "restore", backup, "--store", new, "--key-file", other)
        try await expect(3, "key", "verify", backup, "--key-file", other)
        try await damage(backup)
        try await expect(2, "damaged", "verify", backup)
        try await expect(65, "damaged", "restore", backup, "--store", new)
        try FileManager.default.removeItem(atPath: backup + "/data/data.mdb")
        try await expect(65, "database is missing", "restore", backup, "--store", new)
        try await expect(74, "no folder", "restore", backup, "--store", new + "/no/store")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(names) == ["backup", "other.key"])
    }

    /// Changes a byte of a backup's database.
    private func damage(_ backup: String) async throws {
        let path = URL(fileURLWithPath: backup + "/data/data.mdb")
        var bytes = try Data(contentsOf: path)
        bytes[20_000] ^= 1
        try bytes.write(to: path)
    }

    @Test("A disk that is full is told, and nothing is left on it")
    func fullDisk() async throws {
        let server = try await ServerProcess()
        _ = try await signUp("reader", at: server.address)
        await server.stop()
        let backup = folder.path("backup")
        func run(_ arguments: String...) async throws -> ProgramRun {
            let program = ProgramRun.path(ofProduct: "notelet-admin")
            let script = "trap '' XFSZ; ulimit -f 100; exec \"$0\" backup \"$@\""
            return try await ProgramRun.run("/bin/sh", ["-c", script, program] + arguments)
        }
        let create = try await run("create", "--store", server.storePath, "--to", backup)
        #expect(create.exitCode == 74, "\(create.errorOutput)")
        let whole = try await admin("create", "--store", server.storePath, "--to", backup)
        #expect(whole.exitCode == 0, "\(whole.errorOutput)")
        let restore = try await run("restore", backup, "--store", folder.path("new"))
        #expect(restore.exitCode == 74, "\(restore.errorOutput)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["backup"])
    }
}

/// Guests who send notes one after the other, and what became of each.
final class NoteLoad: Sendable {
    private let state = Mutex((begun: Set<String>(), acknowledged: Set<String>(), isOver: false))

    /// Notes that somebody has begun to send.
    var begun: Set<String> { state.withLock { $0.begun } }
    /// Notes whose sending was acknowledged.
    var acknowledged: Set<String> { state.withLock { $0.acknowledged } }

    /// Has guests send notes through a link for as long as `body` takes.
    func run<Success: Sendable>(
        at address: String,
        link: String,
        guestCount: Int = 4,
        _ body: () async throws -> Success
    ) async throws -> Success {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for guest in 0..<guestCount {
                group.addTask { try await self.send(as: guest, at: address, link: link) }
            }
            let result: Success
            do {
                result = try await body()
            } catch {
                state.withLock { $0.isOver = true }
                throw error
            }
            state.withLock { $0.isOver = true }
            try await group.waitForAll()
            return result
        }
    }

    private func send(as guest: Int, at address: String, link: String) async throws {
        let notelet = try Notelet(address)
        try await notelet.becomeGuest()
        var number = 0
        while !state.withLock({ $0.isOver }) {
            let content = "\(guest).\(number)"
            state.withLock { _ = $0.begun.insert(content) }
            try await notelet.send(content, toLink: link)
            state.withLock { _ = $0.acknowledged.insert(content) }
            number += 1
        }
        await notelet.close()
    }
}
