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
    private let sweeps: Task<Void, Never>
    /// By which a Unix socket is found, until it is closed.
    private let file: UnixSocketFile?

    /// Listens at an address that was claimed, and begins to serve.
    ///
    /// - Parameters:
    ///   - claim: Where to listen.
    ///   - limits: What clients may cost.
    ///   - credentials: What the listener proves itself with at an `https://` address, which cannot
    ///     do without; other addresses pass it over.
    ///   - handler: What answers requests, on the listener's threads.
    /// - Throws: Why it cannot be done.
    package init(
        at claim: HTTPAddressClaim,
        limits: HTTPLimits,
        credentials: HTTPCredentials? = nil,
        handler: any HTTPHandler
    ) throws(HTTPError) {
        let address = claim.address
        precondition(credentials != nil || !address.isSecure, "HTTPS needs a certificate.")
        let credentials = address.isSecure ? credentials : nil
        var socket: ListeningSocket
        do throws(SocketError) {
            socket = try claim.bound.listen(ListenerOptions())
        } catch {
            throw HTTPError(description: "cannot listen on \(address): \(error)")
        }
        boundAddress = address
        file = socket.takeFile()
        service = HTTPService(handler, limits, credentials)
        guard let started = HTTPDaemon(on: socket.release(), limits, credentials, service) else {
            throw HTTPError(description: "cannot serve on \(address): the system has no thread")
        }
        daemon = Mutex(started)
        sweeps = Task { [connections = service.connections] in
            // Throws only when the listener has been closed.
            while (try? await Task.sleep(for: limits.sweepTime)) != nil { connections.sweep() }
        }
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
        try self.init(
            at: HTTPAddressClaim(address),
            limits: limits,
            handler: HTTPPageHandler(pages: pages)
        )
    }

    deinit {
        close()
    }

    /// Replaces the limits, but for those of threads, silence and the size of heads.
    package func set(_ limits: HTTPLimits) { service.connections.set(limits) }

    /// How many connections are open.
    package var connectionCount: Int { service.connections.count }

    /// Takes no connections and no requests any more.
    package func beginDrain() {
        daemon.withLock { $0?.quiesce() }
        service.connections.beginEnd()
    }

    /// Takes no connections and no requests any more, and returns once none is under way.
    package func drain() async {
        beginDrain()
        await withCheckedContinuation { continuation in
            service.connections.drain { continuation.resume() }
        }
    }

    /// Ends all connections and the threads, and returns when they have ended; again is no change.
    ///
    /// It must not be called by what answers requests.
    package func close() {
        sweeps.cancel()
        daemon.withLock { daemon in
            if daemon != nil { file?.remove() }
            daemon?.stop()
            daemon = nil
        }
    }
}
