import Cryptography
import Dispatch
import Domain
import Locking
import NoteRules
import StorageEngine
import TestSupport
import Testing

@testable import NoteStorage
@testable import Records
@testable import Storage

/// The records on an engine that has them far away, which asks more of its callers than the one
/// that there is.
@Suite("Records far away")
struct FarEngineTests {
    private static let noteCount = 50

    private let engine = FarEngine()
    private let store: TestStore
    private let sender: UserNumber
    private let receiver: UserNumber
    private let contact: ContactID

    init() throws {
        store = TestStore(over: engine)
        (sender, receiver, contact) = try Self.story(in: store)
    }

    /// Two people, of whom one keeps the other as a contact, and what they write.
    private static func story(
        in store: TestStore
    ) throws -> (sender: UserNumber, receiver: UserNumber, contact: ContactID) {
        let sender = try store.account("sender")
        let receiver = try store.account("receiver")
        let contact = try store.write { transaction throws(DomainError) in
            try transaction.addContact("friend", of: sender, to: receiver).id
        }
        for number in 0..<noteCount {
            try store.send("note \(number)", from: sender, to: receiver, through: contact)
            let id = try store.send("back \(number)", from: receiver, to: sender)
            if number % 5 == 0 { try store.answer("answer \(number)", to: id, by: sender) }
        }
        return (sender, receiver, contact)
    }

    /// Trips that reading something takes.
    private func trips(_ body: () throws -> Void) rethrows -> Int {
        let before = engine.tripCount
        try body()
        return engine.tripCount - before
    }

    @Test func theSameIsReadAsFromTheOtherEngine() throws {
        let other = try TestStore(masterKey: store.masterKey)
        _ = try Self.story(in: other)
        for user in [sender, receiver] {
            #expect(try store.receivedBytes(by: user).items == other.receivedBytes(by: user).items)
            #expect(try store.sentBytes(by: user).items == other.sentBytes(by: user).items)
            #expect(try store.changes(of: user).place == other.changes(of: user).place)
        }
        let through = try store.contactBytes(of: sender, through: contact).items
        #expect(through.count == Self.noteCount)
        #expect(through == (try other.contactBytes(of: sender, through: contact).items))
    }

    @Test func noPageIsReadNoteByNote() throws {
        let limit = Self.noteCount
        #expect(try trips { _ = try store.receivedBytes(by: sender, limit: limit) } < 6)
        #expect(try trips { _ = try store.sentBytes(by: sender, limit: limit) } < 6)
        let history = try trips {
            _ = try store.contactBytes(of: sender, through: contact, limit: limit)
        }
        #expect(history < 10)
        #expect(try trips { _ = try store.changes(of: sender, limit: limit) } < 12)
    }

    @Test func aReadAnswersWhenItsRecordsAreThere() throws {
        let reads = [FarRead(), FarRead()]
        engine.submit(reads[0])
        try reads[0].wait()
        let near = try TestStore()
        near.store.engine.submit(reads[1])
        // The one that has them at hand has answered before it returns.
        #expect(reads[1].events == ["run", "finished"])
        #expect(reads[0].events == ["run", "finished"])
    }
}

/// A read that notes what it is told.
private final class FarRead: ReadJob {
    private let state = Mutex<[String]>([])
    private let done = DispatchSemaphore(value: 0)

    var events: [String] { state.withLock { $0 } }

    func run(on view: any ReadView) {
        state.withLock { $0.append("run") }
    }

    func finish(_ failure: StorageError?) {
        state.withLock { $0.append(failure == nil ? "finished" : "failed") }
        done.signal()
    }

    func wait() throws { try done.waitPatiently() }
}
