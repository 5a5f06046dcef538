import NoteletAPI
import NoteletService
import NoteletWeb
import TestSupport
import Testing

@testable import Serving
@testable import WebServing

/// The pages of visitors, and sessions whose tokens are in cookies.
@Suite struct WebPageTests {
    private let web: WebWorld

    init() async throws {
        var configuration = WebConfiguration()
        configuration.pages = NoteletPages(linkBaseURL: "https://example.com/receive/")
        web = try WebWorld(try await World(), configuration)
    }

    private func get(
        _ path: String,
        _ headers: [String: String] = [:]
    ) throws -> HTTPPeer.Response {
        let headers = headers.merging(["Accept-Language": "ko"]) { given, _ in given }
        return try web.peer().ask("GET", path, headers: headers)
    }

    private func post(
        _ path: String,
        _ form: String,
        _ headers: [String: String] = [:]
    ) throws -> HTTPPeer.Response {
        let headers = headers.merging(
            ["Accept-Language": "ko", "Content-Type": PageForm.contentType]
        ) { given, _ in given }
        return try web.peer().ask("POST", path, headers: headers, body: Array(form.utf8))
    }

    private var link: String { web.world.bob.user.personalLink?.token ?? "" }

    /// The value of an attribute behind a text.
    private func value(_ attribute: String, behind text: String, in page: String) -> String? {
        guard let start = page.firstRange(of: text)?.upperBound,
            let begin = page[start...].firstRange(of: "\(attribute)=\"")?.upperBound,
            let end = page[begin...].firstIndex(of: "\"")
        else { return nil }
        return String(page[begin..<end])
    }

    @Test("A link shows whose it is, and is safe")
    func linksAreShown() throws {
        let page = try get("/receive/\(link)")
        #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.text.contains("<bdi>bob</bdi>님에게 익명 쪽지"))
        #expect(page.text.contains("property=\"og:url\" content=\"https://example.com/receive/"))
        #expect(page.headers["cache-control"] == "no-store")
        #expect(page.headers["referrer-policy"] == "no-referrer")
        #expect(page.headers["x-frame-options"] == "DENY")
        let policy = try #require(page.headers["content-security-policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; "))
        #expect(!policy.contains("unsafe"))
        let english = try get("/receive/\(link)", ["Accept-Language": "en"])
        #expect(english.text.contains("An anonymous note to <bdi>bob</bdi>"))
    }

    @Test("An app without notes has no page to write one", arguments: ["/receive/x", "/reply"])
    func pagesAreThoseOfWhatIsOffered(path: String) async throws {
        var configuration = WebConfiguration()
        configuration.pages = NoteletPages(linkBaseURL: "https://example.com/receive/")
        let service = try TestService(offered: OfferedFeatures(["accounts"], among: .all))
        let web = try WebWorld(try await World(service), configuration)
        for verb in ["GET", "POST"] {
            let page = try web.peer().ask(verb, path, headers: ["Accept-Language": "en"])
            #expect(page.status == 501)
            #expect(page.text.contains("This server does not offer notes."))
            #expect(!page.text.contains("<form"))
        }
    }

    @Test("A page of another origin writes with nobody's session, though it may call")
    func allowedOriginsHaveNoSession() async throws {
        var configuration = WebConfiguration()
        configuration.pages = NoteletPages(linkBaseURL: "https://example.com/receive/")
        configuration.origins = ["https://app.example.com"]
        let web = try WebWorld(try await World(), configuration)
        let headers = [
            "Origin": "https://app.example.com", "Sec-Fetch-Site": "same-site",
            "Cookie": "__Host-notelet-access=\(web.world.alice.session.accessToken)",
        ]
        let path = "/receive/\(web.world.bob.user.personalLink?.token ?? "")"
        let body = Array("content=note&session=cookie".utf8)
        let sent = try web.peer().ask("POST", path, headers: headers, body: body)
        #expect(sent.status == 401, "\(sent.text)")
        #expect(try await web.world.service.received(by: web.world.bob).isEmpty)
    }

    @Test("What is no token in an address is nobody's link", arguments: ["%2e%2e%2f", "a%3fb%23"])
    func addressesHaveOneTarget(prefix: String) throws {
        let page = try get("/receive/\(prefix)\(link)")
        #expect(page.text == (try get("/receive/x")).text)
    }

    @Test("Where only who is signed in may write, a form with a session does, and no other")
    func peopleWithASessionWrite() async throws {
        let service = web.world.service
        let (alice, bob) = (web.world.alice, web.world.bob)
        let policy = UpdateProfileRequest(senderPolicy: .signedIn)
        try await service.call(ProfilesAPI.updateProfile, policy, as: bob.caller)
        let cookie = ["Cookie": "__Host-notelet-access=\(alice.session.accessToken)"]
        let path = "/receive/\(link)"
        #expect(try !get(path).text.contains("<textarea"))
        #expect(try !get(path, ["Cookie": "__Host-notelet-access=a"]).text.contains("<textarea"))
        let form = try get(path, cookie).text
        #expect(form.contains("<textarea"))
        #expect(value("value", behind: "name=\"session\"", in: form) == "cookie")
        let note = "content=note&key=1&session=cookie"
        #expect(try post(path, note).status == 401)
        #expect(try post(path, "content=note&key=2", cookie).status == 403)
        let sent = try post(path, note, cookie)
        #expect(sent.status == 200 && sent.text.contains("/app#sent"), "\(sent.text)")
        #expect(try await service.received(by: bob).map(\.senderName) == ["익명"])
        #expect(try await service.sent(by: alice).map(\.content) == ["note"])
        // Another text with the same key gets a form with another one.
        let other = try post(path, "content=other&key=1&session=cookie", cookie)
        #expect(other.status != 200)
        #expect(value("value", behind: "name=\"key\"", in: other.text) != "1")
    }

    @Test(
        "Links that never were, were replaced or switched off, or whose owner is gone look alike",
        arguments: ["ko", "en", "ja"]
    )
    func missingLinksLookAlike(language: String) async throws {
        let service = web.world.service
        let (alice, bob) = (web.world.alice, web.world.bob)
        let (banned, deleted) = (
            try await service.person("banned"), try await service.person("deleted")
        )
        let rotate = ProfilesAPI.rotateLink
        try await service.call(rotate, RotateLinkRequest(), as: alice.elsewhere)
        let switchOff = ProfilesAPI.switchOffLink
        try await service.call(switchOff, SwitchOffLinkRequest(), as: bob.elsewhere)
        try await service.ban(banned)
        let deletion = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, deletion, as: deleted.elsewhere)
        let owners = [alice, bob, banned, deleted]
        let tokens = owners.compactMap { $0.user.personalLink?.token }
        #expect(tokens.count == 4)
        let paths = tokens + ["AAAAAAAAAAAAAAAAAAAAAA", "x", "", "../x", tokens[0] + "A"]
        let headers = ["Accept-Language": language]
        for path in paths.map({ "/receive/\($0)" }) {
            let page = try get(path, headers)
            #expect(page.status == 404 && page.text.contains("<html lang=\"\(language)\">"))
            #expect(page.telling == (try get("/receive/BAAAAAAAAAAAAAAAAAAAAA", headers).telling))
            let sent = try post(path, "content=a&key=b", headers)
            #expect(sent.telling == page.telling)
        }
    }

    @Test("An owner who takes notes of signed-in people says so")
    func ownersDecide() async throws {
        try await web.world.service.call(
            ProfilesAPI.updateProfile,
            UpdateProfileRequest(senderPolicy: .signedIn),
            as: web.world.bob.elsewhere
        )
        let page = try get("/receive/\(link)")
        #expect(page.status == 200 && page.text.contains("href=\"/app\""))
        #expect(!page.text.contains("<form"))
    }

    @Test("Without a script the form sends, once, and its code finds the answer")
    func formsSend() async throws {
        let form = try get("/receive/\(link)").text
        let key = try #require(value("value", behind: "name=\"key\"", in: form))
        #expect(key.utf8.count == 22)
        let body = "content=%EC%95%88%EB%85%95&key=\(key)"
        let sent = try post("/receive/\(link)", body)
        #expect(sent.status == 200)
        let ticket = try #require(value("value", behind: "id=\"ticket\"", in: sent.text))
        #expect(ticket.utf8.count == 64)
        // Sent once more, as a reload does.
        #expect(try post("/receive/\(link)", body).text == sent.text)
        let notes = try await web.world.service.received(by: web.world.bob)
        #expect(notes.map(\.content) == ["안녕"])
        let pending = try post("/reply", "ticket=\(ticket)")
        #expect(pending.text.contains("아직 답장이 없습니다"))
        try await web.world.service.call(
            MessagesAPI.answerMessage,
            AnswerMessageRequest(messageID: notes[0].id, content: "<b>누구?</b>"),
            as: web.world.bob.elsewhere
        )
        let answered = try post("/reply", "ticket=+\(ticket)%0A")
        #expect(answered.text.contains("&lt;b&gt;누구?&lt;/b&gt;"))
        let wrong = try post("/reply", "ticket=abc")
        #expect(wrong.status == 404 && wrong.text.contains("role=\"alert\">이 코드에"))
    }

    @Test("What is refused stays in the form, with the reason")
    func refusalsStay() throws {
        let page = try post("/receive/\(link)", "content=+++&key=abc")
        #expect(page.status == 400)
        #expect(page.text.contains("id=\"problem\" role=\"alert\">내용은"))
        #expect(value("value", behind: "name=\"key\"", in: page.text) == "abc")
        let long = String(repeating: "a", count: 3_000)
        let kept = try post("/receive/\(link)", "content=\(long)&key=abc")
        #expect(kept.status == 400 && kept.text.contains(long))
        let missing = try post("/receive/x", "content=a&key=abc")
        #expect(missing.status == 404 && missing.text.contains("사용할 수 없는 링크입니다"))
        let huge = String(repeating: "a", count: 40_000)
        #expect(try post("/receive/\(link)", "content=\(huge)").status == 413)
    }

    @Test("Forms of other hosts are not taken; links there are followed")
    func foreignFormsAreRefused() throws {
        let foreign = ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"]
        #expect(try post("/receive/\(link)", "content=a&key=b", foreign).status == 403)
        #expect(try get("/receive/\(link)", ["Sec-Fetch-Site": "cross-site"]).status == 200)
        // A page that tells nobody where it comes from still is of this host.
        let own = ["Origin": "null", "Sec-Fetch-Site": "same-origin"]
        #expect(try post("/receive/\(link)", "content=a&key=b", own).status == 200)
    }

    @Test("Scripts are kept by browsers, and asked for anew")
    func assetsAreServed() throws {
        let script = try get("/assets/receive.js")
        #expect(script.status == 200)
        #expect(script.headers["content-type"] == "text/javascript; charset=utf-8")
        #expect(script.headers["cache-control"] == "no-cache")
        let tag = try #require(script.headers["etag"])
        let again = try get("/assets/receive.js", ["If-None-Match": tag])
        #expect(again.status == 304 && again.body.isEmpty)
        let zipped = try get("/assets/receive.js", ["Accept-Encoding": "gzip, br"])
        #expect(zipped.headers["content-encoding"] == "gzip")
        #expect(zipped.body.count < script.body.count)
        #expect(try get("/assets/../app").status == 404)
        #expect(try get("/assets/none.js").status == 404)
        #expect(try get("/app").text.contains("\"assets/main.js\""))
        #expect(try get("/").headers["location"] == "/app")
    }

    @Test("A page's session is in cookies, and in nothing that a script can read")
    func sessionsAreInCookies() throws {
        let cookie = ["Notelet-Session": "cookie", "Sec-Fetch-Site": "same-origin"]
        let response = try web.call(
            AccountsAPI.logIn.summary,
            json: #"{"username":"bob","password":"\#(TestService.password)"}"#,
            headers: cookie
        )
        #expect(response.status == 200, "\(response.text)")
        #expect(!response.text.contains("session") && response.text.contains(#""user":{"#))
        let set = try #require(response.headers["set-cookie"])
        #expect(set.hasPrefix("__Host-notelet-refresh="))
        #expect(set.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=Strict"))
        let refresh = String(set.prefix { $0 != ";" })
        let renewed = try web.call(
            AccountsAPI.refresh.summary,
            json: "{}",
            headers: cookie.merging(["Cookie": "a=b; \(refresh)"]) { $1 }
        )
        #expect(renewed.status == 200 && renewed.text == "{}")
        // Without the header cookies are nothing, and with a token of its own they are not needed.
        let bare = try web.call(
            AccountsAPI.refresh.summary,
            json: "{}",
            headers: ["Cookie": refresh]
        )
        #expect(bare.status == 401)
        let plain = try web.call(
            AccountsAPI.logIn.summary,
            json: #"{"username":"bob","password":"\#(TestService.password)"}"#
        )
        #expect(plain.text.contains("accessToken") && plain.headers["set-cookie"] == nil)
    }

    @Test("The cookie speaks for its owner, here alone")
    func cookiesSpeak() throws {
        let cookies = ["Cookie": "__Host-notelet-access=\(web.token)"]
        let own = cookies.merging(["Notelet-Session": "cookie"]) { $1 }
        let method = ProfilesAPI.getProfile.summary
        #expect(try web.call(method, json: "{}", headers: own).text.contains("alice"))
        #expect(try web.call(method, json: "{}", headers: cookies).status == 401)
        let foreign = own.merging(["Origin": "https://evil.example"]) { $1 }
        #expect(try web.call(method, json: "{}", headers: foreign).status == 403)
        let code = try get("/qr.svg?1", cookies)
        #expect(code.status == 200 && code.headers["content-type"] == "image/svg+xml")
        #expect(try get("/qr.svg").status == 404)
        let out = try web.call(AccountsAPI.logOut.summary, json: "{}", headers: own)
        #expect(out.status == 200)
        #expect(out.headers["set-cookie"]?.contains("=; Max-Age=0;") == true)
    }
}
