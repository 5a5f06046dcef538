internal import Locking
internal import Networking

/// The connections of a listener, and the requests that are under way on them.
///
/// Whoever is too many or too late has its socket shut; libmicrohttpd finds that and ends it.
final class HTTPConnections: Sendable {
    private let state: Mutex<State>

    fileprivate struct State {
        var limits: HTTPLimits
        var connections: [UInt64: HTTPConnection] = [:]
        var numbers: [ObjectIdentifier: UInt64] = [:]
        var countsByNetwork: [PeerNetwork: Int] = [:]
        var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
        var nextNumber: UInt64 = 0
        var lastSweep: UInt64 = 0
        var isEnding = false
        var waiter: (@Sendable () -> Void)?
    }

    init(_ limits: HTTPLimits) {
        state = Mutex(State(limits: limits))
    }

    /// Replaces the limits, for what comes from now on.
    func set(_ limits: HTTPLimits) {
        state.withLock { $0.limits = limits }
    }

    /// Takes a new connection; it, or another one, is shut where there are too many.
    func begin(_ connection: HTTPConnection) {
        state.withLock { state in
            connection.await(within: state.limits.firstHeadTime)
            state.sweep(at: MonotonicClock.now(), every: state.limits.sweepNanoseconds)
            state.insert(connection)
            if state.isEnding || state.isOneTooMany(connection.network) {
                return connection.shut()
            }
            guard state.connections.count > state.limits.connectionCountMax else { return }
            switch state.limits.overflow {
            case .newestEnds: connection.shut()
            case .oldestEnds: state.oldest?.shut()
            }
        }
    }

    /// Lets a connection go, whose descriptor is about to be closed.
    func end(_ connection: HTTPConnection) {
        state.withLock { $0.remove(connection) }
    }

    /// Takes note of a request; false where the listener ends, and none begins.
    func begin(_ exchange: HTTPExchange) -> Bool {
        state.withLock { state in
            exchange.connection.await(within: state.limits.bodyTime)
            guard !state.isEnding else { return false }
            state.exchanges[ObjectIdentifier(exchange)] = exchange
            return true
        }
    }

    /// Lets a request go that has its response, or whose connection has ended.
    func end(_ exchange: HTTPExchange) {
        let waiter: (@Sendable () -> Void)? = state.withLock { state in
            exchange.connection.await(within: state.limits.nextHeadTime)
            state.exchanges[ObjectIdentifier(exchange)] = nil
            return state.exchanges.isEmpty ? state.waiter.take() : nil
        }
        waiter?()
    }

    /// Begins no requests any more, and calls `done` once none is under way.
    func drain(_ done: @escaping @Sendable () -> Void) {
        let isDone = state.withLock { state in
            state.isEnding = true
            if !state.exchanges.isEmpty { state.waiter = done }
            return state.exchanges.isEmpty
        }
        if isDone { done() }
    }

    /// Begins no requests any more, and ends those that are under way.
    func abandon() {
        let exchanges = state.withLock { state in
            state.isEnding = true
            return Array(state.exchanges.values)
        }
        for exchange in exchanges { exchange.abandon() }
    }

    /// How many connections are open.
    var count: Int { state.withLock { $0.connections.count } }
}

extension HTTPConnections.State {
    fileprivate mutating func insert(_ connection: HTTPConnection) {
        connections[nextNumber] = connection
        numbers[ObjectIdentifier(connection)] = nextNumber
        nextNumber += 1
        countsByNetwork[connection.network, default: 0] += 1
    }

    fileprivate mutating func remove(_ connection: HTTPConnection) {
        guard let number = numbers.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        connections[number] = nil
        let count = countsByNetwork[connection.network, default: 1] - 1
        countsByNetwork[connection.network] = count > 0 ? count : nil
    }

    /// Whether a network has more connections than it may have.
    fileprivate func isOneTooMany(_ network: PeerNetwork) -> Bool {
        guard let countMax = limits.connectionCountPerAddressMax,
            !limits.trustedProxies.contains(network)
        else { return false }
        return countsByNetwork[network] ?? 0 > countMax
    }

    /// The connection that is open for the longest time.
    fileprivate var oldest: HTTPConnection? {
        connections.min { $0.key < $1.key }?.value
    }

    /// Shuts the connections whose peers are late.
    fileprivate mutating func sweep(at now: UInt64, every interval: UInt64) {
        guard now >= lastSweep + interval else { return }
        lastSweep = now
        for connection in connections.values where connection.isLate(at: now) { connection.shut() }
    }
}
