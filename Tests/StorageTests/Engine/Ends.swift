import Storage
import Locking

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
        var actions: [Int] = []
    }

    var all: [End] { state.withLock { $0.ends } }
    var actions: [Int] { state.withLock { $0.actions } }

    func add<Success>(_ number: Int, _ result: Result<Success, StorageError>) {
        var failure: StorageError?
        if case .failure(let error) = result { failure = error }
        let end = End(number: number, failure: failure)
        state.withLock { $0.ends.append(end) }
    }

    /// Notes that a change's action ran: it must, before any change of its commit ends.
    func add(action number: Int) {
        state.withLock { state in
            precondition(state.ends.isEmpty, "A change ended before the actions ran.")
            state.actions.append(number)
        }
    }

    func wait(for count: Int) async {
        while all.count < count { await Task.yield() }
    }
}
