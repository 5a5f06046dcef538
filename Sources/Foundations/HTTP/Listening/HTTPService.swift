internal import CMicroHTTPD
internal import Networking

/// What a daemon of libmicrohttpd calls: takes note of its connections, receives requests, and
/// sends what the handler answers.
final class HTTPService: Sendable {
    let connections: HTTPConnections
    private let handler: any HTTPHandler
    private let credentials: HTTPCredentials?

    init(_ handler: any HTTPHandler, _ limits: HTTPLimits, _ credentials: HTTPCredentials?) {
        self.handler = handler
        self.credentials = credentials
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
            let network = unsafe PeerNetwork(ofSocket: descriptor.pointee.connect_fd)
        else { return nil }
        let connection = HTTPConnection(
            network,
            credentials,
            descriptor: unsafe descriptor.pointee.connect_fd
        )
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
        _ target: HTTPTarget
    ) -> (kept: UnsafeMutableRawPointer, result: MHD_Result)? {
        guard let connection = unsafe Self.connection(of: pointer) else { return nil }
        let request = unsafe target.request(connection, pointer)
        let admission = admission(of: request)
        let exchange = unsafe HTTPExchange(connection, HTTPPause(of: pointer), admission)
        let kept = unsafe Unmanaged.passRetained(exchange).toOpaque()
        if !connections.begin(exchange) {
            exchange.answer(.response(.ending))
        } else if case .refusal(let refusal) = admission {
            exchange.answer(.response(refusal))
        } else {
            return unsafe (kept, .YES)
        }
        return unsafe (kept, send(exchange, on: pointer))
    }

    private func admission(of request: borrowing HTTPRequest) -> HTTPAdmission {
        let admission = handler.admit(request)
        guard case .body(let byteCountMax) = admission,
            let announced = request.header("content-length").flatMap(Int.init),
            announced > byteCountMax
        else { return admission }
        let line = "At most \(byteCountMax) bytes are taken."
        return .refusal(HTTPResponse(.contentTooLarge, line: line))
    }

    /// Takes a request that is whole, and sends its answer, now or when there is one.
    func handle(
        _ exchange: HTTPExchange,
        _ pointer: OpaquePointer,
        _ target: HTTPTarget
    ) -> MHD_Result {
        exchange.connection.awaitNothing()
        let request = unsafe target.request(exchange.connection, pointer)
        handler.handle(request, body: exchange.takeBody(), HTTPReply(to: exchange))
        return unsafe send(exchange, on: pointer)
    }

    /// Sends the answer of a request, or has its connection rest until there is one.
    func send(_ exchange: HTTPExchange, on pointer: OpaquePointer) -> MHD_Result {
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

/// What a request is for.
struct HTTPTarget {
    let verb: String
    let path: String

    func request(_ connection: HTTPConnection, _ pointer: OpaquePointer) -> HTTPRequest {
        unsafe HTTPRequest(verb: verb, path: path, connection, pointer)
    }
}
