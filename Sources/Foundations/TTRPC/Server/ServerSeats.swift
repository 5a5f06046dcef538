import Locking
internal import Networking

/// Counts the sockets of a server's peers against its limits, on all its addresses together.
///
/// A socket counts from the moment when it is accepted, so that a peer cannot have more handshakes
/// than connections.
final class ServerSeats: Sendable {
    private let state: Mutex<State>

    private struct State {
        var limits: ServerLimits
        var count = 0
        var counts: [PeerOrigin: Int] = [:]
    }

    /// Begins to count.
    init(_ limits: ServerLimits) {
        state = Mutex(State(limits: limits))
    }

    /// Replaces the limits; sockets that are there stay.
    func set(_ limits: ServerLimits) {
        state.withLock { $0.limits = limits }
    }

    /// Counts a socket in.
    fileprivate func enter(_ origin: PeerOrigin) throws(ConnectionRefusal) {
        try state.withLock { state throws(ConnectionRefusal) in
            let countOfOrigin = state.counts[origin, default: 0]
            if state.count >= state.limits.connectionCountMax { throw .tooMany }
            if countOfOrigin >= state.limits.connectionCountPerAddressMax ?? .max {
                throw .tooManyOfAddress
            }
            state.count += 1
            state.counts[origin] = countOfOrigin + 1
        }
    }

    /// Counts a socket out.
    fileprivate func leave(_ origin: PeerOrigin) {
        state.withLock { state in
            state.count -= 1
            let countOfOrigin = state.counts[origin, default: 1] - 1
            state.counts[origin] = countOfOrigin > 0 ? countOfOrigin : nil
        }
    }
}

/// What one socket is counted by: in when this is made, and out when it is let go.
final class ServerSeat: PeerSeat {
    private let origin: PeerOrigin
    private let isLocal: Bool
    private let core: ServerCore

    /// Takes a seat.
    ///
    /// - Throws: `ConnectionRefusal` if all are taken.
    init(_ network: PeerNetwork, in core: ServerCore) throws(ConnectionRefusal) {
        origin = PeerOrigin(network)
        isLocal = network == .local
        try core.seats.enter(origin)
        self.core = core
    }

    deinit {
        core.seats.leave(origin)
    }

    func handler(for connection: Connection) -> (any ConnectionHandler)? {
        let transport: Transport = isLocal ? .unix : connection.isSecure ? .tls : .tcp
        return core.accept(connection, from: origin, over: transport)
    }
}
