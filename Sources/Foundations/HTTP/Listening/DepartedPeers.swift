internal import Glibc

/// Finds out who has gone while nothing was sent: libmicrohttpd does not look at a connection that
/// rests.
enum DepartedPeers {
    /// Those of some connections whose peers have shut at least their sending side, which clients
    /// of HTTP do when they go.
    static func among(_ connections: [HTTPConnection]) -> [HTTPConnection] {
        guard !connections.isEmpty else { return [] }
        var polled = connections.map { pollfd(fd: $0.descriptor, events: peerHasShut, revents: 0) }
        guard unsafe poll(&polled, nfds_t(polled.count), 0) > 0 else { return [] }
        return zip(connections, polled).filter { $1.revents != 0 }.map(\.0)
    }

    /// `POLLRDHUP`, which Glibc declares under _GNU_SOURCE only.
    private static let peerHasShut: Int16 = 0x2000
}
