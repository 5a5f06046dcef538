internal import Locking
internal import Networking

/// The connections of a listener, and the requests that are under way on them.
///
/// Whoever is too many or too late has its socket shut; libmicrohttpd finds that and ends it.
final class HTTPConnections: Sendable {
    private let state: Mutex<State>
    /// How many requests are under way: counted without the lock, which all connections share.
    private let exchangeCount = Atomic<Int>(0)
    private let isEnding = Atomic<Bool>(false)
    private let bodyNanoseconds = Atomic<UInt64>(0)
    private let nextHeadNanoseconds = Atomic<UInt64>(0)

    fileprivate struct State {
        var limits: HTTPLimits
        var connections: [UInt64: HTTPConnection] = [:]
        var numbers: [ObjectIdentifier: UInt64] = [:]
        var countsByNetwork: [PeerNetwork: Int] = [:]
        var nextNumber: UInt64 = 0
        var waiter: (@Sendable () -> Void)?
    }

    init(_ limits: HTTPLimits) {
        state = Mutex(State(limits: limits))
        set(limits)
    }

    /// Replaces the limits, for what comes from now on.
    func set(_ limits: HTTPLimits) {
        bodyNanoseconds.store(limits.bodyTime.wholeNanoseconds, ordering: .relaxed)
        nextHeadNanoseconds.store(limits.nextHeadTime.wholeNanoseconds, ordering: .relaxed)
        state.withLock { $0.limits = limits }
    }

    /// Takes a new connection; it, or another one, is shut where there are too many.
    func begin(_ connection: HTTPConnection) {
        state.withLock { state in
            connection.await(nanoseconds: state.limits.firstHeadTime.wholeNanoseconds)
            state.insert(connection)
            let hasEnded = isEnding.load(ordering: .acquiring)
            if hasEnded || state.isOneTooMany(connection) {
                return connection.shut()
            }
            guard state.connections.count > state.limits.connectionCountMax else { return }
            switch state.limits.overflow {
            case .newestEnds: connection.shut()
            case .oldestEnds: state.oldest?.shut()
            }
        }
    }

    /// Shuts the connections whose peers are late, and ends the streams whose readers have gone;
    /// called again and again.
    func sweep() {
        let now = MonotonicClock.now()
        let streaming = state.withLock { state in
            for connection in state.connections.values where connection.isLate(at: now) {
                connection.shut()
            }
            return state.connections.values.filter { $0.exchange?.isStreaming ?? false }
        }
        // One that ends meanwhile is looked at in vain.
        for connection in DepartedPeers.among(streaming) { connection.exchange?.endStream() }
    }

    /// Lets a connection go, whose descriptor is about to be closed.
    func end(_ connection: HTTPConnection) {
        state.withLock { $0.remove(connection) }
    }

    /// Takes note of a request; false where the listener ends, and none begins.
    func begin(_ exchange: HTTPExchange) -> Bool {
        exchange.connection.await(nanoseconds: bodyNanoseconds.load(ordering: .relaxed))
        // Whoever ends the listener sees the request, or this sees the end.
        exchange.connection.set(exchange)
        exchangeCount.wrappingAdd(1, ordering: .sequentiallyConsistent)
        return !isEnding.load(ordering: .sequentiallyConsistent)
    }

    /// Lets a request go that has its response, or whose connection has ended.
    func end(_ exchange: HTTPExchange) {
        exchange.connection.await(nanoseconds: nextHeadNanoseconds.load(ordering: .relaxed))
        exchange.connection.set(nil)
        let count = exchangeCount.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
        guard count == 0, isEnding.load(ordering: .sequentiallyConsistent) else { return }
        state.withLock { $0.waiter.take() }?()
    }

    /// Begins no requests any more.
    func beginEnd() { isEnding.store(true, ordering: .sequentiallyConsistent) }

    /// Begins no requests any more, and calls `done` once none is under way.
    func drain(_ done: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiter = done }
        beginEnd()
        guard exchangeCount.load(ordering: .sequentiallyConsistent) == 0 else { return }
        state.withLock { $0.waiter.take() }?()
    }

    /// Begins no requests any more, and ends those that are under way.
    func abandon() {
        beginEnd()
        let connections = state.withLock { Array($0.connections.values) }
        for connection in connections { connection.exchange?.abandon() }
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

    /// Whether the network of a connection has more of them than it may have.
    fileprivate func isOneTooMany(_ connection: HTTPConnection) -> Bool {
        guard let countMax = limits.connectionCountPerAddressMax,
            !limits.trustedProxies.contains(connection.address)
        else { return false }
        return countsByNetwork[connection.network] ?? 0 > countMax
    }

    /// The connection that is open for the longest time.
    fileprivate var oldest: HTTPConnection? {
        connections.min { $0.key < $1.key }?.value
    }
}
