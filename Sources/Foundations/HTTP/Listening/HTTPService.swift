internal import CMicroHTTPD
internal import Networking

/// What a daemon of libmicrohttpd calls: takes note of its connections, receives requests, and
/// sends what the handler answers.
final class HTTPService: Sendable {
    let connections: HTTPConnections
    private let handler: any HTTPHandler
    private let credentials: HTTPCredentials?
    private let silenceSecondsMax: Int

    init(_ handler: any HTTPHandler, _ limits: HTTPLimits, _ credentials: HTTPCredentials?) {
        self.handler = handler
        self.credentials = credentials
        silenceSecondsMax = limits.silenceSecondsMax
        connections = HTTPConnections(limits)
    }

    /// The service that a daemon was given.
    static func at(_ context: UnsafeMutableRawPointer?) -> HTTPService? {
        unsafe context.map { unsafe Unmanaged<HTTPService>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Takes a new connection; libmicrohttpd keeps what is returned until `end`.
    func begin(_ pointer: OpaquePointer) -> UnsafeMutableRawPointer? {
        guard
            let descriptor = unsafe shim_MHD_get_connection_info(
                pointer,
                .CONNECTION_INFO_CONNECTION_FD
            ),
            let address = unsafe PeerAddress(ofSocket: descriptor.pointee.connect_fd)
        else { return nil }
        let connection = HTTPConnection(
            address,
            credentials,
            descriptor: unsafe descriptor.pointee.connect_fd
        )
        prepareAccepted(socket: connection.descriptor, silenceSecondsMax: silenceSecondsMax)
        connections.begin(connection)
        return unsafe Unmanaged.passRetained(connection).toOpaque()
    }

    /// Lets a connection go.
    func end(_ connection: UnsafeMutableRawPointer) {
        let connection = unsafe Unmanaged<HTTPConnection>.fromOpaque(connection)
        unsafe connections.end(connection.takeUnretainedValue())
        unsafe connection.release()
    }

    /// Takes the head of a request; libmicrohttpd keeps what is returned until `end(exchange:)`.
    func beginExchange(
        _ pointer: OpaquePointer,
        verb: String,
        path: String
    ) -> (kept: UnsafeMutableRawPointer, result: MHD_Result)? {
        guard let connection = unsafe Self.connection(of: pointer) else { return nil }
        if credentials?.clientAuthorities != nil, connection.certificateName == nil {
            unsafe connection.set(certificateName: ShownCertificate.name(on: pointer))
        }
        let exchange = unsafe HTTPExchange(connection, HTTPPause(of: pointer))
        let kept = unsafe Unmanaged.passRetained(exchange).toOpaque()
        guard connections.begin(exchange) else {
            exchange.receive(.answer(.ending))
            return unsafe (kept, finish(exchange, on: pointer))
        }
        guard unsafe RequestFraming.isClear(pointer) else {
            exchange.receive(.answer(.ambiguous))
            return unsafe (kept, finish(exchange, on: pointer))
        }
        let request = unsafe HTTPRequest(verb: verb, path: path, connection, pointer)
        let reception = reception(of: request)
        exchange.receive(reception)
        // An answer in the place of a body ends the connection; one behind it does not.
        guard case .answer = reception, request.hasBody else { return unsafe (kept, .YES) }
        return unsafe (kept, finish(exchange, on: pointer))
    }

    private func reception(of request: borrowing HTTPRequest) -> HTTPReception {
        let reception = handler.receive(request)
        guard case .body(let byteCountMax, let headers, _) = reception,
            let announced = request.header("content-length").flatMap(Int.init),
            announced > byteCountMax
        else { return reception }
        let line = "At most \(byteCountMax) bytes are taken."
        var refusal = HTTPResponse(.contentTooLarge, line: line)
        refusal.headers += headers
        return .answer(refusal)
    }

    /// Has a request handled that is whole, and sends its answer, or has its connection rest until
    /// there is one.
    func finish(_ exchange: HTTPExchange, on pointer: OpaquePointer) -> MHD_Result {
        exchange.finishReceiving()
        guard let answer = exchange.takeAnswerOrRest() else { return .YES }
        return unsafe HTTPSending.queue(answer, on: pointer)
    }

    /// Lets a request go.
    func end(exchange: UnsafeMutableRawPointer) {
        let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(exchange)
        unsafe exchange.takeUnretainedValue().end()
        unsafe connections.end(exchange.takeUnretainedValue())
        unsafe exchange.release()
    }

    static func connection(of pointer: OpaquePointer) -> HTTPConnection? {
        let information = unsafe shim_MHD_get_connection_info(
            pointer,
            .CONNECTION_INFO_SOCKET_CONTEXT
        )
        guard let context = unsafe information?.pointee.socket_context else { return nil }
        return unsafe Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
    }
}
