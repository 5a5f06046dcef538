import HTTP
import Locking
import TestSupport
import Testing

@Suite("HTTP listener")
struct HTTPListenerTests {
    private let listener: HTTPListener
    private var address: String { "\(listener.boundAddress)" }

    /// The page `/large` is more than a socket takes at once.
    private static let large = String(repeating: "0123456789abcdef", count: 1 << 18)

    init() throws {
        listener = try Self.listener(HTTPLimits())
    }

    private static func listener(_ limits: HTTPLimits) throws -> HTTPListener {
        let address = try #require(HTTPAddress("http://127.0.0.1:0"))
        return try HTTPListener(at: address, limits: limits) { path in
            switch path {
            case "/": HTTPResponse(.ok, line: "Hello")
            case "/large": HTTPResponse(.ok, contentType: "text/x", body: Array(large.utf8))
            case "/busy": HTTPResponse(.serviceUnavailable, line: "Later.")
            default: HTTPResponse(.notFound, line: "Nothing at \(path)")
            }
        }
    }

    @Test("Pages are got, with what they are")
    func pagesAreGot() throws {
        let page = try PageRequest.get("/", at: address)
        #expect(page.status == 200 && page.body == "Hello\n")
        #expect(page.head.contains("Content-Type: text/plain; charset=utf-8"))
        #expect(page.head.contains("Cache-Control: no-store"))
        #expect(try PageRequest.get("/large?x=1", at: address).body == Self.large)
        #expect(try PageRequest.get("/busy", at: address).status == 503)
        let missing = try PageRequest.get("/a%20b", at: address)
        #expect(missing.status == 404 && missing.body == "Nothing at /a b\n")
    }

    @Test(
        "What is no GET is refused, and its body is not waited for",
        arguments: ["POST", "PUT", "DELETE", "HEAD", "OPTIONS", "FETCH"]
    )
    func onlyGetIsAnswered(method: String) throws {
        let request = try PageRequest(at: address)
        request.send("\(method) / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
        let answer = String(decoding: try request.bytes(), as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 405 ") && answer.contains("Allow: GET\r\n"))
    }

    @Test(
        "What is malformed or endless ends the connection and nothing else",
        arguments: [
            "\r\n\r\n\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
            "GET / HTTP/1.1\r\nno colon\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzzzz\r\n",
            "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n",
        ]
    )
    func malformedRequestsEnd(text: String) throws {
        // Some of these wait for what does not come.
        var limits = HTTPLimits()
        limits.silenceSecondsMax = 1
        let listener = try Self.listener(limits)
        let address = "\(listener.boundAddress)"
        let request = try PageRequest(at: address)
        request.send(text)
        let answer = String(decoding: try request.bytes(), as: UTF8.self)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1."))
        #expect(try PageRequest.get("/", at: address).status == 200)
    }

    @Test("Connections that say nothing keep nobody out: the oldest give way")
    func idleConnectionsGiveWay() throws {
        let idle = try (0..<200).map { _ in try PageRequest(at: address) }
        for request in idle.prefix(100) { request.send("GET / HTTP/1.1\r\nHost:") }
        #expect(try PageRequest.get("/", at: address).status == 200)
        #expect(try idle[0].bytes().isEmpty)
        // The newest are still welcome.
        idle[199].send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(try idle[199].page().body == "Hello\n")
    }

    @Test("Readers that take nothing of a page are not waited for by others")
    func slowReadersWait() throws {
        let slow = try (0..<8).map { _ in try PageRequest(at: address, receiveByteCount: 4_096) }
        for request in slow { request.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n") }
        #expect(try PageRequest.get("/large", at: address).body == Self.large)
        #expect(try slow[3].page().body == Self.large)
    }

    @Test("A connection that is silent for too long ends")
    func silenceEnds() throws {
        var limits = HTTPLimits()
        limits.silenceSecondsMax = 1
        let listener = try Self.listener(limits)
        let request = try PageRequest(at: "\(listener.boundAddress)")
        request.send("GET / HTTP/1.1\r\n")
        let answer = String(decoding: try request.bytes(), as: UTF8.self)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 408 "))
    }

    @Test("Many ask at once, and each gets a page")
    func manyAsk() async throws {
        let address = address
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask { try PageRequest.get("/", at: address).status }
            }
            return try await group.reduce(into: 0) { $0 += $1 == 200 ? 1 : 0 }
        }
        #expect(count == 16)
    }

    @Test("After its end nothing answers, and the place is free")
    func endIsComplete() throws {
        let open = try PageRequest(at: address)
        listener.close()
        listener.close()
        #expect(try open.bytes().isEmpty)
        #expect(throws: PageRequest.Failure.self) { try PageRequest(at: address) }
        let again = try HTTPListener(at: listener.boundAddress) { HTTPResponse(.ok, line: $0) }
        #expect(try PageRequest.get("/again", at: address).body == "/again\n")
        #expect(throws: HTTPError.self) {
            try HTTPListener(at: again.boundAddress) { HTTPResponse(.ok, line: $0) }
        }
    }

    @Test(
        "Addresses are read and written",
        arguments: [
            "http://127.0.0.1:9090", "http://[::1]:0", "http://localhost:80", "https://[::1]:443",
        ]
    )
    func addressesAreRead(text: String) {
        #expect(HTTPAddress(text).map { "\($0)" } == text)
        #expect(HTTPAddress(text)?.isLocal == true)
        #expect(HTTPAddress(text + "/").map { "\($0)" } == text)
        #expect(HTTPAddress("http://0.0.0.0:1")?.isLocal == false)
        #expect(HTTPAddress("unix:///a")?.isLocal == true)
        let wrong = [
            "ftp://a:1", "https:/a:1", "unix://a", "a:1", "http://a", "http://:1", "http://a:99999",
            "http://a:1/x",
        ]
        for text in wrong { #expect(HTTPAddress(text) == nil) }
    }
}
