import EngineTestSupport
import Locking
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

/// Batches of which each writes one of a few keys, so that the state as of each is known.
private struct Rounds {
    static let keyCount: UInt64 = 509
    static let batchCount: UInt64 = 12_000
    private static let step: UInt64 = 101

    static func key(of batch: UInt64) -> Key {
        Key(number: Int(batch * step % keyCount))
    }

    static func value(of batch: UInt64) -> [UInt8]? {
        batch % 5 == 0 ? nil : Key(number: Int(batch)).array
    }

    /// All changes as of a batch.
    static func changes(asOf batch: UInt64) -> [SeenChange] {
        var newest: [Key: UInt64] = [:]
        let oldest = batch > keyCount ? batch - keyCount + 1 : 1
        if batch > 0 {
            for number in oldest...batch { newest[key(of: number)] = number }
        }
        return newest.sorted { $0.key < $1.key }
            .map { SeenChange(key: $0.key.array, value: value(of: $0.value)) }
    }
}

@Suite("Overlay readers")
struct OverlayReaderTests {
    @Test func readersSeeWhatWasPublished() {
        let overlay = Overlay(byteCountMax: 4 << 20)
        let published = Atomic<UInt64>(0)
        let readCount = Atomic<Int>(0)
        let differences = Mutex<[UInt64]>([])
        withThreads(2) { _ in
            var isLast = false
            while !isLast {
                let batch = published.load(ordering: .acquiring)
                isLast = batch == Rounds.batchCount
                let expected = Rounds.changes(asOf: batch)
                if !agrees(overlay, expected, asOf: batch) {
                    differences.withLock { $0.append(batch) }
                }
                readCount.add(1, ordering: .relaxed)
            }
        } while: {
            for batch in 1...Rounds.batchCount {
                let key = Rounds.key(of: batch)
                overlay.write(Rounds.value(of: batch), for: key, in: first, batch: batch)
                published.store(batch, ordering: .releasing)
            }
        }
        #expect(differences.withLock { $0 } == [])
        #expect(readCount.load(ordering: .relaxed) >= 2)
        #expect(overlay.nodeCount == Int(Rounds.keyCount))
        #expect(overlay.brokenInvariants() == [])
    }

    /// What comes last in front of a table, while a scan looks for where that begins, is not where
    /// it begins.
    @Test func whatComesInFrontOfATableMeanwhileIsNoPartOfIt() {
        let overlay = Overlay(byteCountMax: 16 << 20)
        let keys = (1...3).map { Key(number: $0) }
        for key in keys { overlay.write(key.array, for: key, in: second, batch: 1) }
        let expected = keys.map { SeenChange(key: $0.array, value: $0.array) }
        let isOver = Atomic<Bool>(false)
        let missedCount = Atomic<Int>(0)
        withThreads(2) { _ in
            while !isOver.load(ordering: .acquiring) {
                let found = overlay.changes(second, in: .all, .ascending, asOf: 1)
                if found != expected { missedCount.add(1, ordering: .relaxed) }
            }
        } while: {
            for number in 1...100_000 {
                overlay.write([1], for: Key(number: number), in: first, batch: 2)
            }
            isOver.store(true, ordering: .releasing)
        }
        #expect(missedCount.load(ordering: .relaxed) == 0)
    }

    private func agrees(_ overlay: Overlay, _ expected: [SeenChange], asOf batch: UInt64) -> Bool {
        overlay.changes(first, in: .all, .ascending, asOf: batch) == expected
            && overlay.changes(first, in: .all, .descending, asOf: batch) == expected.reversed()
            && expected.allSatisfy { change in
                guard let key = Key(bytes: change.key.span.bytes) else { return false }
                return overlay.seenChange(of: key, in: first, asOf: batch) == change
            }
    }
}
