import Locking

@testable import AccountStorage
@testable import LogEngine
@testable import NoteStorage
@testable import Records
@testable import Storage

/// A clock that is set by hand.
final class TestTime: Sendable {
    private let milliseconds = Atomic<Int64>(1_700_000_000_000)

    var now: LogTime { LogTime(milliseconds: milliseconds.load(ordering: .relaxed)) }

    func advance(milliseconds count: Int64) {
        let now = milliseconds.load(ordering: .relaxed)
        if now != 0 { milliseconds.store(now + count, ordering: .relaxed) }
    }

    /// Gives no time any more, as before batches had one.
    func stop() {
        milliseconds.store(0, ordering: .relaxed)
    }
}
