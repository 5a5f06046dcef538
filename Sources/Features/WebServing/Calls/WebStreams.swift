internal import Connect
internal import Locking

/// The streams that are open.
final class WebStreams: Sendable {
    private let state = Mutex(State())

    private struct State {
        var open: [ObjectIdentifier: WebStream] = [:]
        /// Why streams end at once; nil as long as they do not.
        var end: ConnectError?
    }

    /// Takes note of a stream; why it has to end at once, if it has to.
    func insert(_ stream: WebStream) -> ConnectError? {
        state.withLock { state in
            if state.end == nil { state.open[ObjectIdentifier(stream)] = stream }
            return state.end
        }
    }

    /// Lets a stream go that is over.
    func remove(_ stream: WebStream) {
        state.withLock { $0.open[ObjectIdentifier(stream)] = nil }
    }

    /// Ends all of them, and those that come.
    func end(_ error: ConnectError) {
        let open = state.withLock { state in
            state.end = error
            return Array(state.open.values)
        }
        for stream in open { stream.end(error) }
    }

    /// How many are open.
    var count: Int { state.withLock { $0.open.count } }
}
