internal import Connect
internal import Domain
internal import HTTP
internal import Serving
internal import TTRPC

/// Who may come in by HTTP at all, whatever they ask for.
enum WebAdmission: Sendable {
    /// Everybody: each method sees for itself who calls.
    case anybody
    /// Operators, whom the connection itself proves.
    ///
    /// What comes over a Unix socket has to call this machine by a name of its own. A browser that
    /// reaches the socket through a tunnel would else take any page for one of this door whose
    /// name is made to lead to the tunnel.
    case operators(AdministrationAccess)

    /// The answer to who may not come in; nil for who may.
    func refusal(of request: borrowing HTTPRequest, from peer: WebPeer) -> HTTPResponse? {
        guard case .operators(let access) = self else { return nil }
        if !request.connection.isEncrypted, !Self.isLocal(request.header("host") ?? "") {
            let message = "this door is called by the name localhost"
            return .failed(ConnectError(.permissionDenied, message), headers: peer.headers)
        }
        do throws(DomainError) {
            _ = try access.operator(provenBy: ConnectionProof(request.connection))
            return nil
        } catch {
            return .failed(ConnectError(Status(error)), headers: peer.headers)
        }
    }

    /// Whether a host, with or without a port, is a name by which a machine calls itself.
    private static func isLocal(_ host: String) -> Bool {
        let name = host.lowercased()
        return ["localhost", "127.0.0.1", "[::1]"].contains { own in
            guard name.hasPrefix(own) else { return false }
            let port = name.dropFirst(own.count)
            return port.isEmpty || (port.first == ":" && port.dropFirst().allSatisfy(\.isNumber))
        }
    }
}
