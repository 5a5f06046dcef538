import Domain
import Locking
import Records

/// What an observer of a store was told of events.
final class NewsLog: Sendable {
    private let state = Mutex<[StoreEvent]>([])

    var events: [StoreEvent] { state.withLock { $0 } }

    func add(_ events: [StoreEvent]) {
        state.withLock { $0 += events }
    }
}
