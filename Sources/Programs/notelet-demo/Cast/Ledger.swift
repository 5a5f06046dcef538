import Locking
import NoteletClient

/// What each receiver must find: every note whose sending the server acknowledged.
final class Ledger: Sendable {
    /// What an anonymous sender shows as.
    static let anonymousName = "익명"

    private let accounts = Mutex<[String: Account]>([:])

    /// The notes of one receiver.
    private struct Account {
        var acknowledged: [Note] = []
        var unknown: [Note] = []
    }

    /// A note as its receiver sees it, compared byte for byte.
    struct Note: Hashable, Sendable, CustomStringConvertible {
        private let bytes: [UInt8]
        private let senderName: String

        init(_ content: String, from senderName: String) {
            bytes = Array(content.utf8)
            self.senderName = senderName
        }

        var description: String {
            "“\(String(decoding: bytes.prefix(60), as: UTF8.self))” from \(senderName)"
        }
    }

    /// How many notes were acknowledged.
    var acknowledgedCount: Int {
        accounts.withLock { $0.values.reduce(0) { $0 + $1.acknowledged.count } }
    }

    /// How many notes may be there or not.
    var unknownCount: Int {
        accounts.withLock { $0.values.reduce(0) { $0 + $1.unknown.count } }
    }

    /// Remembers a note that must be there.
    func acknowledge(_ content: String, to receiver: Person, from senderName: String) {
        let note = Note(content, from: senderName)
        accounts.withLock { $0[receiver.name, default: Account()].acknowledged.append(note) }
    }

    /// Remembers a note that may be there, since its reply was lost.
    func lose(_ content: String, to receiver: Person, from senderName: String) {
        let note = Note(content, from: senderName)
        accounts.withLock { $0[receiver.name, default: Account()].unknown.append(note) }
    }

    /// Holds what a receiver has against what was acknowledged.
    func audit(_ notes: [ReceivedMessage], of receiver: Person) -> Audit {
        let account = accounts.withLock { $0[receiver.name] } ?? Account()
        var surplus: [Note: Int] = [:]
        for note in notes { surplus[Note(note.content, from: note.senderName), default: 0] += 1 }
        for note in account.acknowledged { surplus[note, default: 0] -= 1 }
        var unknownCount = 0
        for note in account.unknown where surplus[note, default: 0] > 0 {
            surplus[note, default: 0] -= 1
            unknownCount += 1
        }
        return Audit(
            lost: surplus.filter { $0.value < 0 }.map(\.key),
            surplus: surplus.filter { $0.value > 0 }.map(\.key),
            unknownCount: unknownCount
        )
    }

    /// Checks the inboxes of many people.
    ///
    /// - Throws: `Mismatch` naming the first who has too few or too many.
    func check(_ people: [Person], _ claim: String) async throws -> Int {
        try await concurrently(people, limit: 16) { person in
            let notes = try await person.inbox()
            try self.audit(notes, of: person).check("\(claim) (\(person.name))")
            return notes.count
        }.reduce(0, +)
    }
}

/// How an inbox differs from what was acknowledged.
struct Audit: Sendable {
    /// Acknowledged and not there.
    let lost: [Ledger.Note]
    /// There too often, or sent by nobody.
    let surplus: [Ledger.Note]
    /// How many notes are there whose reply was lost.
    let unknownCount: Int

    /// Checks that everything acknowledged is there exactly once, and nothing else.
    ///
    /// - Throws: `Mismatch`.
    func check(_ claim: String) throws {
        guard lost.isEmpty, surplus.isEmpty else {
            throw Mismatch(
                claim,
                expected: "every acknowledged note exactly once",
                got: "\(lost.count) lost \(lost.prefix(2)), \(surplus.count) too many "
                    + "\(surplus.prefix(2))"
            )
        }
    }
}
