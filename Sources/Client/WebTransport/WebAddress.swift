internal import ClientTransport
internal import Foundation

/// Where a server is reached over HTTP.
struct WebAddress: Hashable, Sendable {
    /// The address as it was understood: a scheme, a host, and a port if it is not the usual one.
    let text: String
    /// The host, for those who say it in a sentence.
    let host: String
    /// Whether what travels is encrypted.
    let isSecure: Bool

    /// Reads `https://host:port` or `http://host:port`, with nothing behind it but a slash.
    init(_ address: String) throws(ConnectionFailure) {
        guard let parts = URLComponents(string: address),
            let scheme = parts.scheme?.lowercased(), ["https", "http"].contains(scheme),
            let host = parts.host?.lowercased(), !host.isEmpty,
            ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil,
            parts.user == nil, parts.password == nil,
            (1...65_535).contains(parts.port ?? 1)
        else {
            throw ConnectionFailure(
                .invalidAddress,
                "'\(address)' is no address: https://host:port or http://host:port would be one"
            )
        }
        isSecure = scheme == "https"
        self.host = host
        let isUsual = parts.port == nil || parts.port == (isSecure ? 443 : 80)
        text = "\(scheme)://\(host)" + (isUsual ? "" : parts.port.map { ":\($0)" } ?? "")
    }
}
