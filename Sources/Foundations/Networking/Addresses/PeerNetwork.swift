import Glibc

/// What tells the peers of a server apart when each may have only so much.
package enum PeerNetwork: Hashable, Sendable {
    /// An IPv4 address, its first byte the highest; also one that came mapped into IPv6.
    case ipv4(UInt32)
    /// The first 64 bits of an IPv6 address: one host may have all addresses that begin with them.
    case ipv6(prefix: UInt64)
    /// A peer of a Unix socket: this machine, whoever it is.
    case local
}

/// The whole address of a peer, without its port.
package struct PeerAddress: Hashable, Sendable {
    /// What the peer counts as.
    package let network: PeerNetwork
    /// The last 64 bits of an IPv6 address; 0 of any other.
    let host: UInt64

    /// A peer of a Unix socket.
    package static let local = PeerAddress(network: .local, host: 0)

    private init(network: PeerNetwork, host: UInt64) {
        self.network = network
        self.host = host
    }

    /// Reads an address in figures; nil for any other text.
    package init?(_ text: String) {
        var ipv4 = in_addr()
        if unsafe inet_pton(AF_INET, text, &ipv4) == 1 {
            self.init(ipv4)
            return
        }
        var ipv6 = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &ipv6) == 1 else { return nil }
        self.init(ipv6)
    }

    /// The address of the peer of a connected socket; nil once the peer has gone.
    package init?(ofSocket descriptor: Int32) {
        guard let address = try? RawAddress.ofPeer(of: descriptor).peer else { return nil }
        self = address
    }

    fileprivate init(_ address: in_addr) {
        self.init(network: .ipv4(UInt32(bigEndian: address.s_addr)), host: 0)
    }

    /// Takes an IPv6 address; `::ffff:a.b.c.d` is `a.b.c.d`.
    fileprivate init(_ address: in6_addr) {
        let (prefix, host) = unsafe withUnsafeBytes(of: address) { bytes in
            unsafe (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        if prefix == 0, host >> 32 == 0xFFFF {
            self.init(network: .ipv4(UInt32(truncatingIfNeeded: host)), host: 0)
        } else {
            self.init(network: .ipv6(prefix: prefix), host: host)
        }
    }
}

extension RawAddress {
    /// The network that a peer at this address counts as; nil for a family without one.
    var network: PeerNetwork? { peer?.network }

    /// Whose address this is; nil for a family that has no peers' addresses.
    var peer: PeerAddress? {
        switch family {
        case AF_INET: withStorage(as: sockaddr_in.self) { PeerAddress($0.sin_addr) }
        case AF_INET6: withStorage(as: sockaddr_in6.self) { PeerAddress($0.sin6_addr) }
        case AF_UNIX: .local
        default: nil
        }
    }
}

extension Descriptor {
    /// The network of the peer of a connected socket, or nil once the peer has gone.
    var peerNetwork: PeerNetwork? { try? RawAddress.ofPeer(of: rawValue).network }
}
