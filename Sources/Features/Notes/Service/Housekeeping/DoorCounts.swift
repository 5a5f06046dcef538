internal import AccountStorage
internal import Domain
internal import Locking
internal import NoteRules
internal import NoteStorage
internal import Records
internal import Serving

/// Counts what is sent by each door, and has the sums kept from time to time.
///
/// Each note could be counted in its own transaction. But then the log would tell by what a note
/// came in, and so would the sums to who looks again and again: a hint at who wrote it. So what was
/// sent is gathered in memory, and written and shown when an hour of it is together, and at the
/// end. A process that dies loses an hour of the sums at most.
final class DoorCounts: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// What is not written yet.
        var waiting = DoorSums()
        /// What is written, nil until it was read.
        var kept: DoorSums?
        /// When it was written last, or the first look.
        var keptAt: Instant?
    }

    private static let intervalMilliseconds: Int64 = 3_600_000

    /// Creates counts of a service that begins.
    init() {}

    /// Counts what was sent.
    func note(_ door: DoorSums.Door) {
        state.withLock { $0.waiting.add(1, to: door) }
    }

    /// How much was sent up to the last time that it was written; nothing until it was read.
    var kept: DoorSums { state.withLock { $0.kept ?? DoorSums() } }

    /// Writes what was sent since, if an hour has gone by; at the first time reads what earlier
    /// processes wrote.
    ///
    /// - Parameters:
    ///   - store: What keeps the sums.
    ///   - now: The moment, by lived time.
    ///   - isLast: Whether they are written in any case, for the process ends.
    ///   - done: Told when all is done, whether it came to anything or not.
    func keep(
        in store: any Store,
        at now: Instant,
        isLast: Bool,
        done: @escaping @Sendable () -> Void = {}
    ) {
        readOnce(from: store)
        let due = state.withLock { state -> DoorSums? in
            let since = state.keptAt ?? now
            state.keptAt = since
            guard isLast || since.milliseconds(until: now) >= Self.intervalMilliseconds else {
                return nil
            }
            state.keptAt = now
            guard !state.waiting.isEmpty else { return nil }
            defer { state.waiting = DoorSums() }
            return state.waiting
        }
        guard let due else { return done() }
        store.write(.vital) { transaction throws(DomainError) in
            try transaction.add(due)
            return try transaction.doorSums()
        } completion: { (result: Result<DoorSums, DomainError>) in
            self.state.withLock { state in
                switch result {
                case .success(let kept): state.kept = kept
                case .failure: state.waiting.add(due)
                }
            }
            done()
        }
    }

    private func readOnce(from store: any Store) {
        guard state.withLock({ $0.kept == nil }) else { return }
        // A record that cannot be read is told of by what writes: here nothing is shown.
        guard let kept = try? store.read({ view throws(DomainError) in try view.doorSums() }) else {
            return
        }
        state.withLock { $0.kept = $0.kept ?? kept }
    }
}
