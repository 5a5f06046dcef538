import Foundation
import Locking
import NoteletClient
import TestSupport
import Testing

/// The tools beside a server that is at work.
@Suite struct RunningStoreTests {
    @Test(.timeLimit(.minutes(1)))
    func toolsSeeAllThatWasAcknowledgedAndDisturbNobody() async throws {
        let server = try await ServerProcess()
        let admin = Admin(store: server.storePath)
        let reader = try await signUp("reader", at: server.address)
        let link = try #require(try await reader.link()?.url)
        let load = Load()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in 0..<2 {
                group.addTask {
                    let guest = try Notelet(server.address)
                    try await guest.becomeGuest()
                    var count = 0
                    while !load.isOver.load(ordering: .relaxed) {
                        try await guest.send("note \(name).\(count)", toLink: link)
                        load.acknowledged.add(1, ordering: .relaxed)
                        count += 1
                    }
                    await guest.close()
                }
            }
            // Also if anything is thrown before: those who send end by this alone.
            defer { load.isOver.store(true, ordering: .relaxed) }
            for _ in 0..<2 {
                let known = load.acknowledged.load(ordering: .relaxed)
                let dump = try await admin.run("dump", "--entity", "received")
                #expect(dump.exitCode == 0, "\(dump.errorOutput)")
                let lines = dump.output.split(separator: "\n")
                #expect(lines.count - 2 >= known)
                #expect(dump.errorOutput.contains("beside the server"))
                let stat = try await admin.run("stat")
                #expect(stat.exitCode == 0, "\(stat.errorOutput)")
                let verify = try await admin.run("verify")
                #expect(verify.exitCode == 0, "\(verify.output) \(verify.errorOutput)")
            }
            let copy = server.storePath + ".copy"
            #expect(try await admin.run("copy", "--compact", copy).exitCode == 0)
            let check = try await Admin(store: copy).run("verify", "--key-file", server.keyPath)
            #expect(check.exitCode == 0, "\(check.output) \(check.errorOutput)")
            load.isOver.store(true, ordering: .relaxed)
            try await group.waitForAll()
        }
        #expect(try await admin.run("readers", "--clear").exitCode == 0)
        #expect(await server.stop() == 0)
    }

    @Test("A commit that is being flushed is for nobody yet", .timeLimit(.minutes(1)))
    func commitUnderWay() async throws {
        let server = try await ServerProcess()
        let admin = Admin(store: server.storePath)
        // With some commits behind it, so that the one before the newest is of a whole store.
        for name in ["one", "two"] {
            try await signUp(name, at: server.address).close()
            try await server.restart()
        }
        let lock = try #require(
            FileHandle(forUpdatingAtPath: server.storePath + "/data/lock.mdb")
        )
        var run: ProgramRun
        var number: UInt64
        repeat {
            number = try newestCommit(in: lock) - 1
            try setNewestCommit(number, in: lock)
            run = try await admin.run("stat")
            // The server may have made another commit meanwhile.
        } while try newestCommit(in: lock) != number
        #expect(run.exitCode == 0, "\(run.errorOutput)")
    }

    /// The number of the commit at which reading begins.
    ///
    /// It stands in LMDB's lock file behind two words and a mutex, and gets there when the page of
    /// the commit, which all processes see at once, has been flushed.
    private func newestCommit(in lock: FileHandle) throws -> UInt64 {
        try lock.seek(toOffset: 48)
        let bytes = try #require(try lock.read(upToCount: 8))
        return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func setNewestCommit(_ number: UInt64, in lock: FileHandle) throws {
        try lock.seek(toOffset: 48)
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        try lock.write(contentsOf: bytes)
    }

    @Test(.timeLimit(.minutes(1)))
    func whatAServerLeftWhenItWasKilledIsRead() async throws {
        let server = try await ServerProcess()
        let reader = try await signUp("reader", at: server.address)
        let link = try #require(try await reader.link()?.url)
        let guest = try Notelet(server.address)
        try await guest.becomeGuest()
        for number in 0..<20 { try await guest.send("note \(number)", toLink: link) }
        await server.stop(SIGKILL)
        let admin = Admin(store: server.storePath)
        let dump = try await admin.run("dump", "--entity", "received")
        #expect(dump.output.split(separator: "\n").count == 22)
        #expect(dump.errorOutput.contains("which no server has open"))
        #expect(try await admin.run("verify").exitCode == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func sendersAreRevealedOnlyWhereThatIsRecorded() async throws {
        let server = try await ServerProcess()
        let reader = try await signUp("reader", at: server.address)
        let link = try #require(try await reader.link()?.url)
        let guest = try Notelet(server.address)
        try await guest.becomeGuest()
        try await guest.send("psst", toLink: link)
        let admin = Admin(store: server.storePath)
        let path = server.storePath + ".jsonl"
        let busy = try await admin.reveal(to: path)
        #expect(busy.exitCode == 75, "\(busy.output)")
        await server.stop()
        let refused = try await admin.run(["dump", "--reveal-senders"], typing: "yes")
        #expect(refused.exitCode == 1)
        #expect(!refused.output.contains("\"sender\""))
        #expect(!FileManager.default.fileExists(atPath: path))
        let shown = try await admin.reveal(to: path)
        #expect(shown.exitCode == 0, "\(shown.output)")
        let dump = try String(contentsOfFile: path, encoding: .utf8)
        #expect(dump.contains("\"content\":\"psst\",\"sender\":{\"user\":2"))
        let audit = try await admin.run("dump", "--entity", "audit")
        #expect(audit.output.contains("--reveal-senders"))
        #expect(audit.output.split(separator: "\n").count == 3)
        // The loaded store is served as the first was.
        let other = Admin(store: server.storePath + "2")
        let load = try await other.run("load", path, "--key-file", server.keyPath)
        #expect(load.exitCode == 0, "\(load.errorOutput)")
        let second = try await other.run(
            [
                "dump", "--reveal-senders", "--quiet", "--key-file", server.keyPath, "--output",
                path + "2",
            ],
            typing: "reveal senders"
        )
        #expect(second.exitCode == 0, "\(second.output)")
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: path + "2"))
    }
}

/// What those who send and those who look have in common.
private final class Load: Sendable {
    let acknowledged = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
}

extension ServerProcess {
    /// The file of the master key.
    fileprivate var keyPath: String { storePath + ".key" }
}
