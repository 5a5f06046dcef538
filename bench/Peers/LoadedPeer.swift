import TTRPC

/// A private server that Notelet is measured beside.
protocol Peer: AnyObject {
    /// What it calls its version.
    var version: String { get }

    /// Stops it and removes what it wrote.
    func stop()
}

/// A peer that the load threads drive as they drive Notelet.
protocol LoadedPeer: Peer {
    /// What makes the calls of one connection to it.
    associatedtype Speaker: Caller

    /// Where load is put on it.
    var address: Address { get }

    /// Its process, whose processor time is measured; nil where it does not say.
    var processIdentifier: Int32? { get }

    /// Makes the calls of a connection.
    func caller(_ material: CallMaterial, pageSize: Int, connection: Int) -> Speaker
}
