import Testing

@testable import HTTP
@testable import Networking

/// Whose word counts for where a request comes from.
@Suite struct TrustedProxyTests {
    private func address(_ text: String) throws -> PeerAddress {
        try #require(PeerAddress(text))
    }

    @Test("An address is trusted, and none beside it in its network")
    func neighboursAreStrangers() throws {
        let proxies = try #require(TrustedProxies(["2001:db8::1", "192.0.2.1"]))
        #expect(proxies.contains(try address("2001:db8::1")))
        #expect(!proxies.contains(try address("2001:db8::2")))
        #expect(proxies.contains(try address("::ffff:192.0.2.1")))
        #expect(!proxies.contains(try address("192.0.2.2")) && !proxies.contains(.local))
        #expect(try address("2001:db8::1").network == address("2001:db8::2").network)
    }

    @Test("A client of the proxy's own network is no proxy")
    func clientsAreNotPassedOver() throws {
        let proxies = try #require(TrustedProxies(["2001:db8::1"]))
        let way = ForwardedList.addresses(["198.51.100.7, 2001:db8::9"])
        #expect(try proxies.origin(address("2001:db8::1"), way) == address("2001:db8::9"))
        #expect(try proxies.origin(address("2001:db8::9"), way) == address("2001:db8::9"))
    }

    @Test("What is no address in figures is refused")
    func otherTextsAreRefused() {
        #expect(TrustedProxies(["unix"])?.contains(.local) == true)
        #expect(TrustedProxies(["localhost"]) == nil && TrustedProxies(["127.0.0.1:80"]) == nil)
        #expect(PeerAddress("") == nil)
    }
}
