package import Networking

/// Where a peer comes from, as a number that means nothing outside this process.
///
/// It is a keyed digest (SipHash, whose key each process draws for itself) of the peer's network,
/// so that what is counted by origin can be kept without keeping an address. Two networks share one
/// with a chance of 2^-64.
package struct PeerOrigin: Hashable, Sendable {
    /// The digest.
    package let digest: UInt64

    /// The origin of all peers of a network.
    package init(_ network: PeerNetwork) {
        var hasher = Hasher()
        hasher.combine(network)
        digest = UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

/// What carries a connection.
public enum Transport: Hashable, Sendable, CaseIterable {
    /// TCP, not encrypted.
    case tcp
    /// TLS over TCP.
    case tls
    /// A Unix socket.
    case unix
}
