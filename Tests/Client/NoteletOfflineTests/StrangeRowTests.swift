import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import SQLite
import Testing

@testable import NoteletOffline

/// Rows that this version has not written: of a later one, or damaged.
@Suite("Strange rows of a copy")
struct StrangeRowTests {
    private let copy: TestCopy
    private var tables: CopyTables { copy.tables }
    private let contact = UUID()

    init() throws {
        copy = try TestCopy()
    }

    /// Keeps an entry of a method that only a later version knows.
    @discardableResult
    private func keepUnknown(lane: [UInt8]) throws -> UUID {
        let id = UUID()
        try tables.connection.run(
            """
            INSERT INTO outbox (id, lane, method, request, created_at, state)
            VALUES (?, ?, '/notelet.v2.Later/Do', x'ff', 0, 0)
            """,
            .blob(id.bytes),
            .blob(lane)
        )
        return id
    }

    @Test("An entry of a later method is passed over, and holds no other conversation up")
    func laterMethods() throws {
        let unknown = try keepUnknown(lane: [1])
        let note = try tables.keep(.note("1", to: contact))
        #expect(try tables.entries().map(\.id) == [note])
        #expect(try tables.heads() == [note])
        #expect(try tables.entry(unknown) == nil)
        #expect(try tables.noteTry(unknown, at: .start) == nil)
        #expect(try tables.pendingWrites().map(\.id) == [note])
        #expect(try tables.shownContents(.sent) == ["1"])
        // It is the later version's to send.
        #expect(try tables.connection.rows("SELECT id FROM outbox") { _ in 1 }.count == 2)
    }

    @Test("Any number of them leave room for what can be sent")
    func manyLaterMethods() throws {
        for number in 0..<10 { try keepUnknown(lane: [UInt8(number)]) }
        let note = try tables.keep(.note("1", to: contact))
        #expect(try tables.heads(countMax: 4) == [note])
    }

    @Test(
        "What is damaged in the outbox is told as damage, and ends nothing",
        arguments: [
            "UPDATE outbox SET request = x'ff'", "UPDATE outbox SET state = 7",
            "UPDATE outbox SET id = x'01'", "UPDATE outbox SET state = 1, refusal = x'ff'",
        ]
    )
    func damagedEntries(sql: String) throws {
        try tables.keep(.note("1", to: contact))
        try tables.connection.run(sql)
        expectDamage { _ = try $0.entries() }
        expectDamage { _ = try $0.pendingWrites() }
        expectDamage { _ = try $0.shownMessages(.sent, countMax: 1) }
        expectDamage { _ = try $0.shownContacts() }
    }

    @Test(
        "What is damaged in the lists is told as damage",
        arguments: [
            "UPDATE messages SET body = x'ff'", "UPDATE messages SET direction = 3",
            "UPDATE messages SET body = x''",
        ]
    )
    func damagedNotes(sql: String) throws {
        let id = UUID()
        try tables.feed(.sent(.note("1", id: id)))
        try tables.connection.run(sql)
        expectDamage { _ = try $0.message(id) }
        if !sql.contains("direction") { expectDamage { _ = try $0.messages(.sent, countMax: 9) } }
    }

    @Test("A damaged contact, block or account is told as damage")
    func otherDamage() throws {
        try tables.feed(
            .contact(.named("민지", id: contact)),
            .block(NoteletAPI.Block(messageID: [1])),
            .user(NoteletAPI.User(id: copy.userId.bytes))
        )
        for table in ["contacts", "blocks"] {
            try tables.connection.run("UPDATE \(table) SET body = x'ff'")
        }
        try tables.connection.run("UPDATE copy SET account = x'ff'")
        expectDamage { _ = try $0.contacts() }
        expectDamage { _ = try $0.contact(contact) }
        expectDamage { _ = try $0.blocks() }
        expectDamage { _ = try $0.account() }
        expectDamage { _ = try $0.shownUser() }
        // An account without an id is none of the contract's.
        try tables.connection.run("UPDATE copy SET account = x''")
        expectDamage { _ = try $0.shownUser() }
    }

    @Test("A copy without its one row is damaged")
    func missingProgress() throws {
        try tables.connection.run("DELETE FROM copy")
        expectDamage { _ = try $0.progress() }
        expectDamage { _ = try $0.take(ChangePage(), after: []) }
        #expect(try tables.account() == nil)
    }

    @Test("Any bytes in any column of the outbox cost errors at most")
    func anyBytes() throws {
        var generator = SystemRandomNumberGenerator()
        let writes: [Write] = [
            .note("1", to: contact), .answer("2", to: contact), .add("3"),
            .memo("4", of: contact), .updateProfile(UpdateProfileRequest(username: "5")),
        ]
        let ids = try writes.map { try tables.keep($0) }
        for column in ["id", "lane", "request", "refusal"] {
            for _ in 0..<20 {
                let count = Int.random(in: 0...40, using: &generator)
                let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max) }
                for id in ids.shuffled().prefix(2) {
                    _ = try? tables.connection.run(
                        "UPDATE outbox SET \(column) = ?, state = 1 WHERE id = ?",
                        .blob(bytes),
                        .blob(id.bytes)
                    )
                }
                _ = try? tables.entries()
                _ = try? tables.pendingWrites()
                _ = try? tables.shownMessages(.sent, countMax: 5)
                _ = try? tables.redirect(from: contact, toContact: bytes)
            }
        }
    }

    private func expectDamage(
        _ body: (CopyTables) throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: SQLiteError.self, sourceLocation: sourceLocation) {
            try body(tables)
        }
        #expect(error?.isCorrupt == true, sourceLocation: sourceLocation)
    }
}
