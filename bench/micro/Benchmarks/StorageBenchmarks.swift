@testable import LogStoreTools
import Cryptography
import Dispatch
import Domain
import Foundation
import Locking
import NoteletAPI

@testable import Records
@testable import Storage
@testable import NoteStorage
@testable import AccountStorage
@testable import StorageEngine
import NoteRules

/// Keys, write sets and checksums; then a page of history and sends through a whole store.
enum StorageBenchmarks {
    /// Notes in the inbox that pages are read from.
    private static let noteCount = 10_000
    /// Sends of one change: many share a commit, as under load.
    private static let sendCount = 256

    static func parts() -> [Microbenchmark] {
        let table = TableID.inbox
        let value = [UInt8](repeating: 7, count: 180)
        let keys = (0..<8).map { key(user: 41, sequence: UInt64($0 * 7919 % 8)) }
        var set = WriteSet()
        var target = [UInt8](repeating: 0, count: value.count + Checksum.byteCount)
        return [
            Microbenchmark("storage: make a key") { keep(key(user: 41, sequence: 99)) },
            Microbenchmark("storage: compare two keys") { keep(keys[0] < keys[1]) },
            Microbenchmark("storage: put into a write set of 8, each", operationCount: 8) {
                set.removeAll()
                for key in keys { try set.put(value.span.bytes, for: key, in: table) }
            },
            Microbenchmark("storage: checksum of a record of 180 bytes") {
                target.withUnsafeMutableBytes { target in
                    keys[0].withBytes { key in
                        Checksum.write(value.span.bytes, key: key, table: table, to: target)
                    }
                }
            },
        ]
    }

    /// Opens a store in a folder and fills it; it stays open until the program ends.
    static func whole(in folder: String) throws -> [Microbenchmark] {
        let store = try RecordStore.open(
            directory: folder + "/store",
            masterKey: try MasterKey.create(path: folder + "/key"),
            now: Instant(seconds: 1_700_000_000)
        )
        for _ in 0..<noteCount / sendCount { try deliver(sendCount, in: store) }
        return [
            Microbenchmark("store: the newest 50 notes, read and written as a page") {
                let page = try store.read { records throws(DomainError) in
                    var writer = ListPageWriter()
                    _ = try records.visitReceived(by: receiver, before: nil, limit: 50) { note in
                        writer.append(note)
                        return .next
                    }
                    return writer.finish(nextCursor: [])
                }
                keep(page)
            },
            Microbenchmark(
                "store: deliver a note, \(sendCount) in a durable change, each",
                operationCount: sendCount
            ) {
                try deliver(sendCount, in: store)
            },
        ]
    }

    private static let receiver = UserNumber(2)

    private static func key(user: UInt64, sequence: UInt64) -> Key {
        var key = Key()
        key.append(user)
        key.append(sequence)
        return key
    }

    private static func deliver(_ count: Int, in store: RecordStore) throws {
        let message = NewMessage(
            sender: UserNumber(1),
            receiver: receiver,
            content: try Content(Notes.text),
            shownSender: .anonymous,
            contact: nil,
            receiverName: "somebody",
            sentAt: Instant(seconds: 1_700_000_000)
        )
        let done = DispatchSemaphore(value: 0)
        let failure = Mutex<DomainError?>(nil)
        store.write(.ordinary) { records throws(DomainError) in
            for _ in 0..<count { _ = try records.deliver(message) }
        } completion: { result in
            if case .failure(let error) = result { failure.withLock { $0 = error } }
            done.signal()
        }
        done.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
