import NoteletAPI
import TestSupport
import Testing

@testable import HTTP
@testable import Serving
@testable import WebServing

/// From where requests come, and from whose pages.
@Suite struct WebPeerTests {
    private static let check = HealthAPI.check.summary
    private static let json = "application/json"

    private func web(_ configuration: WebConfiguration) async throws -> WebWorld {
        try WebWorld(try await World(), configuration)
    }

    @Test("Pages of this host and of origins that may call are answered, and no others")
    func originsAreChecked() async throws {
        var configuration = WebConfiguration()
        configuration.origins = ["https://app.example.com"]
        let web = try await web(configuration)
        func ask(_ origin: String, _ verb: String = "POST") throws -> HTTPPeer.Response {
            let headers = [
                "Origin": origin, "Content-Type": Self.json,
                "Access-Control-Request-Method": "POST",
            ]
            let body = verb == "POST" ? Array("{}".utf8) : nil
            return try web.peer().ask(verb, "\(Self.check)", headers: headers, body: body)
        }
        let allowed = try ask("https://app.example.com")
        #expect(allowed.status == 200)
        #expect(allowed.headers["access-control-allow-origin"] == "https://app.example.com")
        #expect(allowed.headers["access-control-allow-credentials"] == nil)
        #expect(allowed.headers["vary"] == "Origin")
        let preflight = try ask("https://app.example.com", "OPTIONS")
        #expect(preflight.status == 204)
        #expect(preflight.headers["access-control-allow-methods"] == "GET, POST")
        let headers = try #require(preflight.headers["access-control-allow-headers"])
        for name in ["authorization", "idempotency-key", "connect-timeout-ms"] {
            #expect(headers.contains(name))
        }
        let own = try ask("http://localhost")
        #expect(own.status == 200 && own.headers["access-control-allow-origin"] == nil)
        for origin in ["https://evil.example", "null", "", "http://localhost:1", "localhost.evil"] {
            #expect(try ask(origin).status == 403)
            #expect(try ask(origin, "OPTIONS").status == 403)
        }
    }

    @Test("Only the word of proxies that are trusted counts for where requests come from")
    func proxiesAreTrusted() async throws {
        var limits = ServiceLimits()
        limits.rates[.guests] = Rate(of: 1, per: .hour)
        var configuration = WebConfiguration()
        configuration.trustedProxies = try #require(TrustedProxies(["127.0.0.1", "10.0.0.1"]))
        let world = try await World(TestService(limits: limits))
        let web = try WebWorld(world, limits: limits, configuration)
        func status(_ lines: String...) throws -> Int {
            let peer = try web.peer()
            let head = "POST \(AccountsAPI.createGuest.summary) HTTP/1.1\r\nHost: a\r\n"
            let type = "Content-Type: application/json\r\nContent-Length: 2\r\n"
            peer.send(head + type + lines.map { $0 + "\r\n" }.joined() + "\r\n{}")
            return try peer.response().status
        }
        #expect(try status("X-Forwarded-For: 192.0.2.1") == 200)
        #expect(try status("X-Forwarded-For: 192.0.2.1") == 429)
        #expect(try status("X-Forwarded-For: 192.0.2.2") == 200)
        // What a client says itself stands in front, or in a line of its own.
        #expect(try status("X-Forwarded-For: 198.51.100.1, 192.0.2.1") == 429)
        #expect(try status("X-Forwarded-For: 198.51.100.1", "X-Forwarded-For: 192.0.2.1") == 429)
        // Behind a second proxy.
        #expect(try status("X-Forwarded-For: 192.0.2.2, 10.0.0.1") == 429)
        #expect(try status("Forwarded: for=192.0.2.3;proto=https, for=\"10.0.0.1:80\"") == 200)
        #expect(try status("Forwarded: for=192.0.2.3") == 429)
        #expect(try status("Forwarded: For=\"[2001:db8::1]:99\"") == 200)
        #expect(try status("Forwarded: for=\"[2001:db8::2]\"") == 429)
        // Both: neither counts, and it comes from the proxy itself; nor does what is hidden.
        #expect(try status("X-Forwarded-For: 192.0.2.7", "Forwarded: for=192.0.2.8") == 200)
        #expect(try status("X-Forwarded-For: unknown") == 429)
        #expect(try status() == 429)
    }

    @Test("Strangers' word does not count")
    func strangersAreNotTrusted() async throws {
        var limits = ServiceLimits()
        limits.rates[.guests] = Rate(of: 1, per: .hour)
        let web = try WebWorld(try await World(TestService(limits: limits)), limits: limits)
        let method = AccountsAPI.createGuest.summary
        let one = ["X-Forwarded-For": "192.0.2.1"]
        #expect(try web.call(method, json: "{}", headers: one).status == 200)
        let two = ["X-Forwarded-For": "192.0.2.2"]
        #expect(try web.call(method, json: "{}", headers: two).status == 429)
    }

    @Test("Behind a proxy that encrypts, browsers are told to stay encrypted")
    func encryptionIsKept() async throws {
        var configuration = WebConfiguration()
        configuration.trustedProxies = try #require(TrustedProxies(["127.0.0.1"]))
        let web = try await web(configuration)
        let name = "strict-transport-security"
        let proto = ["X-Forwarded-Proto": "https"]
        let safe = try web.call(Self.check, json: "{}", headers: proto)
        #expect(safe.headers[name] == "max-age=63072000")
        #expect(try web.call(Self.check, json: "{}").headers[name] == nil)
    }
}
