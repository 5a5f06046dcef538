import ClientTransport
import Testing
import WebTransport

/// What is the address of a server over HTTP, and what is none.
@Suite struct WebAddressTests {
    @Test(
        "Addresses are understood in one form",
        arguments: [
            ("https://example.com", "https://example.com", true),
            ("HTTPS://Example.com/", "https://example.com", true),
            ("https://example.com:443", "https://example.com", true),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080", false),
            ("http://[::1]:8080/", "http://[::1]:8080", false),
            ("https://example.com/letters/", "https://example.com/letters", true),
        ]
    )
    func understood(address: String, server: String, isSecure: Bool) throws {
        let transport = try ConnectTransport(address)
        #expect(transport.server == server && transport.isSecure == isSecure)
    }

    @Test(
        "Others are refused with what would be right",
        arguments: [
            "", "example.com", "tcp://a:1", "ftp://a", "https://", "https:///x", "https://a/../b",
            "https://a?b", "https://a#b", "https://me@a", "https://me:pw@a", "https://a:0",
            "https://a:65536", "https://a b",
        ]
    )
    func refused(address: String) {
        let failure = #expect(throws: ConnectionFailure.self) { try ConnectTransport(address) }
        #expect(failure?.kind == .invalidAddress)
        #expect(failure?.message.contains("https://host:port") == true)
    }
}
