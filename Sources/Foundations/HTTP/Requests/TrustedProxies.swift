package import Networking

/// The proxies whose word counts for where a request comes from.
package struct TrustedProxies: Hashable, Sendable {
    private let networks: Set<PeerNetwork>

    /// What is known of a request on its way through proxies.
    package struct Forwarding: Hashable, Sendable {
        /// Where it comes from.
        package let network: PeerNetwork
        /// Whether it is encrypted on its way to the first proxy that is trusted, or here.
        package let isEncrypted: Bool
    }

    /// Trusts those whose connections come from some networks.
    init(_ networks: Set<PeerNetwork>) {
        self.networks = networks
    }

    /// Trusts nobody.
    package init() {
        networks = []
    }

    /// Trusts the proxies at addresses in figures, or `unix` for whoever connects to a Unix socket;
    /// nil where one is neither.
    package init?(_ addresses: [String]) {
        var networks: Set<PeerNetwork> = []
        for address in addresses {
            let network = address == "unix" ? .local : PeerNetwork(address: address)
            guard let network else { return nil }
            networks.insert(network)
        }
        self.networks = networks
    }

    /// Whether a proxy is trusted whose connections come from a network.
    func contains(_ network: PeerNetwork) -> Bool { networks.contains(network) }

    /// Finds out where a request comes from: the last address on its way that is no trusted
    /// proxy's.
    ///
    /// A proxy sets `X-Forwarded-For` or `Forwarded` (RFC 7239) and passes the other on as it came
    /// from anybody. Where both are there neither counts, and the request is the proxy's own.
    package func forwarding(of request: borrowing HTTPRequest) -> Forwarding {
        let connection = request.connection
        guard networks.contains(connection.network) else {
            return Forwarding(network: connection.network, isEncrypted: connection.isEncrypted)
        }
        let lists = (request.values(of: "x-forwarded-for"), request.values(of: "forwarded"))
        let way: [PeerNetwork?] =
            switch (lists.0.isEmpty, lists.1.isEmpty) {
            case (false, true): ForwardedList.addresses(lists.0)
            case (true, false): ForwardedList.addresses(ofForwarded: lists.1)
            case (true, true), (false, false): []
            }
        let isEncrypted =
            connection.isEncrypted || request.header("x-forwarded-proto") == "https"
        return Forwarding(network: origin(connection.network, way), isEncrypted: isEncrypted)
    }

    func origin(_ peer: PeerNetwork, _ way: [PeerNetwork?]) -> PeerNetwork {
        var origin = peer
        for network in way.reversed() where networks.contains(origin) {
            // Of what is hidden or broken the proxy that passed it on is answerable.
            guard let network else { return origin }
            origin = network
        }
        return origin
    }
}

/// Lists of addresses in the heads of requests, in the order of the way.
enum ForwardedList {
    /// Reads the lines of `X-Forwarded-For`.
    static func addresses(_ lines: [String]) -> [PeerNetwork?] {
        elements(lines).map { network($0) }
    }

    /// Reads the lines of `Forwarded`.
    static func addresses(ofForwarded lines: [String]) -> [PeerNetwork?] {
        elements(lines).map { element in
            let pairs = element.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1) }
            let node = pairs.first { pair in
                pair.count == 2 && trimmed(pair[0]).lowercased() == "for"
            }
            return node.flatMap { network(trimmed($0[1]).filter { $0 != "\"" }) }
        }
    }

    private static func elements(_ lines: [String]) -> [String] {
        lines.flatMap { $0.split(separator: ",").map(trimmed) }
    }

    /// The network of an address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`
    /// and `[2001:db8::1]:80`.
    private static func network(_ text: String) -> PeerNetwork? {
        if let network = PeerNetwork(address: text) { return network }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return PeerNetwork(address: String(text[text.index(after: text.startIndex)..<end]))
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        return PeerNetwork(address: String(text[..<colon]))
    }

    private static func trimmed(_ text: Substring) -> String {
        String(
            text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
                .reversed()
        )
    }
}
