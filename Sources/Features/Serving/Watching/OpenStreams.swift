internal import Locking

/// The streams that are open at one place, until that place is gone.
package final class OpenStreams<Stream: AnyObject & Sendable, Reason: Sendable>: Sendable {
    private let state = Mutex(State())
    private let finish: @Sendable (Stream, Reason) -> Void

    private struct State {
        var open: [ObjectIdentifier: Stream] = [:]
        /// Why streams end at once; nil as long as they do not.
        var end: Reason?
    }

    /// Knows of no stream yet.
    ///
    /// - Parameter finish: Ends a stream for a reason.
    package init(finish: @escaping @Sendable (Stream, Reason) -> Void) {
        self.finish = finish
    }

    /// Takes note of a stream; why it has to end at once, if it has to.
    package func insert(_ stream: Stream) -> Reason? {
        state.withLock { state in
            if state.end == nil { state.open[ObjectIdentifier(stream)] = stream }
            return state.end
        }
    }

    /// Lets a stream go that is over.
    package func remove(_ stream: Stream) {
        state.withLock { $0.open[ObjectIdentifier(stream)] = nil }
    }

    /// Ends all of them, and those that come.
    package func end(_ reason: Reason) {
        let open = state.withLock { state in
            state.end = reason
            return Array(state.open.values)
        }
        for stream in open { finish(stream, reason) }
    }

    /// How many are open.
    package var count: Int { state.withLock { $0.open.count } }
}
