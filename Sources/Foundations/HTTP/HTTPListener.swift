internal import CMicroHTTPD
internal import Locking
internal import Networking

/// Serves pages by HTTP at one address, on a thread of its own: for measurements and health, which
/// few ask for and nobody may be kept from.
///
/// Each connection is good for one request. Only GET is answered, the bodies of requests are not
/// read, and what is malformed or too long is refused by libmicrohttpd.
package final class HTTPListener: Sendable {
    /// Where clients connect, with the port that the system chose for port 0.
    package let boundAddress: HTTPAddress

    private let daemon: Mutex<HTTPDaemon?>

    /// Binds, listens and begins to serve.
    ///
    /// - Parameters:
    ///   - address: Where to listen.
    ///   - limits: What clients may cost.
    ///   - pages: What answers requests, on the listener's thread.
    /// - Throws: Why it cannot be done.
    package init(
        at address: HTTPAddress,
        limits: HTTPLimits = HTTPLimits(),
        pages: @escaping HTTPPages
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
        guard let started = HTTPDaemon(on: socket, limits, pages) else {
            throw HTTPError(description: "cannot serve on \(address): the system has no thread")
        }
        daemon = Mutex(started)
    }

    deinit {
        close()
    }

    /// Ends all connections and the thread, and returns when they have ended; again is no change.
    ///
    /// It must not be called by what answers requests.
    package func close() {
        daemon.withLock { daemon in
            daemon?.stop()
            daemon = nil
        }
    }
}

/// What clients may cost a listener.
package struct HTTPLimits: Sendable {
    /// How many connections may be open; one more, and the oldest ends.
    ///
    /// Refusing the newcomer instead would let whoever holds connections and says nothing keep an
    /// honest client out. 64 are several times what collects measurements of one program.
    package var connectionCountMax = 64
    /// How many seconds a connection may be silent, or take nothing of its page.
    package var silenceSecondsMax = 10
    /// How much of a request is taken: 16 KiB, the head of any client that only gets pages.
    package var requestByteCountMax = 16 << 10

    /// Makes limits for pages about one program.
    package init() {}
}

/// Why HTTP cannot be served.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as the end of a sentence.
    package let description: String
}
