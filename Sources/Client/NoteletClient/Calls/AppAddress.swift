/// An address of sockets that may name an app of the server behind it:
/// `tcp://127.0.0.1:7575?app=letters`.
///
/// Addresses of HTTP lead to their app by host and path.
package struct AppAddress: Hashable, Sendable {
    /// The address of the server.
    let server: String
    /// The name of the app, as it was written; nil for the default one.
    package let app: String?

    private static let separator = "?app="

    /// Takes an address apart.
    package init(_ address: String) {
        guard let range = address.firstRange(of: Self.separator) else {
            (server, app) = (address, nil)
            return
        }
        server = String(address[..<range.lowerBound])
        app = String(address[range.upperBound...])
    }

    /// The address of a server with the name of the app behind it, if there is one: sessions and
    /// copies are kept for one app each.
    func named(_ server: String) -> String {
        app.map { server + Self.separator + $0 } ?? server
    }
}
