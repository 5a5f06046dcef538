package import Domain
internal import Locking

/// Tells the time by which a server forgets, and keeps it for the next start.
package final class LivedClock: Sendable {
    private let wall: any Clock
    private let steady: any SteadyClock
    private let keep: @Sendable (LivedNote) -> Void
    private let state: Mutex<State>

    private struct State {
        var time: LivedTime
        /// When it was kept last; nil if it was not yet.
        var keptAt: Int64?
    }

    /// Milliseconds between two notes: what a machine that stops suddenly loses of lived time.
    private static let noteIntervalMilliseconds: Int64 = 600_000

    /// Goes on from the note of an earlier process, or from the machine's clock if there is none.
    ///
    /// - Parameters:
    ///   - wall: The machine's clock, which may be set.
    ///   - steady: A clock that nobody sets.
    ///   - note: What the last process left.
    ///   - keep: Keeps a note for the next one; may take as long as a flush.
    package init(
        wall: any Clock,
        steady: any SteadyClock,
        note: LivedNote?,
        keep: @escaping @Sendable (LivedNote) -> Void
    ) {
        self.wall = wall
        self.steady = steady
        self.keep = keep
        let now = steady.now()
        let time =
            note.map { LivedTime(from: $0, steady: now) }
            ?? LivedTime(from: wall.now(), steadyMilliseconds: now.milliseconds)
        state = Mutex(State(time: time))
    }

    /// The present moment of lived time.
    package func now() -> Instant {
        let (clock, steady) = (wall.now(), steady.now())
        return state.withLock { state in
            state.time.moment(clock: clock, steadyMilliseconds: steady.milliseconds)
        }
    }

    /// Keeps a note if the last one is old, or in any case when the process ends.
    package func keepNote(isLast: Bool = false) {
        let (moment, steady) = (now(), steady.now())
        let isDue = state.withLock { state in
            let age = state.keptAt.map { steady.milliseconds - $0 }
            guard isLast || age.map({ $0 >= Self.noteIntervalMilliseconds }) ?? true else {
                return false
            }
            state.keptAt = steady.milliseconds
            return true
        }
        if isDue { keep(LivedNote(moment: moment, steady: steady)) }
    }
}
