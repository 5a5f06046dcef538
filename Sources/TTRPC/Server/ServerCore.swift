internal import Networking
import Locking

/// What all connections of a server share.
final class ServerCore: Sendable {
    let routes: RouteTable
    let configuration: ServerConfiguration
    let unaryTimeoutMaxNanoseconds: UInt64

    private let loops: [ServerLoop]
    private let life: Mutex<Life>

    /// The life of a server.
    private struct Life {
        var isDraining = false
        var connectionCount = 0
        var waiters: [CheckedContinuation<Void, Never>] = []

        mutating func takeWaitersIfStopped() -> [CheckedContinuation<Void, Never>] {
            guard isDraining, connectionCount == 0 else { return [] }
            defer { waiters = [] }
            return waiters
        }
    }

    init(_ router: Router, _ configuration: ServerConfiguration, _ group: EventLoopGroup) {
        routes = RouteTable(Array(router.routes.values))
        self.configuration = configuration
        unaryTimeoutMaxNanoseconds = configuration.unaryTimeoutMax.wholeNanoseconds
        let interval = Self.sweepInterval(configuration)
        loops = group.loops.map { ServerLoop($0, sweepIntervalNanoseconds: interval) }
        life = Mutex(Life())
    }

    /// Takes a new connection, or refuses it by nil; on its loop.
    func accept(_ socket: Connection) -> ServerConnection? {
        let isTaken = life.withLock { life in
            guard !life.isDraining, life.connectionCount < configuration.connectionCountMax else {
                return false
            }
            life.connectionCount += 1
            return true
        }
        guard isTaken else { return nil }
        let connection = ServerConnection(socket, self)
        loop(of: socket).insert(connection)
        return connection
    }

    /// Lets go of a connection that has ended; on its loop.
    func didClose(_ connection: ServerConnection) {
        loop(of: connection.socket).remove(connection)
        let waiters = life.withLock { life in
            life.connectionCount -= 1
            return life.takeWaitersIfStopped()
        }
        for waiter in waiters { waiter.resume() }
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

    /// A quarter of the shortest timeout, at most a second: late by a quarter is early enough.
    private static func sweepInterval(_ configuration: ServerConfiguration) -> UInt64 {
        let shortest = min(
            configuration.firstFrameTimeout,
            configuration.frameTimeout,
            configuration.idleTimeout,
            configuration.writeStallTimeout
        )
        return min(max(shortest.wholeNanoseconds / 4, 5_000_000), 1_000_000_000)
    }
}
