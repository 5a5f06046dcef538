import Locking
import StorageEngine
import TestSupport

/// The ends of changes, in the order in which they were told.
final class Ends: Sendable {
    private let state = Mutex(State())

    /// How one change ended.
    struct End: Sendable {
        let number: Int
        let failure: StorageError?
    }

    private struct State {
        var ends: [End] = []
        var commits: [Int] = []
    }

    var all: [End] { state.withLock { $0.ends } }
    var commits: [Int] { state.withLock { $0.commits } }

    func add<Success>(_ number: Int, _ result: Result<Success, StorageError>) {
        var failure: StorageError?
        if case .failure(let error) = result { failure = error }
        let end = End(number: number, failure: failure)
        state.withLock { $0.ends.append(end) }
    }

    /// Notes that a change heard of its commit: it must, before any change of the commit ends.
    func add(commit number: Int) {
        state.withLock { state in
            precondition(state.ends.isEmpty, "A change ended before all heard of the commit.")
            state.commits.append(number)
        }
    }

    func wait(for count: Int) async throws {
        let patience = Patience()
        while all.count < count { try await patience.pause() }
    }
}
