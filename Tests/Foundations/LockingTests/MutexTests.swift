import Locking
import Testing

/// The rules of `Mutex`, which hold for the standard one and for the sanitizer's alike.
@Suite struct MutexTests {
    private struct Refused: Error, Equatable {
        let value: Int
    }

    private struct Unique: ~Copyable {
        var count = 0
    }

    /// Counts how many of it are left.
    private final class Guarded: Sendable {
        private let lives: Lives

        init(_ lives: Lives) {
            self.lives = lives
            lives.count.wrappingAdd(1, ordering: .relaxed)
        }

        deinit {
            lives.count.wrappingSubtract(1, ordering: .relaxed)
        }
    }

    private final class Lives: Sendable {
        let count = Atomic<Int>(0)
    }

    private final class Shared: Sendable {
        let total = Mutex(0)
        let log = Mutex<[Int]>([])
    }

    @Test func readsAndWritesTheValue() {
        let mutex = Mutex([1])
        mutex.withLock { $0.append(2) }
        #expect(mutex.withLock { $0 } == [1, 2])
    }

    @Test func guardsNoncopyableValues() {
        let mutex = Mutex(Unique())
        mutex.withLock { $0.count += 1 }
        let taken = mutex.withLock { unique in
            let old = unique.count
            unique = Unique(count: 7)
            return Unique(count: old)
        }
        let takenCount = taken.count
        #expect(takenCount == 1)
        #expect(mutex.withLock { $0.count } == 7)
    }

    @Test func throwsWhatTheBodyThrowsAndLetsGo() {
        let mutex = Mutex(3)
        #expect(throws: Refused(value: 3)) {
            try mutex.withLock { value throws(Refused) in throw Refused(value: value) }
        }
        #expect(throws: Refused(value: 3)) {
            try mutex.withLockIfAvailable { value throws(Refused) in throw Refused(value: value) }
        }
        #expect(mutex.withLockIfAvailable { $0 } == 3)
    }

    @Test func isUnavailableWhileHeld() {
        let shared = Shared()
        let whileHeld = shared.total.withLock { _ in
            TestThread { shared.total.withLockIfAvailable { $0 } }.join()
        }
        #expect(whileHeld == .some(.none))
        let whileFree = TestThread { shared.total.withLockIfAvailable { $0 } }.join()
        #expect(whileFree == 0)
    }

    @Test func releasesTheValue() {
        let lives = Lives()
        do {
            let mutex = Mutex<Guarded?>(Guarded(lives))
            #expect(lives.count.load(ordering: .relaxed) == 1)
            mutex.withLock { $0 = Guarded(lives) }
            #expect(lives.count.load(ordering: .relaxed) == 1)
        }
        #expect(lives.count.load(ordering: .relaxed) == 0)
    }

    /// The run under the thread sanitizer judges this one: no report means that it sees the lock.
    @Test func excludesOtherThreads() async {
        let shared = Shared()
        let taskCount = 8
        let roundCount = 2_000
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<taskCount {
                group.addTask {
                    for _ in 0..<roundCount {
                        shared.total.withLock { $0 += 1 }
                        shared.log.withLock { $0.append(task) }
                    }
                }
            }
        }
        #expect(shared.total.withLock { $0 } == taskCount * roundCount)
        let log = shared.log.withLock { $0 }
        for task in 0..<taskCount {
            #expect(log.count { $0 == task } == roundCount)
        }
    }

    /// Atomics order plain memory in the sanitizer's eyes as well: again, no report is the proof.
    @Test func atomicsPublishWhatWasWrittenBefore() {
        let message = Message()
        let reader = TestThread { message.await() }
        message.publish(42)
        #expect(reader.join() == 42)
    }

    /// A value handed over by a flag; `@unchecked Sendable` for `isReady` orders the accesses.
    private final class Message: @unchecked Sendable {
        private let isReady = Atomic<Bool>(false)
        private var content = 0

        func publish(_ content: Int) {
            self.content = content
            isReady.store(true, ordering: .releasing)
        }

        func await() -> Int {
            while !isReady.load(ordering: .acquiring) {}
            return content
        }
    }
}
