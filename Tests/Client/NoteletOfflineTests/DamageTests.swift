import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import SQLite
import TestSupport
import Testing

@testable import NoteletOffline

/// A copy that a disk has damaged is fetched anew, and what was only in it goes on.
@Suite("A damaged copy", .timeLimit(.minutes(1)))
struct DamageTests {
    private let folder = TemporaryDirectory(in: .memory)
    private let userId = UUID()
    private var path: String { folder.path("copy.sqlite") }
    private var file: CopyFile { CopyFile(path: path, userId: userId, hub: ChangeHub()) }

    /// Makes a copy with many notes and some writes, and damages the pages of its notes.
    ///
    /// - Returns: The ids of the writes.
    private func makeDamagedCopy(at file: CopyFile) async throws -> [UUID] {
        let ids = (0..<3).map { _ in UUID() }
        let store = try file.open()
        try await store.write { (tables) throws(SQLiteError) in
            for (number, id) in ids.enumerated() {
                try tables.insert(.note("\(number)", toLink: "abc"), id: id, at: .start)
            }
            for number in 0..<200 {
                let text = "\(number) " + String(repeating: "x", count: 1_000)
                try tables.arrive(.sent(.note(text)))
            }
        }
        try await store.write { (tables) throws(SQLiteError) in
            _ = try tables.noteTry(ids[0], at: .start)
        }
        await store.close()
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)))
        let first = try #require(bytes.firstRange(of: [UInt8](repeating: 0x78, count: 900)))
        let page = first.lowerBound / 4_096 * 4_096
        #expect(page > 0 && bytes.count > page + 100_000)
        for index in page..<(page + 100_000) { bytes[index] = 0xA5 }
        try Data(bytes).write(to: URL(fileURLWithPath: file.path))
        return ids
    }

    @Test("What waited in a file that was put aside waits in the next, as it was")
    func carriedOver() async throws {
        let ids = try await makeDamagedCopy(at: file)
        let damaged = try file.open()
        await #expect(throws: AppError.self) {
            _ = try await damaged.read { (tables) throws(SQLiteError) in
                try tables.messages(.sent, countMax: 1_000)
            }
        }
        #expect(damaged.isDamaged && !damaged.isReplaced)
        try file.putAside(damaged.file)
        #expect(damaged.isReplaced)
        // Who comes second leaves what the first has made.
        let inPlace = PrivateFile.identity(of: path)
        try file.putAside(damaged.file)
        #expect(PrivateFile.identity(of: path) == inPlace)
        await damaged.close()
        let mended = try file.open()
        let entries = try await mended.read { (tables) throws(SQLiteError) in
            #expect(try tables.messages(.sent, countMax: 10).isEmpty)
            return try tables.entries()
        }
        #expect(entries.map(\.id) == ids)
        #expect(entries.map { $0.triedAt != nil } == [true, false, false])
        await mended.close()
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        file.removeDamaged()
        #expect(!FileManager.default.fileExists(atPath: path + ".damaged"))
    }

    @Test("Two that put a file aside at once are not in each other's way")
    func twoMenders() async throws {
        _ = try await makeDamagedCopy(at: file)
        let identity = try #require(PrivateFile.identity(of: path))
        let lock = try FileLock.take(path + ".mending")
        #expect(throws: AppError.self) { try file.putAside(identity) }
        #expect(PrivateFile.identity(of: path) == identity)
        _ = consume lock
        try file.putAside(identity)
        #expect(PrivateFile.identity(of: path) != identity)
    }

    @Test("A file that a process was putting aside when it ended is put aside by the next")
    func interrupted() async throws {
        let ids = try await makeDamagedCopy(at: file)
        try PrivateFile.addName(path + ".damaged", to: path)
        let mended = try file.open()
        let entries = try await mended.read { (tables) throws(SQLiteError) in
            #expect(try tables.messages(.sent, countMax: 10).isEmpty)
            return try tables.entries()
        }
        #expect(entries.map(\.id) == ids)
        await mended.close()
        #expect(PrivateFile.identity(of: path) != PrivateFile.identity(of: path + ".damaged"))
    }

    @Test("What keeps a file from being put aside leaves it where it is")
    func obstacles() async throws {
        _ = try await makeDamagedCopy(at: file)
        let identity = try #require(PrivateFile.identity(of: path))
        try FileManager.default.createSymbolicLink(
            atPath: path + ".mending",
            withDestinationPath: "nowhere"
        )
        #expect(throws: AppError.self) { try file.putAside(identity) }
        #expect(PrivateFile.identity(of: path) == identity)
    }

    @Test("A write that cannot be read any more is left behind, and the others go on")
    func unreadableWrites() async throws {
        let ids = (0..<3).map { _ in UUID() }
        let store = try file.open()
        try await store.write { (tables) throws(SQLiteError) in
            for id in ids { try tables.insert(.note("1", toLink: "abc"), id: id, at: .start) }
            _ = try tables.connection.run(
                "UPDATE outbox SET request = x'ffff' WHERE id = ?",
                .blob(ids[1].bytes)
            )
        }
        await #expect(throws: AppError.self) {
            _ = try await store.read { (tables) throws(SQLiteError) in try tables.entries() }
        }
        #expect(store.isDamaged)
        try file.putAside(store.file)
        await store.close()
        let mended = try file.open()
        let entries = try await mended.read { (tables) throws(SQLiteError) in
            try tables.entries()
        }
        #expect(entries.map(\.id) == [ids[0], ids[2]])
        await mended.close()
    }

    @Test("An application that meets damage begins its copy anew, and loses no write")
    func mendedByItself() async throws {
        let town = try Town()
        let sessions = MemorySessionStore()
        let first = try await town.signedIn(sessions: sessions)
        await first.close()
        let name = try #require(town.copies.first { $0.hasSuffix(".sqlite") })
        let path = town.place.appendingPathComponent(name).path
        let ids = try await makeDamagedCopy(
            at: CopyFile(path: path, userId: town.userId, hub: ChangeHub())
        )
        let lines = Log<String>()
        let application = try town.start(sessions: sessions) { configuration in
            configuration.log = { lines.append($0) }
        }
        _ = try? await application.messages.fetchSentMessages(forUserId: town.userId)
        for await notes in application.messages.observeMessages(.sent, countMax: 1_000)
        where notes.count == ids.count { break }
        #expect(Set(try await application.outbox.fetchWrites().map(\.id)) == Set(ids))
        for await state in application.sync.observeState() where state == .upToDate { break }
        #expect(lines.entries.contains { $0.contains("damaged") })
        await application.close()
    }
}
