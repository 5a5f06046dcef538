internal import Networking

/// Where HTTP is spoken: `http://127.0.0.1:9090`.
package struct HTTPAddress: Hashable, Sendable {
    /// A name or an IP address, IPv6 without brackets.
    package let host: String
    /// The port; 0 lets the system choose.
    package let port: UInt16

    private static let scheme = "http://"

    /// Names a place.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `http://HOST:PORT`, with nothing behind it but perhaps a slash; nil where it is not.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.scheme) else { return nil }
        var endpoint = text.dropFirst(Self.scheme.count)
        if endpoint.hasSuffix("/") { endpoint.removeLast() }
        guard
            case .tcp(let host, let port)? = try? SocketAddress(
                parsingEndpoint: endpoint,
                in: text
            )
        else { return nil }
        self.init(host: host, port: port)
    }

    /// Whether only this machine can reach it.
    package var isLocal: Bool {
        let isLoopback = host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
        return isLoopback || host == "::1" || host == "localhost"
    }

    var socketAddress: SocketAddress { .tcp(host: host, port: port) }
}

extension HTTPAddress: CustomStringConvertible {
    /// The form that `init(_:)` reads.
    package var description: String {
        Self.scheme + socketAddress.description.dropFirst("tcp://".count)
    }
}
