package import Networking

/// The proxies whose word counts for where a request comes from.
package struct TrustedProxies: Hashable, Sendable {
    private let addresses: Set<PeerAddress>

    /// What is known of a request on its way through proxies.
    package struct Forwarding: Hashable, Sendable {
        /// Where it comes from.
        package let network: PeerNetwork
        /// Whether it is encrypted on its way to the first proxy that is trusted, or here.
        package let isEncrypted: Bool
    }

    /// Trusts nobody.
    package init() {
        addresses = []
    }

    /// Trusts the proxies at addresses in figures, or `unix` for whoever connects to a Unix socket;
    /// nil where one is neither.
    package init?(_ texts: [String]) {
        var addresses: Set<PeerAddress> = []
        for text in texts {
            guard let address = text == "unix" ? .local : PeerAddress(text) else { return nil }
            addresses.insert(address)
        }
        self.addresses = addresses
    }

    /// Whether a proxy is trusted whose connections come from an address.
    func contains(_ address: PeerAddress) -> Bool { addresses.contains(address) }

    /// Finds out where a request comes from: the last address on its way that is no trusted
    /// proxy's.
    ///
    /// A proxy sets `X-Forwarded-For` or `Forwarded` (RFC 7239) and passes the other on as it came
    /// from anybody. Where both are there neither counts, and the request is the proxy's own.
    package func forwarding(of request: borrowing HTTPRequest) -> Forwarding {
        let connection = request.connection
        guard addresses.contains(connection.address) else {
            return Forwarding(network: connection.network, isEncrypted: connection.isEncrypted)
        }
        let lists = (request.values(of: "x-forwarded-for"), request.values(of: "forwarded"))
        let way: [PeerAddress?] =
            switch (lists.0.isEmpty, lists.1.isEmpty) {
            case (false, true): ForwardedList.addresses(lists.0)
            case (true, false): ForwardedList.addresses(ofForwarded: lists.1)
            case (true, true), (false, false): []
            }
        let isEncrypted =
            connection.isEncrypted || request.header("x-forwarded-proto") == "https"
        let origin = origin(connection.address, way)
        return Forwarding(network: origin.network, isEncrypted: isEncrypted)
    }

    func origin(_ peer: PeerAddress, _ way: [PeerAddress?]) -> PeerAddress {
        var origin = peer
        for address in way.reversed() where addresses.contains(origin) {
            // Of what is hidden or broken the proxy that passed it on is answerable.
            guard let address else { return origin }
            origin = address
        }
        return origin
    }
}

/// Lists of addresses in the heads of requests, in the order of the way.
enum ForwardedList {
    /// Reads the lines of `X-Forwarded-For`.
    static func addresses(_ lines: [String]) -> [PeerAddress?] {
        elements(lines).map { address($0) }
    }

    /// Reads the lines of `Forwarded`.
    static func addresses(ofForwarded lines: [String]) -> [PeerAddress?] {
        elements(lines).map { element in
            let pairs = element.split(separator: ";").map { $0.split(separator: "=", maxSplits: 1) }
            let node = pairs.first { pair in
                pair.count == 2 && trimmed(pair[0]).lowercased() == "for"
            }
            return node.flatMap { address(trimmed($0[1]).filter { $0 != "\"" }) }
        }
    }

    private static func elements(_ lines: [String]) -> [String] {
        lines.flatMap { $0.split(separator: ",").map(trimmed) }
    }

    /// An address with or without a port: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`
    /// and `[2001:db8::1]:80`.
    private static func address(_ text: String) -> PeerAddress? {
        if let address = PeerAddress(text) { return address }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return PeerAddress(String(text[text.index(after: text.startIndex)..<end]))
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        return PeerAddress(String(text[..<colon]))
    }

    private static func trimmed(_ text: Substring) -> String {
        String(
            text.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
                .reversed()
        )
    }
}
