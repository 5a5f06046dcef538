import Compression
import Domain
import NoteletAPI
import NoteletService
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import HTTP
@testable import Serving
@testable import WebServing

/// Calls over HTTP, byte by byte, beside the same calls in process.
@Suite struct WebCallTests {
    private static let unary = ServiceDescriptor.allMethods.filter {
        $0.kind == .unary && !$0.service.contains(".admin.")
    }

    @Test("Each method answers as it does elsewhere, in either form", arguments: unary)
    func formsAgree(method: MethodSummary) async throws {
        let web = try await WebWorld()
        let world = web.world
        let payload = world.payload(of: method)
        let token = world.caller(of: method).token
        let key = method.isWrite ? "key-of-a-retry" : nil
        let headers = key.map { ["Idempotency-Key": $0] } ?? [:]
        let response = try web.call(method, payload, token: token, headers: headers)
        #expect(response.status == 200, "\(response.text)")
        #expect(response.headers["content-type"] == "application/proto")
        #expect(response.headers["cache-control"] == "no-store")
        // A session that has ended has no retries.
        if ["LogOut", "DeleteAccount"].contains(method.name) { return }
        let caller = world.caller(of: method)
        let inside = try await world.service.outcome(method, payload, as: caller, key: key).get()
        if method.name != "Check" { #expect(response.body == inside) }
        // A retry in the other form is the same request.
        let served = try #require(world.service.running.methods[method])
        let json = try served.requestForm.json(of: payload)
        let type = "application/json; charset=utf-8"
        let told = try web.call(method, json, type, token: token, headers: headers)
        #expect(told.status == 200, "\(told.text)")
        #expect(told.headers["content-type"] == "application/json")
        if method.name != "Check" {
            #expect(told.body == (try served.responseForm.json(of: inside)))
        }
    }

    @Test("A method that may be got is got, and no other", arguments: unary)
    func methodsAreGot(method: MethodSummary) async throws {
        let web = try await WebWorld()
        let served = try #require(web.world.service.running.methods[method])
        let json = try served.requestForm.json(of: web.world.payload(of: method))
        let query = String(decoding: json, as: UTF8.self).percentEncoded
        let response = try web.peer().ask(
            "GET",
            "\(method)?connect=v1&encoding=json&message=\(query)",
            headers: ["Authorization": "Bearer \(web.token)"]
        )
        #expect(response.status == (method.allowsGet ? 200 : 405), "\(response.text)")
        #expect(response.headers["allow"] == (method.allowsGet ? nil : "POST"))
    }

    @Test("What only reads and has no secret in its request may be got")
    func secretsAreNotGot() {
        let names = Set(Self.unary.filter(\.allowsGet).map(\.name))
        #expect(names.isDisjoint(with: ["FindByLink", "LogIn", "Refresh", "SendToLink"]))
        #expect(Self.unary.allSatisfy { !$0.allowsGet || !$0.isWrite })
    }

    @Test("A refusal has its code, its sentence and what programs read")
    func refusalsAreTold() async throws {
        let web = try await WebWorld()
        let method = ContactsAPI.getContact.summary
        let response = try web.call(method, json: #"{"id":"AAAA"}"#, token: web.token)
        #expect(response.status == 400)
        #expect(response.headers["content-type"] == "application/json")
        #expect(response.text.hasPrefix(#"{"code":"invalid_argument","message":""#))
        let refusal = #""details":[{"type":"notelet.v1.Refusal","value":""#
        #expect(response.text.contains(refusal))
        #expect(response.text.contains(#""debug":{"reason":"REFUSAL_REASON_INVALID_VALUE""#))
        let nobody = try web.call(method, json: "{}")
        #expect(nobody.status == 401 && nobody.text.hasPrefix(#"{"code":"unauthenticated""#))
        let forged = try web.call(method, json: "{}", token: String(repeating: "a", count: 64))
        #expect(forged.status == 401)
    }

    @Test(
        "What is no JSON of the request is refused, and says where",
        arguments: [
            "", "[]", "{", #"{"link":1}"#, #"{"link":"a"}x"#, "{\"link\":\"\u{0}\"}", "nul",
        ]
    )
    func malformedRequestsAreRefused(json: String) async throws {
        let web = try await WebWorld()
        let method = MessagesAPI.sendToLink.summary
        let response = try web.call(method, json: json, token: web.token)
        #expect(response.status == 400)
        #expect(response.text.contains("REFUSAL_REASON_INVALID_VALUE"))
        #expect(response.text.contains("notelet.v1.SendToLinkRequest"))
    }

    @Test("What breaks the protocol is told so")
    func protocolIsKept() async throws {
        let web = try await WebWorld()
        let check = "\(HealthAPI.check.summary)"
        let json = ["Content-Type": "application/json"]
        func status(
            _ verb: String = "POST",
            _ path: String = check,
            _ headers: [String: String] = json
        ) throws -> Int {
            try web.peer().ask(verb, path, headers: headers, body: Array("{}".utf8)).status
        }
        #expect(try status() == 200)
        #expect(try status("PUT") == 405)
        #expect(try status("POST", check, ["Content-Type": "text/plain"]) == 415)
        #expect(try status("POST", "/notelet.v1.Health/Nothing") == 404)
        #expect(try status("POST", "/") == 404)
        #expect(try status("POST", check, json.merging(["Connect-Timeout-Ms": "x"]) { $1 }) == 400)
        let version = ["Connect-Protocol-Version": "2"]
        #expect(try status("POST", check, json.merging(version) { $1 }) == 400)
        #expect(try status("POST", check, json.merging(["Content-Encoding": "br"]) { $1 }) == 501)
    }

    @Test("Strangers send short requests, and who is signed in longer ones")
    func requestsAreLimited() async throws {
        let web = try await WebWorld()
        let method = ItemsAPI.createItem.summary
        let request = CreateItemRequest(
            collection: "news",
            title: "긴 소식",
            payload: [UInt8](repeating: 7, count: DomainLimits.valueByteCountMax)
        )
        let served = try #require(web.world.service.running.methods[method])
        let json = try served.requestForm.json(of: encode(request))
        #expect(try web.call(method, json, "application/json", token: web.token).status == 200)
        #expect(try web.call(method, encode(request), token: web.token).status == 200)
        #expect(try web.call(method, json, "application/json").status == 413)
        #expect(try web.call(method, encode(request), token: "forged").status == 413)
        let long = [UInt8](repeating: 32, count: 1 << 20)
        #expect(try web.call(method, long, "application/json", token: web.token).status == 413)
    }

    @Test("A request may be compressed, and no bomb")
    func requestsAreDecompressed() async throws {
        let web = try await WebWorld()
        let method = MessagesAPI.sendToLink.summary
        let json = #"{"link":"\#(web.world.bob.link)","content":"압축된 쪽지"}"#
        let headers = ["Content-Encoding": "gzip"]
        func send(_ body: [UInt8]) throws -> HTTPPeer.Response {
            try web.call(method, body, "application/json", token: web.token, headers: headers)
        }
        let response = try send(Gzip.compress(Array(json.utf8)))
        #expect(response.status == 200, "\(response.text)")
        #expect(response.headers["content-encoding"] == nil)
        #expect(try send(Array(json.utf8)).status == 400)
        #expect(try send(Gzip.compress([UInt8](repeating: 32, count: 8 << 20))).status == 429)
    }

    @Test(
        "Who shows what is no token is not taken for a stranger",
        arguments: ["Bearer ", "Bearer", "Basic YTpi", "Bearer short", "token"]
    )
    func brokenTokensAreNobodys(header: String) async throws {
        let web = try await WebWorld()
        let json = #"{"link":"\#(web.world.bob.link)","content":"쪽지"}"#
        let headers = ["Authorization": header]
        let method = MessagesAPI.sendToLink.summary
        let response = try web.call(method, json: json, headers: headers)
        #expect(response.status == 401, "\(response.text)")
        #expect(try await web.world.service.received(by: web.world.bob).isEmpty)
        let check = try web.call(HealthAPI.check.summary, json: "{}", headers: headers)
        #expect(check.status == 200)
    }

    @Test("A deadline that has passed ends reads and changes alike")
    func passedDeadlinesEnd() async throws {
        let web = try await WebWorld()
        for method in [MessagesAPI.listReceived.summary, AccountsAPI.createGuest.summary] {
            let headers = ["Connect-Timeout-Ms": "0"]
            let response = try web.call(method, json: "{}", token: web.token, headers: headers)
            #expect(response.status == 504, "\(response.text)")
        }
    }

    @Test("Compressed requests of strangers are no longer than others of theirs may be")
    func strangersAreLimitedCompressedToo() async throws {
        let web = try await WebWorld()
        let most = 2 * ServiceLimits.strangerRequestByteCountMax
        for (count, token, expected) in [
            (most, nil, 200), (most + 1, nil, 429), (most + 1, "forged", 429),
            (most + 1, web.token, 200),
        ] {
            let body = Array("{}".utf8) + [UInt8](repeating: 32, count: count - 2)
            let response = try web.call(
                HealthAPI.check.summary,
                Gzip.compress(body),
                "application/json",
                token: token,
                headers: ["Content-Encoding": "gzip"]
            )
            #expect(response.status == expected, "\(count) \(response.text)")
        }
    }

    @Test("Replies are padded for who asks, and where nobody reads along")
    func repliesArePadded() async throws {
        let web = try await WebWorld()
        let method = MessagesAPI.listReceived.summary
        for type in ["application/proto", "application/json"] {
            let headers = ["Padding": "yes"]
            let response = try web.call(method, [], type, token: web.token, headers: headers)
            if type == "application/json" {
                // An empty body is no JSON.
                #expect(response.status == 400)
            }
            let body = type == "application/json" ? Array("{}".utf8) : []
            let padded = try web.call(method, body, type, token: web.token, headers: headers)
            #expect(Padding.frameByteCounts.contains(padded.body.count))
            let bare = try web.call(method, body, type, token: web.token)
            #expect(!Padding.frameByteCounts.contains(bare.body.count))
            let read = type == "application/json" ? padded.text.filter { $0 != " " } : nil
            if let read { #expect(read == bare.text.filter { $0 != " " }) }
        }
    }

    @Test("Limits count by address, and say when to come back")
    func ratesAreLimited() async throws {
        var limits = ServiceLimits()
        limits.rates[.guests] = Rate(of: 2, per: .hour)
        let web = try WebWorld(try await World(TestService(limits: limits)), limits: limits)
        let method = AccountsAPI.createGuest.summary
        // The guest of the world came from another address.
        for _ in 0..<2 { #expect(try web.call(method, json: "{}").status == 200) }
        let refused = try web.call(method, json: "{}")
        #expect(refused.status == 429)
        #expect(refused.headers["retry-after"].flatMap(Int.init) ?? 0 > 0)
    }

    @Test("A call that takes longer than its caller waits ends")
    func deadlinesPass() async throws {
        let web = try await WebWorld()
        let method = MessagesAPI.sendToLink.summary
        let json = #"{"link":"\#(web.world.bob.link)","content":"늦은 쪽지"}"#
        web.door.changes.set(countMax: 0)
        let peer = try web.peer()
        let headers = [
            "Content-Type": "application/json", "Authorization": "Bearer \(web.token)",
            "Connect-Timeout-Ms": "1",
        ]
        peer.send("POST", "\(method)", headers: headers, body: Array(json.utf8))
        let response = try peer.response()
        #expect(response.status == 504)
        #expect(response.text.contains("deadline_exceeded"))
        web.door.changes.set(countMax: 8)
    }

    @Test("A caller's deadline counts for no more than the server lets one wait")
    func deadlinesAreBroughtDown() async throws {
        var limits = ServiceLimits()
        limits.server.unaryTimeoutMax = .milliseconds(1)
        let web = try WebWorld(try await World(), limits: limits)
        web.door.changes.set(countMax: 0)
        let json = #"{"link":"\#(web.world.bob.link)","content":"늦은 쪽지"}"#
        let response = try web.call(
            MessagesAPI.sendToLink.summary,
            json: json,
            token: web.token,
            headers: ["Connect-Timeout-Ms": "9999999999"]
        )
        #expect(response.status == 504)
        web.door.changes.set(countMax: 8)
    }

    @Test("A feature that is off refuses")
    func featuresAreOff() async throws {
        let service = try TestService(offered: OfferedFeatures(["accounts"], among: .all))
        let world = WebDoor(serving: service.running, WebConfiguration())
        _ = world
        let listed = world.methods["\(MessagesAPI.listReceived.summary)"]
        #expect(listed?.refusal != nil)
        #expect(world.methods["\(AccountsAPI.signUp.summary)"]?.refusal == nil)
    }
}

extension String {
    /// The text as a value in a query.
    var percentEncoded: String {
        utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" + digits : digits)
        }.joined()
    }
}
