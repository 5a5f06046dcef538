import Testing

@testable import Networking

@Suite
struct SocketAddressTests {
    @Test(arguments: [
        ("tcp://127.0.0.1:7575", SocketAddress.tcp(host: "127.0.0.1", port: 7575)),
        ("tcp://0.0.0.0:0", .tcp(host: "0.0.0.0", port: 0)),
        ("tcp://[::1]:65535", .tcp(host: "::1", port: 65535)),
        ("tcp://[::]:0", .tcp(host: "::", port: 0)),
        ("tcp://localhost:1", .tcp(host: "localhost", port: 1)),
        ("tcp://db-1.example.com:80", .tcp(host: "db-1.example.com", port: 80)),
        ("unix:///run/x.sock", .unix(path: "/run/x.sock")),
    ])
    func `A well-formed address is parsed and prints as it was written`(
        text: String,
        address: SocketAddress
    ) throws {
        #expect(try SocketAddress(parsing: text) == address)
        #expect(address.description == text)
    }

    @Test(arguments: [
        ("", SocketAddressError.unknownScheme("")),
        ("127.0.0.1:80", .unknownScheme("127.0.0.1:80")),
        ("TCP://127.0.0.1:80", .unknownScheme("TCP://127.0.0.1:80")),
        ("tcp://localhost", .missingPort("tcp://localhost")),
        ("tcp://[::1]", .missingPort("tcp://[::1]")),
        ("tcp://localhost:", .invalidPort("")),
        ("tcp://localhost:65536", .invalidPort("65536")),
        ("tcp://localhost:-1", .invalidPort("-1")),
        ("tcp://localhost:+1", .invalidPort("+1")),
        ("tcp://localhost:8a", .invalidPort("8a")),
        ("tcp://localhost:99999999999999999999", .invalidPort("99999999999999999999")),
        ("tcp://:80", .invalidHost("")),
        ("tcp://256.0.0.1:80", .invalidHost("256.0.0.1")),
        ("tcp://1.2.3:80", .invalidHost("1.2.3")),
        ("tcp://a b:80", .invalidHost("a b")),
        ("tcp://[::1:80", .invalidHost("[::1:80")),
        ("tcp://[127.0.0.1]:80", .invalidHost("127.0.0.1")),
        ("tcp://[]:80", .invalidHost("")),
        ("tcp://::1:80", .unbracketedIPv6("tcp://::1:80")),
        ("unix://", .relativePath("")),
        ("unix://run/x.sock", .relativePath("run/x.sock")),
        ("unix://@abstract", .relativePath("@abstract")),
        ("unix://\0abstract", .pathContainsNUL),
        ("unix:///run/\0", .pathContainsNUL),
    ])
    func `A malformed address is refused with its reason`(
        text: String,
        error: SocketAddressError
    ) {
        #expect(throws: error) { try SocketAddress(parsing: text) }
        #expect(!error.description.isEmpty)
    }

    @Test
    func `A socket path has 107 bytes at most`() throws {
        let longest = "/" + String(repeating: "x", count: 106)
        #expect(try SocketAddress(parsing: "unix://" + longest) == .unix(path: longest))
        let error = SocketAddressError.pathTooLong(byteCount: 108)
        #expect(throws: error) { try SocketAddress(parsing: "unix://\(longest)x") }
        #expect(error.description.contains("at most 107 bytes"))
    }

    @Test
    func `A host name has 253 bytes at most`() throws {
        let longest = String(repeating: "x", count: 253)
        #expect(try SocketAddress(parsing: "tcp://\(longest):1").description.count == 261)
        #expect(throws: SocketAddressError.self) {
            try SocketAddress(parsing: "tcp://x\(longest):1")
        }
    }

    @Test
    func `A path built without parsing is checked before it reaches the system`() {
        let long = SocketAddress.unix(path: String(repeating: "/", count: 108))
        #expect(throws: SocketError.invalidAddress(.pathTooLong(byteCount: 108))) {
            try long.resolved()
        }
        #expect(throws: SocketError.invalidAddress(.pathContainsNUL)) {
            try SocketAddress.unix(path: "\0x").resolved()
        }
    }

    @Test(arguments: ["127.0.0.1", "::1", "255.255.255.255", "fe80::1"])
    func `An address survives the system's form`(host: String) throws {
        let address = SocketAddress.tcp(host: host, port: 7575)
        #expect(!address.needsLookUp)
        #expect(try address.resolved().map(\.socketAddress) == [address])
    }

    @Test
    func `Errors say what happened`() {
        let refused = SystemError(errno: 111, call: "connect")
        #expect(refused.description == "connect: Connection refused (errno 111)")
        #expect(SocketError.system(refused).description == refused.description)
        #expect(SocketError.timedOut.description.contains("time allowed"))
        #expect(SocketError.loopStopped.description.contains("stopped"))
        #expect(SocketError.invalidAddress(.pathContainsNUL).description.contains("NUL"))
        let unresolved = SocketError.unresolvedHost("x", reason: "unknown")
        #expect(unresolved.description == "cannot resolve 'x': unknown")
    }
}
