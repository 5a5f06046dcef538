import Domain
import Locking
import NoteStorage
import Records

/// What an observer of a store was told of events.
final class NewsLog: Sendable {
    private let state = Mutex<[NoteEvent]>([])

    var events: [NoteEvent] { state.withLock { $0 } }

    func add(_ events: [any StoreEvent]) {
        state.withLock { $0 += events.compactMap { $0 as? NoteEvent } }
    }
}
