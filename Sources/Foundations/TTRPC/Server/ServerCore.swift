import Locking
internal import Networking

/// What all connections of a server share.
final class ServerCore: Sendable {
    /// The methods in the order of their numbers.
    let methods: [MethodDescriptor]
    let configuration: ServerConfiguration
    /// Who counts the peers, with those that are not yet connections.
    let seats: ServerSeats

    let loops: [ServerLoop]
    private let life: Mutex<Life>

    /// The life of a server.
    private struct Life {
        var isDraining = false
        var connectionCount = 0
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// Counts a connection in, unless the server is leaving.
        mutating func enter() -> Bool {
            if !isDraining { connectionCount += 1 }
            return !isDraining
        }

        /// Counts a connection out.
        mutating func leave() { connectionCount -= 1 }

        mutating func takeWaitersIfStopped() -> [CheckedContinuation<Void, Never>] {
            guard isDraining, connectionCount == 0 else { return [] }
            defer { waiters = [] }
            return waiters
        }
    }

    init(_ router: Router, _ configuration: ServerConfiguration, _ group: EventLoopGroup) {
        methods = router.inOrder
        self.configuration = configuration
        seats = ServerSeats(configuration.limits)
        loops = group.loops.map { loop in
            let routes = RouteTable(router)
            let calls = CallLedger(loop, routes, observer: configuration.callObserver)
            return ServerLoop(
                loop,
                configuration.limits,
                routes,
                calls,
                loopCount: group.loops.count
            )
        }
        life = Mutex(Life())
    }

    /// Gives a peer that has connected a seat, or refuses it by nil; on the loop that listens.
    func admit(_ network: PeerNetwork, on eventLoop: EventLoop) -> ServerSeat? {
        do throws(ConnectionRefusal) {
            return try ServerSeat(network, in: self)
        } catch {
            loop(eventLoop).statistics.add(error)
            return nil
        }
    }

    /// Takes a new connection, or refuses it by nil; on its loop.
    func accept(
        _ socket: Connection,
        from origin: PeerOrigin,
        over transport: Transport
    ) -> ServerConnection? {
        let loop = loop(socket.loop)
        guard life.withLock({ $0.enter() }) else {
            loop.statistics.add(.draining)
            return nil
        }
        let connection = ServerConnection(socket, from: origin, over: transport, self, loop)
        loop.insert(connection)
        return connection
    }

    /// Lets go of a connection that has ended; on its loop.
    func didClose(_ connection: ServerConnection) {
        connection.serverLoop.remove(connection)
        let waiters = life.withLock { life in
            life.leave()
            return life.takeWaitersIfStopped()
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Replaces the limits; from any thread.
    func set(_ limits: ServerLimits) {
        seats.set(limits)
        for loop in loops { loop.set(limits) }
    }

    /// Replaces what answers the methods, which are the same; from any thread.
    func set(_ router: Router) {
        precondition(router.inOrder == methods, "A server keeps its methods and their numbers.")
        for loop in loops { loop.set(RouteTable(router)) }
    }

    /// Ends all connections at once; from any thread.
    func cutConnections() {
        for loop in loops { loop.cutConnections() }
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

    private func loop(_ eventLoop: EventLoop) -> ServerLoop {
        guard let loop = loops.first(where: { $0.loop === eventLoop }) else {
            preconditionFailure("A server's sockets belong to the loops of its group.")
        }
        return loop
    }
}
