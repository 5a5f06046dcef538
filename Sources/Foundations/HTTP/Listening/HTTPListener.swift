internal import CMicroHTTPD
internal import Locking
internal import Networking

/// Serves HTTP at one address, on threads of its own.
///
/// What is malformed or too long is refused by libmicrohttpd, and what takes too long ends.
package final class HTTPListener: Sendable {
    /// Where clients connect, with the port that the system chose for port 0.
    package let boundAddress: HTTPAddress

    private let daemon: Mutex<HTTPDaemon?>
    private let service: HTTPService

    /// Binds, listens and begins to serve.
    ///
    /// - Parameters:
    ///   - address: Where to listen.
    ///   - limits: What clients may cost.
    ///   - handler: What answers requests, on the listener's threads.
    /// - Throws: Why it cannot be done.
    package init(
        at address: HTTPAddress,
        limits: HTTPLimits,
        handler: any HTTPHandler
    ) throws(HTTPError) {
        let socket: ListeningSocket
        do throws(SocketError) {
            socket = try ListeningSocket.open(at: address.socketAddress, ListenerOptions())
        } catch {
            throw HTTPError(description: "cannot listen on \(address): \(error)")
        }
        var port = address.port
        if case .tcp(_, let bound) = socket.boundAddress { port = bound }
        boundAddress = HTTPAddress(host: address.host, port: port)
        service = HTTPService(handler, limits, isEncrypted: false)
        guard let started = HTTPDaemon(on: socket, limits, service) else {
            throw HTTPError(description: "cannot serve on \(address): the system has no thread")
        }
        daemon = Mutex(started)
    }

    /// Serves the pages of a few paths: for measurements and health, which few ask for and nobody
    /// may be kept from.
    ///
    /// Each connection is good for one request. Only GET is answered.
    package convenience init(
        at address: HTTPAddress,
        limits: HTTPLimits = HTTPLimits(),
        pages: @escaping HTTPPages
    ) throws(HTTPError) {
        try self.init(at: address, limits: limits, handler: HTTPPageHandler(pages: pages))
    }

    deinit {
        close()
    }

    /// How many connections are open.
    package var connectionCount: Int { service.connections.count }

    /// Takes no connections and no requests any more, and returns once none is under way.
    package func drain() async {
        daemon.withLock { $0?.quiesce() }
        await withCheckedContinuation { continuation in
            service.connections.drain { continuation.resume() }
        }
    }

    /// Ends all connections and the threads, and returns when they have ended; again is no change.
    ///
    /// It must not be called by what answers requests.
    package func close() {
        daemon.withLock { daemon in
            daemon?.stop()
            daemon = nil
        }
    }
}
