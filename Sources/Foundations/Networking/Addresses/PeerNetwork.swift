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

extension RawAddress {
    /// The network that a peer at this address counts as; nil for a family without one.
    var network: PeerNetwork? {
        switch family {
        case AF_INET:
            withStorage(as: sockaddr_in.self) { address in
                .ipv4(UInt32(bigEndian: address.sin_addr.s_addr))
            }
        case AF_INET6:
            withStorage(as: sockaddr_in6.self) { address in
                unsafe withUnsafeBytes(of: address.sin6_addr) { bytes in
                    unsafe PeerNetwork(ipv6: bytes)
                }
            }
        case AF_UNIX:
            .local
        default:
            nil
        }
    }
}

extension PeerNetwork {
    /// The network of the 16 bytes of an IPv6 address; `::ffff:a.b.c.d` is `a.b.c.d`.
    fileprivate init(ipv6 bytes: UnsafeRawBufferPointer) {
        let prefix = unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        let middle = unsafe UInt32(
            bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
        )
        guard prefix == 0, middle == 0xFFFF else {
            self = .ipv6(prefix: prefix)
            return
        }
        let last = unsafe bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
        self = .ipv4(UInt32(bigEndian: last))
    }
}

extension PeerNetwork {
    /// The network of an address in figures; nil for any other text.
    package init?(address text: String) {
        var ipv4 = in_addr()
        if unsafe inet_pton(AF_INET, text, &ipv4) == 1 {
            self = .ipv4(UInt32(bigEndian: ipv4.s_addr))
            return
        }
        var ipv6 = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &ipv6) == 1 else { return nil }
        self = unsafe withUnsafeBytes(of: ipv6) { unsafe PeerNetwork(ipv6: $0) }
    }

    /// The network of the peer of a connected socket; nil once the peer has gone.
    package init?(ofSocket descriptor: Int32) {
        guard let network = try? RawAddress.ofPeer(of: descriptor).network else { return nil }
        self = network
    }
}

extension Descriptor {
    /// The network of the peer of a connected socket, or nil once the peer has gone.
    var peerNetwork: PeerNetwork? { try? RawAddress.ofPeer(of: rawValue).network }
}
