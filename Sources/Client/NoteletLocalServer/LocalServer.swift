internal import Locking
public import NoteletClient
internal import OperatingSystem
internal import SocketTransport
internal import TTRPC

/// The server itself within this process, for the tests of applications: the same rules on the same
/// store as at `notelet-server`, and nothing between but a pair of sockets for each connection.
///
///     let server = try LocalServer()
///     let minji = server.connect()
///     try await minji.signUp(username: "minji", email: "minji@example.com", password: password)
///
/// It listens nowhere and has no port. Its store is in a folder of its own, in memory where the
/// system has room for it. All is gone when the last reference to the server goes, of which each
/// client that it made has one, or at last when the process ends in order.
///
/// An application takes what `connect` gives: `OfflineApplication(server.connect(), in: folder)`
/// and `RemoteRepositories(server.connect())`. What a test does to its network is done here:
/// `cutConnections()` loses all connections, and between `stop()` and `start()` there is no server.
///
/// Any number of them may be there at a time.
public final class LocalServer: Sendable {
    /// What the server is called where an address would stand; no other one has it.
    public let name: String

    private let place: ServicePlace
    private let life: Mutex<Life>

    /// Whether there is a server to connect to; each state leads to the next one, and the last to
    /// the first.
    private enum Life {
        case running(ServiceRun)
        case stopping(Task<Void, Never>)
        case stopped
    }

    /// Makes an empty store, and serves it.
    ///
    /// - Parameter configuration: How it differs from a server that people reach.
    /// - Throws: `LocalServerError`.
    public init(
        _ configuration: LocalServerConfiguration = LocalServerConfiguration()
    ) throws(LocalServerError) {
        place = try ServicePlace(configuration)
        name = "local://" + place.name
        life = Mutex(.running(try ServiceRun(at: place)))
    }

    deinit {
        run?.endAtOnce()
    }

    /// Makes a client of this server; nothing is sent yet.
    ///
    /// It takes the time from where the server does.
    ///
    /// - Parameters:
    ///   - sessions: What keeps the session; in memory unless given.
    ///   - configuration: How patient to be.
    /// - Returns: The client, which connects as often as it has to.
    public func connect(
        sessions: any SessionStore = MemorySessionStore(),
        configuration: NoteletConfiguration = NoteletConfiguration()
    ) -> Notelet {
        let transport = TTRPCTransport(to: name, introduction: Carrier.introduction) {
            [self] () async throws(RuntimeError) in
            guard let run else { throw .shutDown }
            return try await Client.connect(to: run.server)
        }
        var sources = ClientSources.system
        sources.now = { [clock = place.clock] in clock.seconds }
        return Notelet(
            over: Carrier(transport, server: name, isSecure: false, configuration),
            sessions: sessions,
            configuration: configuration,
            sources: sources
        )
    }

    /// What its operator does.
    public var desk: LocalOperator { LocalOperator(server: self) }

    /// How many connections clients have.
    public var connectionCount: Int { run?.server.connectionCount ?? 0 }

    /// Loses all connections, as a network does: a call that was under way may have been carried
    /// out or not, and the next one connects anew.
    public func cutConnections() async {
        guard let server = run?.server else { return }
        server.cutConnections()
        await server.waitForTurn()
    }

    /// Takes the server down, as its operator would; the store stays.
    ///
    /// Calls that are under way are answered, watches end, and nobody can connect until `start()`.
    public func stop() async {
        life.withLock { life in
            guard case .running(let run) = life else { return }
            life = .stopping(Task { await run.end() })
        }
        await waitUntilStopped()
    }

    /// Serves the store again, after `stop()`; a server that runs is left alone.
    ///
    /// - Throws: `LocalServerError`.
    public func start() async throws(LocalServerError) {
        await waitUntilStopped()
        try life.withLock { life throws(LocalServerError) in
            guard case .stopped = life else { return }
            life = .running(try ServiceRun(at: place))
        }
    }

    /// Does what a server does by itself each half minute; here it is done at no other time.
    ///
    /// It clears what was deleted or has lapsed, and gives a sign of life on idle streams.
    ///
    /// - Throws: `LocalServerError` when the server is stopped, or the store refuses.
    public func keepHouse() async throws(LocalServerError) {
        guard let run else { throw LocalServerError("The server is stopped.") }
        try await run.keepHouse()
    }

    /// What operators can connect to; nil unless the server runs.
    var administration: Server? { run?.administration }

    /// What clients can connect to; nil unless the server runs.
    private var run: ServiceRun? {
        life.withLock { life in
            guard case .running(let run) = life else { return nil }
            return run
        }
    }

    private func waitUntilStopped() async {
        guard case .stopping(let task) = life.withLock({ $0 }) else { return }
        await task.value
        life.withLock { life in
            if case .stopping(task) = life { life = .stopped }
        }
    }
}
