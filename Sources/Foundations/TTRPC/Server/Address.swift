internal import Networking

/// Where a server listens, or a client connects.
public enum Address: Hashable, Sendable {
    /// A host name or an IP address (IPv6 without brackets), and a port; 0 lets the system choose.
    case tcp(host: String, port: UInt16)
    /// The same, encrypted by TLS; a client demands a certificate for the host.
    case tls(host: String, port: UInt16)
    /// The absolute path of a Unix socket.
    case unix(path: String)

    /// As long as that of an address that is not encrypted.
    private static let secureScheme = "tls://"

    /// Reads `tcp://127.0.0.1:7575`, `tls://example.com:7575` or `unix:///run/echo.sock`.
    ///
    /// - Parameter text: The address.
    /// - Throws: `RuntimeError` with `invalidAddress`, whose message says what would be right.
    public init(_ text: String) throws(RuntimeError) {
        do {
            let isSecure = text.hasPrefix(Self.secureScheme)
            let address =
                isSecure
                ? try SocketAddress(
                    parsingEndpoint: text.dropFirst(Self.secureScheme.count),
                    in: text
                ) : try SocketAddress(parsing: text)
            self.init(address, isSecure: isSecure)
        } catch {
            throw RuntimeError(.invalidAddress, error.description)
        }
    }

    /// Finds out where a socket is bound.
    ///
    /// - Parameter descriptor: An open socket.
    /// - Throws: `RuntimeError` with `invalidAddress` if it is no TCP or Unix socket.
    public init(ofSocket descriptor: Int32) throws(RuntimeError) {
        do {
            self.init(try SocketAddress(ofSocket: descriptor), isSecure: false)
        } catch {
            throw RuntimeError(.invalidAddress, "descriptor \(descriptor) is no socket: \(error)")
        }
    }

    init(_ address: SocketAddress, isSecure: Bool) {
        switch address {
        case .tcp(let host, let port) where isSecure: self = .tls(host: host, port: port)
        case .tcp(let host, let port): self = .tcp(host: host, port: port)
        case .unix(let path): self = .unix(path: path)
        }
    }

    /// Whether what travels is encrypted by TLS.
    public var isSecure: Bool {
        switch self {
        case .tls: true
        case .tcp, .unix: false
        }
    }

    var socketAddress: SocketAddress {
        switch self {
        case .tcp(let host, let port), .tls(let host, let port): .tcp(host: host, port: port)
        case .unix(let path): .unix(path: path)
        }
    }
}

extension Address: CustomStringConvertible {
    /// The form that `init(_:)` reads.
    public var description: String {
        let text = socketAddress.description
        return isSecure ? Self.secureScheme + text.dropFirst(Self.secureScheme.count) : text
    }
}

/// The claim of a server to an address, before it has anything to serve there.
///
/// Nobody else gets the address meanwhile, and clients are refused. `Server.listen(on:)` takes it
/// over; the last reference to one that is not taken over gives the address up.
public final class AddressClaim: Sendable {
    /// The address, with the port that was chosen.
    public let address: Address

    let bound: BoundAddress

    /// Claims an address.
    ///
    /// - Parameters:
    ///   - address: Where a server will listen; port 0 lets the system choose.
    ///   - unixSocketMode: The rights of the file of a Unix socket.
    /// - Throws: `RuntimeError` with `cannotListen`.
    public init(_ address: Address, unixSocketMode: UInt32 = 0o600) throws(RuntimeError) {
        var options = ListenerOptions()
        options.unixMode = unixSocketMode
        do {
            bound = try BoundAddress(to: address.socketAddress, options)
        } catch {
            throw RuntimeError(.cannotListen, "cannot listen on \(address): \(error)")
        }
        self.address = Address(bound.boundAddress, isSecure: address.isSecure)
    }
}
