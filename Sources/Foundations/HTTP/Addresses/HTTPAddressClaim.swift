internal import Networking

/// The claim of a listener to an address, before it has anything to serve there.
///
/// Nobody else gets the address meanwhile, and clients are refused. A listener takes it over; the
/// last reference to one that is not taken over gives the address up.
package final class HTTPAddressClaim: Sendable {
    /// The address, with the port that the system chose for port 0.
    package let address: HTTPAddress

    let bound: BoundAddress

    /// Claims an address.
    ///
    /// - Parameters:
    ///   - address: Where a listener will be.
    ///   - unixSocketMode: The rights of the file of a Unix socket.
    /// - Throws: Why it cannot be had.
    package init(_ address: HTTPAddress, unixSocketMode: UInt32 = 0o600) throws(HTTPError) {
        var options = ListenerOptions()
        options.unixMode = unixSocketMode
        do throws(SocketError) {
            bound = try BoundAddress(to: address.place, options)
        } catch {
            throw HTTPError(description: "cannot listen on \(address): \(error)")
        }
        var place = address.place
        if case .tcp(let host, _) = place, case .tcp(_, let port) = bound.boundAddress {
            place = .tcp(host: host, port: port)
        }
        self.address = HTTPAddress(place, isSecure: address.isSecure)
    }
}
