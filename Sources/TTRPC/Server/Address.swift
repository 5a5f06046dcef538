internal import Networking

/// Where a server listens, or a client connects.
public enum Address: Hashable, Sendable {
    /// A host name or an IP address (IPv6 without brackets), and a port; 0 lets the system choose.
    case tcp(host: String, port: UInt16)
    /// The absolute path of a Unix socket.
    case unix(path: String)

    /// Reads `tcp://127.0.0.1:7575`, `tcp://[::1]:7575` or `unix:///run/echo.sock`.
    ///
    /// - Parameter text: The address.
    /// - Throws: `RuntimeError` with `invalidAddress`, whose message says what would be right.
    public init(_ text: String) throws(RuntimeError) {
        do {
            self.init(try SocketAddress(parsing: text))
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
            self.init(try SocketAddress(ofSocket: descriptor))
        } catch {
            throw RuntimeError(.invalidAddress, "descriptor \(descriptor) is no socket: \(error)")
        }
    }

    init(_ address: SocketAddress) {
        switch address {
        case .tcp(let host, let port): self = .tcp(host: host, port: port)
        case .unix(let path): self = .unix(path: path)
        }
    }

    var socketAddress: SocketAddress {
        switch self {
        case .tcp(let host, let port): .tcp(host: host, port: port)
        case .unix(let path): .unix(path: path)
        }
    }
}

extension Address: CustomStringConvertible {
    /// The form that `init(_:)` reads.
    public var description: String { socketAddress.description }
}
