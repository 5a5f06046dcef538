import Testing

@testable import Networking

@Suite
struct PeerNetworkTests {
    private func network(_ host: String) throws -> PeerNetwork? {
        try SocketAddress.tcp(host: host, port: 7_575).resolved().first?.network
    }

    @Test
    func anIPv4AddressCountsByItself() throws {
        #expect(try network("192.0.2.1") == .ipv4(0xC000_0201))
        #expect(try network("192.0.2.1") != network("192.0.2.2"))
    }

    @Test
    func anIPv6NetworkCountsAsOneAddress() throws {
        #expect(try network("2001:db8:1:2::3") == .ipv6(prefix: 0x2001_0DB8_0001_0002))
        #expect(try network("2001:db8:1:2::3") == network("2001:db8:1:2:ffff::4"))
        #expect(try network("2001:db8:1:2::3") != network("2001:db8:1:3::3"))
    }

    @Test
    func anIPv4AddressIsTheSameWithinIPv6() throws {
        #expect(try network("::ffff:192.0.2.1") == network("192.0.2.1"))
        #expect(try network("::1") == .ipv6(prefix: 0))
    }

    @Test
    func aUnixSocketIsThisMachine() throws {
        #expect(try SocketAddress.unix(path: "/run/x.sock").resolved().first?.network == .local)
    }
}
