internal import Glibc
internal import Locking
package import Networking

/// Calls the methods of a server over one connection.
///
/// Any number of calls run at a time; their answers come in any order. When the connection ends,
/// all of them fail with UNAVAILABLE, and so do later ones: a client does not reconnect by itself.
/// Letting go of a client closes its connection.
public final class Client: Sendable {
    /// The level of callbacks beneath.
    package let connection: ClientConnection

    /// Puts `async` on a connection.
    package init(_ connection: ClientConnection) {
        self.connection = connection
    }

    deinit {
        connection.close()
    }

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - address: Where the server listens.
    ///   - credentials: Whom to trust at a `tls://` address; whom the system trusts if not given.
    ///     Other addresses pass it over.
    ///   - configuration: What is allowed.
    /// - Returns: The client.
    /// - Throws: `RuntimeError` with `cannotConnect`, `handshakeFailed` or `unusableCertificate`.
    public static func connect(
        to address: Address,
        credentials: ClientCredentials? = nil,
        configuration: ClientConfiguration = ClientConfiguration()
    ) async throws(RuntimeError) -> Client {
        try await connect(
            to: address,
            credentials: credentials,
            on: try ClientLoop.shared(),
            configuration: configuration
        )
    }

    /// Goes on over a connection that somebody else has made, such as one end of `socketpair`.
    ///
    /// From here on the descriptor is the client's, which closes it once: with the connection, or
    /// when there is to be none.
    ///
    /// - Parameters:
    ///   - descriptor: A connected stream socket.
    ///   - configuration: What is allowed.
    /// - Returns: The client.
    /// - Throws: `RuntimeError` with `cannotConnect` if it is no such socket.
    public static func connect(
        adopting descriptor: Int32,
        configuration: ClientConfiguration = ClientConfiguration()
    ) async throws(RuntimeError) -> Client {
        let loop: EventLoop
        do throws(RuntimeError) {
            loop = try ClientLoop.shared()
        } catch {
            _ = Glibc.close(descriptor)
            throw error
        }
        let result = await withHandover { handOver in
            ClientConnection.adopt(
                descriptor,
                on: loop,
                configuration: configuration,
                completion: handOver
            )
        }
        return Client(try result.get())
    }

    /// Connects to a server of this process, which need not listen anywhere: over a pair of sockets
    /// that nobody else has.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - configuration: What is allowed.
    /// - Returns: The client.
    /// - Throws: `RuntimeError` with `cannotConnect`, or with `stopped` if the server has been shut
    ///   down.
    public static func connect(
        to server: Server,
        configuration: ClientConfiguration = ClientConfiguration()
    ) async throws(RuntimeError) -> Client {
        var pair = try makePair()
        try server.adopt(pair.takeFirst())
        return try await connect(adopting: pair.takeSecond(), configuration: configuration)
    }

    private static func makePair() throws(RuntimeError) -> SocketPair {
        do {
            return try SocketPair()
        } catch {
            throw RuntimeError(
                .cannotConnect,
                "no pair of sockets could be made: \(error)",
                cause: .system(error.errno)
            )
        }
    }

    /// Connects to a server on a given loop.
    package static func connect(
        to address: Address,
        credentials: ClientCredentials? = nil,
        on loop: EventLoop,
        configuration: ClientConfiguration = ClientConfiguration()
    ) async throws(RuntimeError) -> Client {
        var trusted = address.isSecure ? credentials : nil
        if address.isSecure, trusted == nil { trusted = try ClientCredentials() }
        let result = await withHandover { handOver in
            ClientConnection.connect(
                to: address,
                credentials: trusted,
                on: loop,
                configuration: configuration,
                completion: handOver
            )
        }
        return Client(try result.get())
    }

    /// Makes a unary call on the level of bytes.
    ///
    /// Cancelling the task gives up the call; the server may still carry it out.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - payload: The encoded request.
    ///   - options: The timeout and what travels beside the request.
    /// - Returns: The encoded response.
    /// - Throws: `RPCError` as the server refused, or DEADLINE_EXCEEDED, CANCELLED, UNAVAILABLE.
    public func call(
        _ method: MethodDescriptor,
        payload: [UInt8],
        options: CallOptions = CallOptions()
    ) async throws(RPCError) -> [UInt8] {
        let token = CallToken()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(token, method, payload, options, continuation)
            }
        } onCancel: {
            connection.perform { [connection] in
                connection.give(up: token, .cancelledByCaller)
            }
        }
        return try result.get()
    }

    /// Opens a call with streams of messages, on the level of bytes.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - shape: Which sides send many messages, as the server has it.
    ///   - request: The request of a server stream; for others an optional first message, of which
    ///     an empty one is none.
    ///   - options: The timeout of the whole call and what travels beside the request.
    /// - Returns: The call, whose failure `messages` throws.
    public func openStream(
        _ method: MethodDescriptor,
        _ shape: StreamShape,
        request: [UInt8] = [],
        options: CallOptions = CallOptions()
    ) -> ClientStream {
        let state = ClientStreamState(shape, on: connection)
        let isTaken = connection.perform { [connection] in
            request.withRawSpan { connection.start(state, method, $0, options) }
        }
        if !isTaken { state.messages.finish(RPCError(.connectionLost)) }
        return ClientStream(state, on: connection)
    }

    /// Closes the connection; calls that are running fail with UNAVAILABLE.
    public func close() {
        connection.close()
    }

    /// Returns once the connection has ended, whoever ended it.
    public func waitUntilClosed() async {
        await withCheckedContinuation { continuation in
            let isTaken = connection.perform { [connection] in
                connection.whenClosed { continuation.resume() }
            }
            if !isTaken { continuation.resume() }
        }
    }

    private func start(
        _ token: CallToken,
        _ method: MethodDescriptor,
        _ payload: [UInt8],
        _ options: CallOptions,
        _ continuation: CheckedContinuation<Result<[UInt8], RPCError>, Never>
    ) {
        let isTaken = connection.perform { [connection] in
            payload.withRawSpan { payload in
                connection.start(token, method, payload, options) { status, response in
                    continuation.resume(
                        returning: status.code == .ok
                            ? .success(response.copiedBytes()) : .failure(RPCError(status))
                    )
                }
            }
        }
        if !isTaken { continuation.resume(returning: .failure(RPCError(.connectionLost))) }
    }
}

/// The loop that clients share which were given none: one thread serves many connections.
private enum ClientLoop {
    private static let started = Result { () throws(SystemError) in
        try EventLoop(name: "ttrpc-client")
    }

    static func shared() throws(RuntimeError) -> EventLoop {
        do {
            return try started.get()
        } catch {
            throw RuntimeError(.cannotConnect, "no event loop could be started: \(error)")
        }
    }
}

/// What a client allows, and how long it waits.
public struct ClientConfiguration: Hashable, Sendable {
    /// What is taken from the server on the wire, and sent to it.
    public var limits = WireLimits()

    /// How long to try to connect.
    public var connectTimeout: Duration = .seconds(10)

    /// From how many unsent bytes on the producers of streams wait.
    public var outboundPauseByteCount = 256 << 10

    /// Creates the configuration with its defaults.
    public init() {}
}
