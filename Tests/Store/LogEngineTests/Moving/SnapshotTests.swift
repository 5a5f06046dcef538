import EngineTestSupport
import Locking
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

@Suite("Snapshots")
struct SnapshotTests {
    private static let count = 3_000
    private static let (one, other) = (Key(1), Key(0xFF))

    /// Puts one number under two keys that lie far apart, and something large between them.
    private static func put(_ number: Int, on view: any WriteView) throws(StorageError) {
        let value = Key(number: number).array
        try view.put(value, for: one, in: first)
        try view.put([UInt8](repeating: 1, count: 300), for: Key(number: number % 50), in: first)
        try view.put(value, for: other, in: first)
        try view.put(value, for: one, in: second)
    }

    /// The numbers that a view shows, each found in another way.
    private static func numbers(on view: any ReadView) throws(StorageError) -> [[UInt8]?] {
        var numbers = [
            try view.get(one, in: first), try view.get(other, in: first),
            try view.get(one, in: second),
        ]
        for direction in [ScanDirection.ascending, .descending] {
            try view.scan(first, in: .all, direction) { (key, value) throws(StorageError) in
                if key.byteCount == 1 { numbers.append(value.array) }
                return .next
            }
        }
        return numbers
    }

    @Test func keysThatEachChangeKeepsEqualAreNeverSeenToDiffer() throws {
        let store = try TemporaryEngine(options: .tiny)
        let engine = store.engine
        let isDone = Atomic<Bool>(false)
        let wrongs = Mutex<[[[UInt8]?]]>([])
        let readCount = Atomic<Int>(0)
        let ends = Ends()
        withThreads(2) { _ in
            var last: [UInt8] = []
            while !isDone.load(ordering: .acquiring) {
                guard
                    let numbers = try? engine.read({ (view) throws(StorageError) in
                        try Self.numbers(on: view)
                    })
                else { return wrongs.withLock { $0.append([]) } }
                // All are the same, and never older than those of an earlier snapshot.
                let now = numbers.first.flatMap { $0 } ?? []
                let isEqual =
                    Set(numbers.compactMap { $0 }).count <= 1
                    && (now.isEmpty || numbers.count == 7)
                if !isEqual || now.lexicographicallyPrecedes(last) {
                    wrongs.withLock { $0.append(numbers) }
                }
                last = now
                readCount.add(1, ordering: .relaxed)
            }
        } while: {
            for number in 1...Self.count {
                engine.submit { (view) throws(StorageError) in
                    try Self.put(number, on: view)
                } completion: {
                    ends.add(number, $0)
                }
                if number % 500 == 0 { engine.maintain() }
            }
            engine.submit { (_) throws(StorageError) in
            } completion: { _ in
                isDone.store(true, ordering: .releasing)
            }
        }
        #expect(wrongs.withLock { $0 } == [])
        #expect(ends.all.allSatisfy { $0.failure == nil })
        #expect(readCount.load(ordering: .relaxed) > 0)
        #expect(try engine.get(Self.other) == Key(number: Self.count).array)
        engine.close()
    }
}
