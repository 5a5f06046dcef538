internal import ClientTransport
internal import Foundation

/// Where a server is reached over HTTP.
struct WebAddress: Hashable, Sendable {
    /// The address as it was understood: a scheme, a host, a port if it is not the usual one, and
    /// the path that an app is below, if there is one.
    let text: String
    /// The host, for those who say it in a sentence.
    let host: String
    /// Whether what travels is encrypted.
    let isSecure: Bool

    /// Reads `https://host:port` or `http://host:port`, with the path of an app behind it or none.
    init(_ address: String) throws(ConnectionFailure) {
        guard let parts = URLComponents(string: address),
            let scheme = parts.scheme?.lowercased(), ["https", "http"].contains(scheme),
            let host = parts.host?.lowercased(), !host.isEmpty,
            let path = Self.path(parts.path), parts.query == nil, parts.fragment == nil,
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
        text = "\(scheme)://\(host)" + (isUsual ? "" : parts.port.map { ":\($0)" } ?? "") + path
    }

    /// A path without a slash at its end; nil for one that would mean something else once more is
    /// behind it.
    private static func path(_ text: String) -> String? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: true)
        guard !parts.contains(where: { $0 == "." || $0 == ".." }) else { return nil }
        return parts.map { "/" + $0 }.joined()
    }
}
