internal import Networking
import Locking

/// What all connections of a server share.
final class ServerCore: Sendable {
    let routes: RouteTable
    let configuration: ServerConfiguration

    let loops: [ServerLoop]
    private let life: Mutex<Life>

    /// The life of a server.
    private struct Life {
        var isDraining = false
        var connectionCount = 0
        var connectionCounts: [PeerOrigin: Int] = [:]
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// Counts a connection in, or says why it is to be turned away.
        mutating func enter(_ origin: PeerOrigin, _ limits: ServerLimits) -> ConnectionRefusal? {
            let countOfOrigin = connectionCounts[origin, default: 0]
            if isDraining { return .draining }
            if connectionCount >= limits.connectionCountMax { return .tooMany }
            if countOfOrigin >= limits.connectionCountPerAddressMax ?? .max {
                return .tooManyOfAddress
            }
            connectionCount += 1
            connectionCounts[origin] = countOfOrigin + 1
            return nil
        }

        /// Counts a connection out.
        mutating func leave(_ origin: PeerOrigin) {
            connectionCount -= 1
            let countOfOrigin = connectionCounts[origin, default: 1] - 1
            connectionCounts[origin] = countOfOrigin > 0 ? countOfOrigin : nil
        }

        mutating func takeWaitersIfStopped() -> [CheckedContinuation<Void, Never>] {
            guard isDraining, connectionCount == 0 else { return [] }
            defer { waiters = [] }
            return waiters
        }
    }

    init(_ router: Router, _ configuration: ServerConfiguration, _ group: EventLoopGroup) {
        let routes = RouteTable(Array(router.routes.values))
        self.routes = routes
        self.configuration = configuration
        loops = group.loops.map { loop in
            let calls = CallLedger(loop, routes, observer: configuration.callObserver)
            return ServerLoop(loop, configuration.limits, calls, loopCount: group.loops.count)
        }
        life = Mutex(Life())
    }

    /// Takes a new connection, or refuses it by nil; on its loop.
    func accept(_ socket: Connection) -> ServerConnection? {
        // A peer that has gone already has no network.
        guard let network = socket.peerNetwork else { return nil }
        let origin = PeerOrigin(network)
        let loop = loop(of: socket)
        if let refusal = life.withLock({ $0.enter(origin, loop.limits) }) {
            loop.statistics.add(refusal)
            return nil
        }
        let connection = ServerConnection(socket, from: origin, self, loop)
        loop.insert(connection)
        return connection
    }

    /// Lets go of a connection that has ended; on its loop.
    func didClose(_ connection: ServerConnection) {
        connection.serverLoop.remove(connection)
        let waiters = life.withLock { life in
            life.leave(connection.context.origin)
            return life.takeWaitersIfStopped()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Replaces the limits; from any thread.
    func set(_ limits: ServerLimits) {
        for loop in loops { loop.set(limits) }
    }

    /// How many connections are open.
    var connectionCount: Int { life.withLock { $0.connectionCount } }

    /// Begins to leave on all connections, and ends what is left after `timeout`.
    func drain(timeout: UInt64) {
        let waiters = life.withLock { life in
            life.isDraining = true
            return life.takeWaitersIfStopped()
        }
        for waiter in waiters { waiter.resume() }
        for loop in loops { loop.drain(timeout: timeout) }
    }

    /// Returns once the server is draining and has no connection left.
    func waitUntilDrained() async {
        await withCheckedContinuation { continuation in
            let waiters = life.withLock { life in
                life.waiters.append(continuation)
                return life.takeWaitersIfStopped()
            }
            for waiter in waiters { waiter.resume() }
        }
    }

    private func loop(of socket: Connection) -> ServerLoop {
        guard let loop = loops.first(where: { $0.loop === socket.loop }) else {
            preconditionFailure("A connection belongs to a loop of its server's group.")
        }
        return loop
    }
}
