internal import Networking

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
