package import Locking
package import Networking

/// Serves the methods of a router on any number of addresses.
///
///     var router = Router()
///     router.unary(MethodDescriptor(service: "example.Echo", method: "Say")) {
///         (note: Note, _) in note
///     }
///     let server = try Server(router: router)
///     try server.listen(on: .tcp(host: "127.0.0.1", port: 7575))
///     await server.waitUntilStopped()
///
/// A server runs until `shutdown()`, or until it is let go.
public final class Server: Sendable {
    private let group: EventLoopGroup
    let core: ServerCore
    private let state: Mutex<State>
    private let ownsGroup: Bool

    private struct State {
        var listeners: [Listener] = []
        var isStopped = false
    }

    /// Creates a server with event loops of its own.
    ///
    /// - Parameters:
    ///   - router: The methods.
    ///   - configuration: What is allowed.
    /// - Throws: `RuntimeError` with `cannotListen` if the system gives no threads or descriptors.
    public convenience init(
        router: Router,
        configuration: ServerConfiguration = ServerConfiguration()
    ) throws(RuntimeError) {
        let group: EventLoopGroup
        do {
            group = try EventLoopGroup(
                loopCount: max(1, configuration.eventLoopCount),
                busyWaitBudget: configuration.busyWaitBudget
            )
        } catch {
            throw RuntimeError(.cannotListen, "no event loop could be started: \(error)")
        }
        self.init(router: router, configuration: configuration, sharing: group, ownsGroup: true)
    }

    /// Creates a server on event loops that others use too, and that it does not stop.
    package convenience init(
        router: Router,
        configuration: ServerConfiguration = ServerConfiguration(),
        sharing group: EventLoopGroup
    ) {
        self.init(router: router, configuration: configuration, sharing: group, ownsGroup: false)
    }

    private init(
        router: Router,
        configuration: ServerConfiguration,
        sharing group: EventLoopGroup,
        ownsGroup: Bool
    ) {
        self.group = group
        self.ownsGroup = ownsGroup
        core = ServerCore(router, configuration, group)
        state = Mutex(State())
    }

    deinit {
        for listener in state.withLock({ $0.listeners }) { listener.close() }
        if ownsGroup {
            for loop in group.loops { loop.stop() }
        }
    }

    /// Begins to accept connections at an address.
    ///
    /// - Parameters:
    ///   - address: Where to listen; port 0 lets the system choose.
    ///   - descriptor: A socket that is bound there and listens already, to take over, or nil to
    ///     bind one. The file of a Unix socket that was taken over stays when the server stops:
    ///     whoever made it removes it.
    ///   - credentials: What the server proves itself with at a `tls://` address, which cannot do
    ///     without; other addresses pass it over.
    /// - Returns: The address with the port that was chosen.
    /// - Throws: `RuntimeError` with `cannotListen` or `stopped`.
    @discardableResult
    public func listen(
        on address: Address,
        adopting descriptor: Int32? = nil,
        credentials: ServerCredentials? = nil
    ) throws(RuntimeError) -> Address {
        let origin = descriptor.map(Listener.Origin.descriptor) ?? .address(address.socketAddress)
        return try listen(at: origin, as: address, credentials)
    }

    /// Begins to accept connections at an address that was claimed before.
    ///
    /// - Parameters:
    ///   - claim: The claim, which no server has taken over yet.
    ///   - credentials: What the server proves itself with at a `tls://` address, which cannot do
    ///     without; other addresses pass it over.
    /// - Returns: The address with the port that was chosen.
    /// - Throws: `RuntimeError` with `cannotListen` or `stopped`.
    @discardableResult
    public func listen(
        on claim: AddressClaim,
        credentials: ServerCredentials? = nil
    ) throws(RuntimeError) -> Address {
        try listen(at: .bound(claim.bound), as: claim.address, credentials)
    }

    private func listen(
        at origin: Listener.Origin,
        as address: Address,
        _ credentials: ServerCredentials?
    ) throws(RuntimeError) -> Address {
        guard credentials != nil || !address.isSecure else {
            throw RuntimeError(.cannotListen, "cannot listen on \(address): it needs a certificate")
        }
        guard !state.withLock({ $0.isStopped }) else {
            throw .shutDown
        }
        let loop = group.next()
        let listener: Listener
        do {
            listener = try Listener(
                at: origin,
                securedBy: address.isSecure ? credentials?.context : nil,
                on: loop,
                sharing: group,
                options: core.configuration.listening,
                admission: { [core] network in core.admit(network, on: loop) }
            )
        } catch {
            throw RuntimeError(.cannotListen, "cannot listen on \(address): \(error)")
        }
        let isLate = state.withLock { state in
            if !state.isStopped { state.listeners.append(listener) }
            return state.isStopped
        }
        if isLate {
            listener.close()
            throw .shutDown
        }
        return Address(listener.boundAddress, isSecure: address.isSecure)
    }

    /// Serves a peer over a connection that somebody else has made, such as one end of
    /// `socketpair`.
    ///
    /// From here on the descriptor is the server's, which closes it once: with the connection, or
    /// when there is to be none, since the limits refuse one more for example.
    ///
    /// - Parameter descriptor: A connected stream socket.
    /// - Throws: `RuntimeError` with `cannotListen` if it is no such socket, or with `stopped`.
    public func adopt(_ descriptor: Int32) throws(RuntimeError) {
        let loop = group.next()
        do throws(SocketError) {
            try loop.admit(descriptor, options: core.configuration.listening) { [core] network in
                core.admit(network, on: loop)
            }
        } catch .loopStopped {
            throw .shutDown
        } catch {
            throw RuntimeError(.cannotListen, "cannot serve descriptor \(descriptor): \(error)")
        }
    }

    /// Ends all connections at once, as a network does that is gone; from any thread, and it
    /// happens soon.
    ///
    /// Peers may connect anew, and calls that were under way may still be carried out.
    public func cutConnections() {
        core.cutConnections()
    }

    /// Replaces the limits; from any thread, and it takes effect soon.
    ///
    /// They hold for open connections too, but none is closed because there are now too many.
    ///
    /// - Parameter limits: What peers may cost from now on.
    public func set(_ limits: ServerLimits) {
        core.set(limits)
    }

    /// Replaces what answers the methods; from any thread, and it takes effect soon.
    ///
    /// Calls that are under way end with what they began with, and what answered before is let go.
    ///
    /// - Parameter router: The same methods, registered in the same order: anything else is a
    ///   programmer's error.
    public func set(_ router: Router) {
        core.set(router)
    }

    /// How many connections are open.
    public var connectionCount: Int { core.connectionCount }

    /// Stops accepting and lets what is running end; returns at once.
    ///
    /// Streams are told to finish, and new calls are refused with UNAVAILABLE. Each connection
    /// closes after its last call. What is left after the timeout ends with UNAVAILABLE.
    ///
    /// - Parameter timeout: How long calls may go on.
    public func beginGracefulShutdown(timeout: Duration = .seconds(10)) {
        closeListeners()
        core.drain(timeout: timeout.wholeNanoseconds)
    }

    /// Returns when each event loop has taken a turn: a sign of life.
    public func waitForTurn() async {
        for loop in group.loops {
            await withCheckedContinuation { continuation in
                if !loop.execute({ continuation.resume() }) { continuation.resume() }
            }
        }
    }

    /// Returns once a shutdown has begun and the last connection has ended.
    public func waitUntilStopped() async {
        await core.waitUntilDrained()
    }

    /// Ends everything at once, and returns when the threads of the server have ended.
    ///
    /// It must not be called by a handler on an event loop.
    public func shutdown() {
        closeListeners()
        core.drain(timeout: 0)
        if ownsGroup { group.shutdown() }
    }

    private func closeListeners() {
        let listeners = state.withLock { state in
            defer { state.listeners = [] }
            state.isStopped = true
            return state.listeners
        }
        for listener in listeners { listener.close() }
    }
}

/// How a server works; fixed from its start, but for `limits`.
public struct ServerConfiguration: Sendable {
    /// How many event loops, each with a thread, share the connections.
    public var eventLoopCount = 2

    /// What the loops may spend on looking for a lone caller's next call instead of sleeping.
    package var busyWaitBudget = BusyWaitBudget.none

    /// What peers may cost; `Server.set(_:)` replaces it later.
    public var limits = ServerLimits()

    /// From how many unsent bytes on a connection's requests wait and its streams are not writable.
    ///
    /// They also wait, however few bytes there are, while the system takes none of them.
    public var outboundPauseByteCount = 256 << 10

    /// The rights of the file of a Unix socket; by default only its owner may connect.
    public var unixSocketMode: UInt32 = 0o600

    /// What is told of each call that has ended, on the event loop, once its reply was sent.
    public var callObserver: (@Sendable (CallRecord) -> Void)?

    /// Creates the configuration with its defaults.
    public init() {}
}

extension ServerConfiguration {
    /// How connections are let in.
    fileprivate var listening: ListenerOptions {
        var options = ListenerOptions()
        options.unixMode = unixSocketMode
        options.connection.highWaterMark = outboundPauseByteCount
        options.connection.lowWaterMark = outboundPauseByteCount / 4
        return options
    }
}

extension RuntimeError {
    /// What is asked of a server that has been shut down fails with this.
    package static let shutDown = RuntimeError(.stopped, "the server has been shut down")
}
