import Networking

@testable import HTTP

/// Where a request says that it comes from: the first line has the proxies that are trusted, the
/// second one the connection, and the others are those of the head.
enum ForwardingFuzzing {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let lines = String(decoding: bytes.dropFirst(), as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        ).map(String.init)
        guard lines.count > 2 else { return }
        let names = lines[0].split(separator: ",").map(String.init)
        guard let proxies = TrustedProxies(names) else { return }
        precondition(names.isEmpty == (proxies == TrustedProxies()))
        let heads = Array(lines.dropFirst(2))
        let way =
            first % 2 == 0
            ? ForwardedList.addresses(heads) : ForwardedList.addresses(ofForwarded: heads)
        let peer = PeerAddress(lines[1]) ?? .local
        check(proxies, peer, way)
        let commaCount = heads.joined().utf8.count { $0 == UInt8(ascii: ",") }
        precondition(way.count <= commaCount + heads.count, "An element is between commas.")
        for case let address? in way { checkText(of: address.network) }
    }

    /// Looks for the origin from the end of the way on.
    private static func check(
        _ proxies: TrustedProxies,
        _ peer: PeerAddress,
        _ way: [PeerAddress?]
    ) {
        let origin = proxies.origin(peer, way)
        guard proxies.contains(peer) else {
            precondition(origin == peer, "Strangers' word does not count.")
            return
        }
        let trusted = way.reversed().prefix { $0.map(proxies.contains) ?? false }
        let next = way.dropLast(trusted.count).last
        let expected = (next ?? nil) ?? (trusted.last ?? nil) ?? peer
        precondition(origin == expected, "Nobody answers for what a stranger says.")
    }

    /// Checks that a network can be written in each of the forms, alone and with a port.
    private static func checkText(of network: PeerNetwork) {
        let texts: [String]
        switch network {
        case .ipv4(let number):
            let parts = [24, 16, 8, 0].map { String(number >> UInt32($0) & 0xFF) }
            let text = parts.joined(separator: ".")
            texts = [text, text + ":80", "::ffff:" + text]
        case .ipv6(let prefix):
            let parts = [48, 32, 16, 0].map { String(prefix >> UInt64($0) & 0xFFFF, radix: 16) }
            let text = parts.joined(separator: ":") + "::1"
            texts = [text, "[\(text)]", "[\(text)]:80"]
        case .local:
            preconditionFailure("No address is a socket's.")
        }
        for text in texts {
            let listed = ForwardedList.addresses([" \(text)\t"])
            precondition(listed.map { $0?.network } == [network])
            let forwarded = ForwardedList.addresses(ofForwarded: ["by=a; For=\"\(text)\";proto=b"])
            precondition(forwarded.map { $0?.network } == [network])
        }
    }
}
