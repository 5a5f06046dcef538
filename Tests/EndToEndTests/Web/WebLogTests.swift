import Foundation
import TestSupport
import Testing

/// What is left behind by what comes over HTTP: nothing of people and notes.
@Suite(.timeLimit(.minutes(1)))
struct WebLogTests {
    private let folder = TemporaryDirectory()

    @Test("A log of each request and the measurements tell nothing of people and notes")
    func nothingIsLeftBehind() async throws {
        let (server, _) = try await startServer(
            in: folder,
            [
                "--log-level", "debug", "--log-format", "json", "--shared-address",
                "--web-listen", "http://127.0.0.1:0", "--metrics-listen", "http://127.0.0.1:0",
                "--trusted-proxy", "127.0.0.1",
            ]
        )
        let web = try #require(await server.nextLine())
        let metrics = try #require(await server.nextLine())
        var visit = WebVisit(at: web)
        try visit.run()
        let page = try PageRequest.get("/metrics", at: metrics).body
        #expect(await server.end(by: SIGTERM) == 0)
        var lines: [String] = []
        while let line = await server.nextErrorLine() { lines.append(line) }
        var count = 0
        let keys: Set = [
            "time", "level", "event", "app", "request", "method", "status", "duration_ms",
        ]
        for line in lines {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                "\(line)"
            )
            guard object["event"] as? String == "request" else { continue }
            #expect(Set(object.keys) == keys)
            count += 1
        }
        #expect(count > 15)
        #expect(page.contains(#"method="SendToLink""#))
        for (name, text) in [("log", lines.joined(separator: "\n")), ("page", page)] {
            let text = text.lowercased()
            for secret in visit.secrets {
                #expect(secret.utf8.count > 7)
                // An id is base64 of its bytes.
                let bytes = Data(base64Encoded: secret).map(Array.init) ?? []
                let forms = ServerLogTests.forms(of: Array(secret.utf8))
                for form in forms + (bytes.count > 7 ? ServerLogTests.forms(of: bytes) : []) {
                    #expect(!text.contains(form.lowercased()), "\(form) is in the \(name)")
                }
            }
        }
    }
}

/// Visits by HTTP that leave traces, if any do.
private struct WebVisit {
    /// What must not be among the traces.
    private(set) var secrets = [
        "canary-username", "canary-mail@example.com", "canary password 쪽지", "canary note 쪽지",
        "canary form", "canary answer", "canary contact", "canary-guess@example.com",
        "canary-key", "canary-path", "canary-query", "canary-agent", "canary-origin",
        "canary-field", "192.0.2.77", "2001:db8:77::1", "canary.Service", "CanaryMethod",
        "canary-cookie",
    ]
    private let web: String
    private var keyCount = 0

    init(at web: String) {
        self.web = web
    }

    private func ask(
        _ verb: String,
        _ path: String,
        _ body: String?,
        _ headers: [String: String] = [:]
    ) throws -> HTTPPeer.Response {
        let traces = [
            "X-Forwarded-For": "192.0.2.77", "User-Agent": "canary-agent",
            "Referer": "https://canary-origin/receive/canary-path", "Cookie": "a=canary-cookie",
        ]
        let headers = headers.merging(traces) { given, _ in given }
        let peer = try HTTPPeer(at: web)
        return try peer.ask(verb, path, headers: headers, body: body.map { Array($0.utf8) })
    }

    private mutating func call(
        _ method: String,
        _ json: String,
        _ token: String = "",
        _ headers: [String: String] = [:]
    ) throws -> Document {
        var headers = headers
        headers["Content-Type"] = "application/json"
        headers["Idempotency-Key"] = "canary-key-\(keyCount)"
        keyCount += 1
        if !token.isEmpty { headers["Authorization"] = "Bearer \(token)" }
        return try Document(try ask("POST", "/notelet.v1.\(method)", json, headers).text)
    }

    /// Lives through all that might leave traces.
    mutating func run() throws {
        let signUp = #"{"username":"canary-username","email":"canary-mail@example.com","#
        let owner = try call("Accounts/SignUp", signUp + #""password":"canary password 쪽지"}"#)
        let token = owner["session"]["accessToken"].text
        let link = owner["user"]["personalLink"]["token"].text
        secrets += [token, owner["session"]["refreshToken"].text, link, owner["user"]["id"].text]
        let guest = try call("Accounts/CreateGuest", "{}")["session"]["accessToken"].text
        let note = #"{"link":"\#(link)","content":"canary note 쪽지"}"#
        let sent = try call("Messages/SendToLink", note, guest)["messageId"].text
        let stranger = try call("Messages/SendToLink", note)
        let ticket = stranger["replyTicket"].text
        secrets += [guest, sent, stranger["messageId"].text, ticket]
        try visitPages(link, ticket)
        let inbox = try call("Messages/ListReceived", "{}", token)
        #expect(inbox["messages"].count == 3)
        let id = inbox["messages"][0]["id"].text
        secrets.append(id)
        let answer = #"{"messageId":"\#(id)","content":"canary answer"}"#
        _ = try call("Messages/AnswerMessage", answer, token)
        _ = try call("Messages/BlockSender", #"{"messageId":"\#(id)"}"#, token)
        _ = try call("Contacts/AddContact", #"{"name":"canary contact","link":"\#(link)"}"#, token)
        _ = try call("Messages/GetMessage", #"{"id":"\#(id)"}"#, guest)
        let guess = #"{"email":"canary-guess@example.com","password":"canary password 쪽지"}"#
        _ = try call("Accounts/LogIn", guess, "", ["Notelet-Session": "cookie"])
        try breakRules(token)
    }

    private func visitPages(_ link: String, _ ticket: String) throws {
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        let path = "/receive/\(link)"
        #expect(try ask("GET", path + "?canary-query", nil).status == 200)
        let body = "content=canary+form&canary-field=canary-field&key=canary-key"
        #expect(try ask("POST", path, body, form).status == 200)
        #expect(try ask("GET", "/receive/canary-path", nil).status == 404)
        #expect(try ask("POST", "/receive/canary-path", body + "s", form).status == 404)
        #expect(try ask("POST", "/reply", "ticket=\(ticket)", form).status == 200)
        #expect(try ask("POST", "/reply", "ticket=canary-field", form).status == 404)
        #expect(try ask("GET", "/assets/canary-path?canary-query", nil).status == 404)
        #expect(try ask("GET", "/canary-path?canary=canary-query", nil).status == 404)
    }

    /// Breaks all rules that there are.
    private mutating func breakRules(_ token: String) throws {
        _ = try call("canary.Service/CanaryMethod", "{}", token)
        _ = try call("Messages/CanaryMethod", "{}", token)
        _ = try call("Messages/SendToLink", #"{"content":"canary note 쪽지","#, token)
        _ = try call("Messages/SendToLink", "{}", token, ["Origin": "https://canary-origin"])
        _ = try call("Messages/SendToLink", "{}", token, ["Connect-Timeout-Ms": "canary-field"])
        _ = try call("Messages/SendToLink", "{}", token, ["Content-Encoding": "canary-field"])
        _ = try call("Health/Check", "{}", "", ["X-Forwarded-For": "2001:db8:77::1, canary-field"])
        #expect(try ask("CANARY-FIELD", "/canary-path", nil).status >= 400)
        let broken = [
            "GET /canary-path HTTP/9.9\r\nHost: canary-origin\r\n\r\n",
            "GET /canary-path\r\n\r\n", "canary-field\r\n\r\n",
            "GET /canary-path HTTP/1.1\r\ncanary-field\r\n\r\n",
            "POST /notelet.v1.Health/Check HTTP/1.1\r\nHost: a\r\nContent-Length: canary-field"
                + "\r\n\r\n",
            "POST /notelet.v1.Health/Check HTTP/1.1\r\nHost: a\r\n"
                + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "canary-field\r\n",
            "GET /\(String(repeating: "canary-path", count: 10_000)) HTTP/1.1\r\n\r\n",
        ]
        for text in broken {
            let peer = try HTTPPeer(at: web)
            peer.send(text)
            // What it says to that, if anything, is read before the next is sent.
            _ = try? peer.response()
        }
        let stream = try HTTPPeer(at: web)
        stream.send(
            "POST",
            "/notelet.v1.Sync/Watch",
            headers: [
                "Content-Type": "application/connect+json", "Authorization": "Bearer \(token)",
            ],
            body: [0, 0, 0, 0, 2] + Array("{}".utf8)
        )
        #expect(try stream.head().status == 200)
        _ = try stream.chunk()
    }
}
