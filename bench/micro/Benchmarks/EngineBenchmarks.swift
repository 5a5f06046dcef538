import Domain

@testable import LogEngine
@testable import Records
@testable import NoteStorage
@testable import AccountStorage
@testable import StorageEngine

/// The overlay and the log of the engine, on the keys and records of notes.
enum EngineBenchmarks {
    private static let table = TableID.inbox
    private static let value = [UInt8](repeating: 7, count: 180)
    private static let userCount: UInt64 = 1000
    /// Notes of each user.
    private static let noteCount: UInt64 = 100
    /// Sends of one batch of the log: many share a flush, as under load.
    private static let sendCount = 256
    /// The size that an overlay has in the product.
    private static let overlayByteCount = EngineOptions().overlayByteCountMax

    /// What the writer does with a change.
    static func writing() throws -> [Microbenchmark] {
        var (fresh, inserted) = (Overlay(byteCountMax: overlayByteCount), UInt64(0))
        var (rewritten, written) = (filledOverlay(), UInt64(0))
        var batch = LogBatchBuffer()
        let set = try writeSet()
        return [
            Microbenchmark("overlay: insert a new key, fresh overlays included") {
                if !fresh.hasRoom(forChanges: 1, valueByteCount: value.count) {
                    fresh = Overlay(byteCountMax: overlayByteCount)
                }
                inserted += 1
                // Users in turn, so that each key goes to another place.
                insert(key(inserted &* 389 % userCount, inserted), into: fresh, inserted)
            },
            Microbenchmark("overlay: overwrite a key, fresh overlays included") {
                if !rewritten.hasRoom(forChanges: 1, valueByteCount: value.count) {
                    rewritten = filledOverlay()
                }
                written += 1
                insert(key(written &* 389 % userCount, written % noteCount), into: rewritten, 1)
            },
            Microbenchmark(
                "log: append a send to a batch of \(sendCount), and complete it, each",
                operationCount: sendCount
            ) {
                batch.removeAll()
                for _ in 0..<sendCount { batch.append(set) }
                batch.withBatch(identity: 1, number: 1, time: .unknown) { keep($0.count) }
            },
        ]
    }

    /// What readers do.
    static func reading() -> [Microbenchmark] {
        let overlay = filledOverlay()
        var asked: UInt64 = 0
        return [
            Microbenchmark("overlay: find a key that is there") {
                asked += 1
                keep(find(key(asked &* 389 % userCount, asked % noteCount), in: overlay))
            },
            Microbenchmark("overlay: find a key that is not there") {
                asked += 1
                keep(find(key(asked &* 389 % userCount, noteCount + 1), in: overlay))
            },
            Microbenchmark("overlay: walk back over the newest 50 of a user") {
                asked += 1
                let user = asked &* 389 % userCount
                let range = KeyRange(lower: key(user, 0), upper: key(user + 1, 0))
                var cursor = OverlayCursor(overlay, table, range, .descending, asOf: 1)
                var count = 0
                while count < 50, let current = cursor.current {
                    keep(current.key.count)
                    count += 1
                    cursor.advance()
                }
                precondition(count == 50, "A user has more notes than a page.")
            },
        ]
    }

    /// An overlay with the notes of all users, in one batch.
    private static func filledOverlay() -> Overlay {
        let overlay = Overlay(byteCountMax: overlayByteCount)
        for note in 0..<noteCount {
            for user in 0..<userCount { insert(key(user, note), into: overlay, 1) }
        }
        return overlay
    }

    private static func insert(_ key: Key, into overlay: Overlay, _ batch: UInt64) {
        overlay.insert(value.span.bytes, for: key, in: table, batch: batch)
    }

    private static func find(_ key: Key, in overlay: Overlay) -> Bool {
        let change = key.withBytes { overlay.change(of: $0, in: table, asOf: 1) }
        return change != nil
    }

    /// About what a send writes: the note at both ends, and two short entries.
    private static func writeSet() throws -> WriteSet {
        var set = WriteSet()
        for (user, value) in [value, value, [1], [2]].enumerated() {
            try set.put(value.span.bytes, for: key(UInt64(user), 1), in: table)
        }
        return set
    }

    private static func key(_ user: UInt64, _ sequence: UInt64) -> Key {
        var key = Key()
        key.append(user)
        key.append(sequence)
        return key
    }
}
