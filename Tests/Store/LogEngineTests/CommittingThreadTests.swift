import EngineTestSupport
import Glibc
import Locking
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

/// Which thread commits what another one has run.
@Suite("Committing threads")
struct CommittingThreadTests {
    @Test(
        "A change that comes alone is committed by the thread that ran it",
        .timeLimit(.minutes(1))
    )
    func alone() async throws {
        let store = try TemporaryEngine()
        let seen = SeenThreads()
        var count = 0
        // The committer may still be on its way to rest from the change before.
        repeat {
            seen.submit(to: store.engine)
            count += 1
            try await seen.wait(for: count)
        } while seen.pairs[count - 1].run != seen.pairs[count - 1].end
        store.engine.close()
    }

    @Test("Changes that come together are committed while others can be run")
    func together() async throws {
        let gate = Gate()
        let store = try TemporaryEngine()
        let seen = SeenThreads()
        try gate.hold(store.engine)
        seen.submit(to: store.engine)
        seen.submit(to: store.engine)
        gate.open()
        try await seen.wait(for: 2)
        for pair in seen.pairs { #expect(pair.run != pair.end) }
        #expect(Set(seen.pairs.map(\.end)).count == 1)
        store.engine.close()
    }
}

/// The threads that changes were run on and told their end on.
private final class SeenThreads: Sendable {
    private let state = Mutex<[(run: UInt, end: UInt)]>([])

    var pairs: [(run: UInt, end: UInt)] { state.withLock { $0 } }

    func submit(to engine: WriteAheadEngine) {
        engine.submit { (view) throws(StorageError) in
            try view.put([1], for: Key(1), in: first)
            return UInt(pthread_self())
        } completion: { (result: Result<UInt, StorageError>) in
            guard case .success(let run) = result else { return }
            self.state.withLock { $0.append((run, UInt(pthread_self()))) }
        }
    }

    func wait(for count: Int) async throws {
        let patience = Patience()
        while pairs.count < count { try await patience.pause() }
    }
}
