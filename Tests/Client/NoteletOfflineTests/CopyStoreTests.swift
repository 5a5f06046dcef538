import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import SQLite
import TestSupport
import Testing

@testable import NoteletOffline

/// The file of a copy, and who else uses it.
@Suite("The file of a copy", .timeLimit(.minutes(1)))
struct CopyStoreTests {
    private let folder = TemporaryDirectory(in: .memory)
    private let userId = UUID()
    private var path: String { folder.path("copy.sqlite") }

    private func open(_ hub: ChangeHub = ChangeHub()) throws -> CopyStore {
        try CopyStore(path: path, of: userId, hub: hub)
    }

    private func contents(_ store: CopyStore) async throws -> [String] {
        try await store.read { (tables) throws(SQLiteError) in
            try tables.messages(.sent, countMax: 99).map(\.message.content)
        }
    }

    private func add(_ content: String, to store: CopyStore) async throws {
        try await store.write { (tables) throws(SQLiteError) in
            try tables.arrive(.sent(.note(content)))
        }
    }

    @Test("What was written is there after the file was closed, and told as it is stored")
    func reopening() async throws {
        let hub = ChangeHub()
        let first = try open(hub)
        try await add("1", to: first)
        #expect(hub.version(of: .messages) > 0 && hub.version(of: .contacts) == 0)
        await first.close()
        let second = try open()
        #expect(try await contents(second) == ["1"])
        #expect(second.userId == userId)
        await second.close()
    }

    @Test("What fails is stored in no part, and told to nobody")
    func failedWrites() async throws {
        let hub = ChangeHub()
        let store = try open(hub)
        await #expect(throws: AppError.self) {
            try await store.write { (tables) throws(SQLiteError) in
                try tables.arrive(.sent(.note("1")))
                throw SQLiteError(code: 1, message: "no")
            }
        }
        #expect(try await contents(store) == [])
        #expect(hub.version(of: .all) == 0)
        await store.close()
    }

    @Test("What another connection writes is seen, and told once it is noticed")
    func twoStores() async throws {
        let (hub, otherHub) = (ChangeHub(), ChangeHub())
        let (store, other) = (try open(hub), try open(otherHub))
        await other.noticeOthers()
        #expect(otherHub.version(of: .all) == 0)
        try await add("1", to: store)
        #expect(try await contents(other) == ["1"])
        await other.noticeOthers()
        let version = otherHub.version(of: .user)
        #expect(version > 0)
        await other.noticeOthers()
        #expect(otherHub.version(of: .user) == version)
        // What it writes itself is no other's.
        try await add("2", to: other)
        await other.noticeOthers()
        #expect(otherHub.version(of: .user) == version)
        await store.noticeOthers()
        #expect(hub.version(of: .user) > 0)
        await store.close()
        await other.close()
    }

    @Test("Many writers of two connections lose nothing")
    func manyWriters() async throws {
        let stores = [try open(), try open()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { try await add("\(number)", to: stores[number % 2]) }
            }
            try await group.waitForAll()
        }
        #expect(try await contents(stores[0]).count == 40)
        for store in stores { await store.close() }
    }

    @Test("A full file is told, keeps what it has, and takes more when there is room")
    func fullFiles() async throws {
        let store = try open()
        try await add("before", to: store)
        try await limitPages(of: store, to: 40)
        let error = await #expect(throws: AppError.self) {
            for _ in 0..<100 { try await add(String(repeating: "x", count: 10_000), to: store) }
        }
        guard case .unknown(let message)? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(message.contains("full"))
        #expect(try await contents(store).last == "before")
        try await limitPages(of: store, to: 10_000)
        try await add("after", to: store)
        #expect(try await contents(store).first == "after")
        await store.close()
    }

    private func limitPages(of store: CopyStore, to count: Int) async throws {
        try await store.write { (tables) throws(SQLiteError) in
            try tables.connection.execute("PRAGMA max_page_count = \(count)")
        }
    }

    @Test("A file that is none of SQLite's, or a folder, cannot be used")
    func strangeFiles() throws {
        let text = String(repeating: "no database at all ", count: 500)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: SQLiteError.self) { _ = try open() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(text.utf8))
        #expect(throws: SQLiteError.self) {
            _ = try CopyStore(path: folder.path, of: userId, hub: ChangeHub())
        }
        #expect(throws: SQLiteError.self) {
            _ = try CopyStore(path: folder.path("no/file"), of: userId, hub: ChangeHub())
        }
    }

    @Test("Damage that is found later is an error of who reads it")
    func damagedPages() async throws {
        let store = try open()
        for number in 0..<50 {
            try await add("\(number) " + String(repeating: "x", count: 1_000), to: store)
        }
        await store.close()
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(bytes.count > 40_000)
        for index in 16_384..<bytes.count { bytes[index] = 0xA5 }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        do {
            let damaged = try open()
            await #expect(throws: AppError.self) { try await contents(damaged) }
            await damaged.close()
        } catch {
            #expect(error is SQLiteError)
        }
    }

    @Test("A file of a later version is refused, and left as it is")
    func laterVersions() async throws {
        let store = try open()
        try await add("1", to: store)
        try await store.write { (tables) throws(SQLiteError) in
            try tables.connection.setUserVersion(99)
        }
        await store.close()
        let error = #expect(throws: SQLiteError.self) { _ = try open() }
        #expect(error?.isLaterVersion == true)
        #expect(error?.description.contains("99") == true)
    }

    @Test("After its end every call is an error")
    func closing() async throws {
        let store = try open()
        await store.close()
        await store.close()
        await #expect(throws: AppError.self) { try await contents(store) }
        await #expect(throws: AppError.self) { try await add("1", to: store) }
        await store.noticeOthers()
    }
}

/// Who keeps a copy, of those that could.
@Suite("The lock of a copy")
struct CopyLockTests {
    private let folder = TemporaryDirectory(in: .memory)

    @Test("One of two has it, again and again, until it lets go")
    func oneHasIt() async throws {
        let path = folder.path("lock")
        let (one, other) = (CopyLock(path: path), CopyLock(path: path))
        #expect(try await one.take())
        #expect(try await one.take())
        #expect(try await other.take() == false)
        await one.release()
        await one.release()
        #expect(try await other.take())
        #expect(try await one.take() == false)
        await other.release()
    }

    @Test("It ends with who holds it")
    func endsWithItsHolder() async throws {
        let path = folder.path("lock")
        let other = CopyLock(path: path)
        do {
            let one = CopyLock(path: path)
            #expect(try await one.take())
            #expect(try await other.take() == false)
        }
        #expect(try await other.take())
    }

    @Test("One whose file cannot be made is told, and nobody's")
    func noFile() async {
        await #expect(throws: PrivateFile.Refusal.self) {
            try await CopyLock(path: folder.path("no/lock")).take()
        }
        await #expect(throws: PrivateFile.Refusal.self) {
            try await CopyLock(path: folder.path).take()
        }
    }
}
