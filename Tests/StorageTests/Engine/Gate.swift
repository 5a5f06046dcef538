import Dispatch
import LMDB
import Locking

@testable import Storage

/// Holds an engine's writer in a first change, so that a test can fill the queue behind it, and
/// counts or fails its commits.
final class Gate: Sendable {
    let commitCount = Atomic<Int>(0)
    private let isHeld = DispatchSemaphore(value: 0)
    private let isOpen = DispatchSemaphore(value: 0)
    private let failures = Mutex<[Int: LMDBError]>([:])
    private let stops = Mutex<[String]>([])

    /// Why the engine stopped the process, if it did.
    var reasons: [String] { stops.withLock { $0 } }

    /// What to give the engine.
    var seams: Writer.Seams {
        Writer.Seams(
            commit: { (transaction: consuming WriteTransaction) throws(LMDBError) in
                let number = self.commitCount.add(1, ordering: .relaxed).oldValue
                if let failure = self.failures.withLock({ $0[number] }) { throw failure }
                try transaction.commit()
            },
            stop: { reason in self.stops.withLock { $0.append(reason) } }
        )
    }

    /// Lets the commit of this number fail; that of the held change is number 0.
    func fail(commit number: Int, with error: LMDBError) {
        failures.withLock { $0[number] = error }
    }

    /// Returns when the engine's writer waits inside a change.
    func hold(_ engine: DirectEngine) {
        engine.submit { (_) throws(StorageError) in
            self.isHeld.signal()
            self.isOpen.wait()
        } completion: { _ in
        }
        isHeld.wait()
    }

    /// Lets the writer go on.
    func open() {
        isOpen.signal()
    }
}
