import Locking
import TTRPC

/// How far a server is between its start and its end.
final class ServerLife: Sendable {
    private let state = Mutex(Phase.recovering)

    /// A part of the life; each leads to the next one, or to the last.
    enum Phase: Sendable {
        /// The store is opened, and what a crash left in its log is read.
        case recovering
        /// Calls are taken.
        case serving(ServerParts)
        /// The calls that are under way end, and no others begin.
        case draining(ServerParts)
        /// The store is closed, or is being closed.
        case closed
    }

    /// The phase of this moment.
    var phase: Phase { state.withLock { $0 } }

    /// Begins to take calls.
    func serve(_ parts: ServerParts) {
        state.withLock { phase in
            guard case .recovering = phase else {
                preconditionFailure("A server serves once it has recovered its store.")
            }
            phase = .serving(parts)
        }
    }

    /// Takes no more calls.
    func drain() {
        state.withLock { phase in
            if case .serving(let parts) = phase { phase = .draining(parts) }
        }
    }

    /// Comes to the end.
    func close() {
        state.withLock { $0 = .closed }
    }
}

/// What a server that serves is made of.
struct ServerParts: Sendable {
    let server: Server
    let apps: RunningApps
    let web: WebServer?
    let heartbeat: Heartbeat
}
