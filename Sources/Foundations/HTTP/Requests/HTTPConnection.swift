internal import Glibc
internal import Locking
package import Networking

/// A connection of a listener, for what handlers know and keep of it.
package final class HTTPConnection: Sendable {
    /// Where the peer comes from.
    let address: PeerAddress
    /// What the peer counts as: an address, or this machine.
    package var network: PeerNetwork { address.network }
    /// The user of the process at the other end of a Unix socket, as the kernel tells it.
    package let userID: UInt32?
    /// The name in the certificate that the peer has shown and that comes from an authority which
    /// the listener trusts; nil where none was demanded or shown.
    package var certificateName: String? { shownName.withLock { $0 } }
    /// Whether what travels is encrypted.
    package var isEncrypted: Bool { credentials != nil }

    /// What the listener proves itself with.
    let credentials: HTTPCredentials?

    let descriptor: Int32
    private let shownName = Mutex<String?>(nil)
    /// The moment by which something has to have come, in nanoseconds of the monotonic clock.
    private let deadline = Atomic<UInt64>(.max)
    private let current = Mutex<HTTPExchange?>(nil)
    private let slot = Mutex<(any AnyObject & Sendable)?>(nil)

    init(_ address: PeerAddress, _ credentials: HTTPCredentials?, descriptor: Int32) {
        self.address = address
        self.credentials = credentials
        self.descriptor = descriptor
        userID = address == .local ? peerUserID(ofSocket: descriptor) : nil
    }

    /// Takes note of the certificate that the peer has shown.
    func set(certificateName: String?) { shownName.withLock { $0 = certificateName } }

    /// One object that handlers keep for the life of the connection; the last one to write wins.
    package var userData: (any AnyObject & Sendable)? {
        get { slot.withLock { $0 } }
        set { slot.withLock { $0 = newValue } }
    }

    /// The request that is under way.
    var exchange: HTTPExchange? { current.withLock { $0 } }

    /// Takes note of the request that is under way, or of its end.
    func set(_ exchange: HTTPExchange?) { current.withLock { $0 = exchange } }

    /// Gives the peer so long for what comes next.
    func await(nanoseconds: UInt64) {
        deadline.store(MonotonicClock.now() + nanoseconds, ordering: .relaxed)
    }

    /// Waits for nothing: the peer does.
    func awaitNothing() { deadline.store(.max, ordering: .relaxed) }

    /// Whether what was awaited has not come in time.
    func isLate(at now: UInt64) -> Bool { deadline.load(ordering: .relaxed) < now }

    /// Has the connection end as soon as its thread looks at it.
    ///
    /// Only while its descriptor is known to be open.
    func shut() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
