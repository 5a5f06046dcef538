internal import Networking

/// Where HTTP is spoken: `http://127.0.0.1:9090`, `https://[::]:443` or `unix:///run/web.sock`.
package struct HTTPAddress: Hashable, Sendable {
    let place: SocketAddress
    /// Whether what travels is encrypted.
    package let isSecure: Bool

    private static let scheme = "http://"
    private static let secureScheme = "https://"

    init(_ place: SocketAddress, isSecure: Bool) {
        self.place = place
        self.isSecure = isSecure
    }

    /// Reads one of the forms, nothing behind a port but perhaps a slash; nil if it is none.
    package init?(_ text: String) {
        if text.hasPrefix("unix://") {
            guard let place = try? SocketAddress(parsing: text) else { return nil }
            self.init(place, isSecure: false)
            return
        }
        let scheme = [Self.scheme, Self.secureScheme].first { text.hasPrefix($0) }
        guard let scheme else { return nil }
        var endpoint = text.dropFirst(scheme.count)
        if endpoint.hasSuffix("/") { endpoint.removeLast() }
        guard let place = try? SocketAddress(parsingEndpoint: endpoint, in: text) else {
            return nil
        }
        self.init(place, isSecure: scheme == Self.secureScheme)
    }

    /// Whether only this machine can reach it.
    package var isLocal: Bool {
        guard case .tcp(let host, _) = place else { return true }
        let isLoopback = host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
        return isLoopback || host == "::1" || host == "localhost"
    }

    /// The path of a Unix socket; nil for any other place.
    package var unixSocketPath: String? {
        if case .unix(let path) = place { path } else { nil }
    }
}

extension HTTPAddress: CustomStringConvertible {
    /// The form that `init(_:)` reads.
    package var description: String {
        let text = place.description
        guard unixSocketPath == nil else { return text }
        return (isSecure ? Self.secureScheme : Self.scheme) + text.dropFirst("tcp://".count)
    }
}
