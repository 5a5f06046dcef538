/// Where a socket listens or connects: a TCP host and port, or the path of a Unix socket.
///
/// The text forms are `tcp://127.0.0.1:7575`, `tcp://[::1]:0`, `tcp://localhost:7575` and
/// `unix:///run/x.sock`; `description` prints the form that was parsed.
package enum SocketAddress: Hashable, Sendable {
    /// A TCP endpoint; `host` is an IPv4 address, an IPv6 address without brackets, or a name.
    case tcp(host: String, port: UInt16)
    /// A Unix socket at an absolute path; empty for a peer that has no name.
    case unix(path: String)
}

extension SocketAddress {
    /// The longest path of a Unix socket: `sun_path` has 108 bytes and the last one is NUL.
    package static let unixPathByteCountMax = 107

    /// The longest host name (RFC 1035, section 2.3.4, without the final dot).
    package static let hostNameByteCountMax = 253
}

extension SocketAddress: CustomStringConvertible {
    /// The text form as it is parsed, with an IPv6 host in brackets.
    package var description: String {
        switch self {
        case .tcp(let host, let port):
            host.utf8.contains(UInt8(ascii: ":"))
                ? "tcp://[\(host)]:\(port)" : "tcp://\(host):\(port)"
        case .unix(let path):
            "unix://\(path)"
        }
    }
}
