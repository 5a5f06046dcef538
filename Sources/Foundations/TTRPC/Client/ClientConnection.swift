import Locking
package import Networking

/// One connection of a client: joins the state machine and the socket.
///
/// It is the level of callbacks, on the connection's loop; `Client` puts `async` on it.
///
/// `@unchecked Sendable`: everything that changes is used on the connection's loop alone; other
/// threads come in by `perform`.
package final class ClientConnection: @unchecked Sendable {
    let socket: Connection
    var machine: ClientConnectionMachine<ClientCall>
    private var isReadingPaused = false
    /// The senders that were asked to wait for the outbound bytes to go.
    private var waitingSenders: [@Sendable () -> Void] = []
    /// Who wants to know that the connection has ended.
    private var closeObservers: [@Sendable () -> Void] = []
    private(set) var isClosed = false

    fileprivate init(_ socket: Connection, _ limits: WireLimits) {
        self.socket = socket
        machine = ClientConnectionMachine(limits: limits)
    }

    /// Connects; `completion` is called exactly once, on the loop if it runs.
    ///
    /// With `credentials` the connection is encrypted, whatever the address says.
    package static func connect(
        to address: Address,
        credentials: ClientCredentials? = nil,
        on loop: EventLoop,
        configuration: ClientConfiguration = ClientConfiguration(),
        completion: @escaping @Sendable (Result<ClientConnection, RuntimeError>) -> Void
    ) {
        let making = ConnectionMaking(configuration)
        Connector.connect(
            to: address.socketAddress,
            securedBy: credentials?.context,
            on: loop,
            timeoutNanoseconds: configuration.connectTimeout.wholeNanoseconds,
            options: making.options,
            handler: { making.handler(for: $0) },
            completion: { result in completion(making.outcome(result, of: "\(address)")) }
        )
    }

    /// Takes over a socket that is connected already; `completion` is called exactly once.
    ///
    /// From here on the descriptor is the connection's, which closes it once.
    package static func adopt(
        _ descriptor: Int32,
        on loop: EventLoop,
        configuration: ClientConfiguration = ClientConfiguration(),
        completion: @escaping @Sendable (Result<ClientConnection, RuntimeError>) -> Void
    ) {
        let making = ConnectionMaking(configuration)
        Connector.adopt(
            descriptor,
            on: loop,
            options: making.options,
            handler: { making.handler(for: $0) },
            completion: { completion(making.outcome($0, of: "descriptor \(descriptor)")) }
        )
    }

    /// Whether the caller is on the connection's loop.
    package var isOnLoop: Bool { socket.loop.isCurrent }

    /// Runs `job` on the loop: at once if the caller is there, and otherwise soon.
    ///
    /// - Returns: False if the loop has been stopped, so that the job does not run.
    @discardableResult
    package func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
        guard !isOnLoop else {
            job()
            return true
        }
        return socket.loop.execute(job)
    }

    /// Ends the connection, from any thread; calls fail with UNAVAILABLE.
    package func close() {
        perform {
            self.failAll(.connectionLost)
            self.socket.close()
        }
    }

    /// Calls `observer` when the connection has ended, or at once if it has; on the loop.
    func whenClosed(_ observer: @escaping @Sendable () -> Void) {
        if isClosed { observer() } else { closeObservers.append(observer) }
    }

    /// Calls `sender` once the socket takes bytes again, or at once if it does; on the loop.
    func whenWritable(_ sender: @escaping @Sendable () -> Void) {
        if isClosed || socket.isClosing || socket.isWritable {
            sender()
        } else {
            waitingSenders.append(sender)
        }
    }

    /// Lets the frames in the receive buffer go on; on the loop.
    func resumeReading() {
        guard isReadingPaused else { return }
        isReadingPaused = false
        socket.resumeReading()
    }

    /// Ends all calls with a status; on the loop.
    func failAll(_ status: Status) {
        for call in machine.finishAll() { end(call, status) }
    }

    /// Tells a call that has left the table how it ended; on the loop.
    func end(_ call: ClientCall, _ status: Status) {
        if let timer = call.timer { socket.loop.cancel(timer) }
        switch call {
        case .unary(let completion, _): completion(status, RawSpan())
        case .stream(let stream, _): stream.end(status)
        }
    }

    private func process(_ bytes: RawSpan) -> Int {
        var offset = 0
        while !socket.isClosing {
            let rest = bytes.extracting(offset...)
            guard let usedByteCount = step(rest) else { return offset }
            offset += usedByteCount
        }
        return bytes.byteCount
    }

    /// Takes one step, and returns how many bytes it used, or nil if it cannot be taken now.
    private func step(_ bytes: RawSpan) -> Int? {
        switch machine.next(in: bytes) {
        case .incomplete:
            return nil
        case .blocked:
            isReadingPaused = true
            socket.pauseReading()
            return nil
        case .passed(let byteCount):
            return byteCount
        case .response(let byteCount, let call, let envelope):
            let body = bytes.extracting(FrameHeader.byteCount..<byteCount)
            complete(call, envelope.status, body.extracting(envelope.payload))
            return byteCount
        case .message(let byteCount, let call, let isLast):
            if case .stream(let stream, let timer) = call {
                stream.receive(bytes.extracting(FrameHeader.byteCount..<byteCount))
                if isLast {
                    if let timer { socket.loop.cancel(timer) }
                    stream.end(.ok)
                }
            }
            return byteCount
        case .ended(let byteCount, let call):
            end(call, .ok)
            return byteCount
        case .failed(let byteCount, let call, let status):
            end(call, status)
            return byteCount
        case .close:
            failAll(
                Status(
                    .unavailable,
                    "the server broke the protocol; perhaps it is to be reached by tls://"
                )
            )
            socket.close()
            return nil
        }
    }

    private func complete(_ call: ClientCall, _ status: Status, _ payload: RawSpan) {
        if let timer = call.timer { socket.loop.cancel(timer) }
        switch call {
        case .unary(let completion, _):
            completion(status, status.code == .ok ? payload : RawSpan())
        case .stream(let stream, _):
            if status.code == .ok { stream.receiveResponse(payload) }
            stream.end(status)
        }
    }
}

extension ClientConnection: ConnectionHandler {
    /// Feeds the state machine; what is not whole yet, or cannot be taken now, stays in the buffer.
    package func connectionDidReceive(_ connection: Connection, _ buffer: inout ReceiveBuffer) {
        let usedByteCount = buffer.withBytes { bytes in process(bytes) }
        buffer.consume(usedByteCount)
    }

    /// Lets all senders go on that were asked to wait.
    package func connectionDidDrain(_ connection: Connection) {
        let senders = waitingSenders
        waitingSenders = []
        for sender in senders { sender() }
    }

    /// Fails all calls that are open, lets waiting senders find out, and then tells the observers.
    package func connectionDidClose(_ connection: Connection, reason: CloseReason) {
        isClosed = true
        failAll(.connectionLost(reason))
        connectionDidDrain(connection)
        let observers = closeObservers
        closeObservers = []
        for observer in observers { observer() }
    }
}

extension SocketError {
    /// Whether trying again changes nothing until somebody changes a certificate or a setting.
    fileprivate var isLasting: Bool {
        switch self {
        case .security(.endedInHandshake), .security(.handshakeTimedOut), .security(.truncated):
            false
        case .security: true
        default: false
        }
    }
}

extension Status {
    /// What callers learn when a connection has ended, with what the server said at its end.
    static func connectionLost(_ reason: CloseReason) -> Status {
        guard case .security(let error) = reason else { return .connectionLost }
        return Status(.unavailable, "the connection was lost: \(error)")
    }
}

/// Carries the handler from where it is made to where the connection is announced.
private final class ConnectionMaking: Sendable {
    private let configuration: ClientConfiguration
    private let made = Mutex<ClientConnection?>(nil)

    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }

    var options: ConnectionOptions {
        var options = ConnectionOptions()
        options.highWaterMark = configuration.outboundPauseByteCount
        options.lowWaterMark = configuration.outboundPauseByteCount / 4
        return options
    }

    func handler(for socket: Connection) -> ClientConnection {
        let connection = ClientConnection(socket, configuration.limits)
        made.withLock { $0 = connection }
        return connection
    }

    /// What came of connecting to a place.
    func outcome(
        _ result: Result<Connection, SocketError>,
        of place: String
    ) -> Result<ClientConnection, RuntimeError> {
        switch result {
        case .success:
            guard let connection = made.withLock({ $0.take() }) else {
                preconditionFailure("A connection is given its handler first.")
            }
            return .success(connection)
        case .failure(let error):
            let message = "cannot connect to \(place): \(error)"
            let code: RuntimeError.Code = error.isLasting ? .handshakeFailed : .cannotConnect
            return .failure(RuntimeError(code, message, cause: RuntimeError.Cause(error)))
        }
    }
}
