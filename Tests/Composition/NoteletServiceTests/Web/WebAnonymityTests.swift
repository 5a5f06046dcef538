import Connect
import NoteletAPI
import NoteletWeb
import ProtobufCoding
import TestSupport
import Testing

@testable import HTTP
@testable import Serving
@testable import WebServing

/// Nothing that comes out of HTTP's door, be it a call's or a page's, tells what nobody may know.
@Suite struct WebAnonymityTests {
    private let web: WebWorld
    /// Whose notes arrive, and who writes them.
    private let owner: Person
    private let sender: Person

    init() async throws {
        var configuration = WebConfiguration()
        configuration.pages = NoteletPages(linkBaseURL: "https://example.com/receive/")
        configuration.trustedProxies = try #require(TrustedProxies(["127.0.0.1"]))
        web = try WebWorld(try await World(), configuration)
        owner = try await web.world.service.person("canary-owner")
        sender = try await web.world.service.person("canary-sender")
    }

    private var path: String { "/receive/\(owner.user.personalLink?.token ?? "")" }

    private func cookies(of person: Person) -> [String: String] {
        [
            "Cookie": "__Host-notelet-access=\(person.session.accessToken); "
                + "__Host-notelet-refresh=\(person.session.refreshToken)",
            "Notelet-Session": "cookie",
        ]
    }

    private func post(
        _ path: String,
        _ form: String,
        _ headers: [String: String] = [:]
    ) throws -> HTTPPeer.Response {
        let headers = headers.merging(["Content-Type": PageForm.contentType]) { $1 }
        return try web.peer().ask("POST", path, headers: headers, body: Array(form.utf8))
    }

    /// The code in a page that says that a note was sent.
    private func ticket(in page: HTTPPeer.Response) throws -> String {
        let digits = try #require(page.text.firstMatch(of: /id="ticket"[^>]* value="([^"]+)"/))
        return String(digits.1)
    }

    /// All bytes that the owner gets by a look at the notes that came.
    private func notesOfOwner() async throws -> [[UInt8]] {
        let notes = try await web.world.service.received(by: owner)
        let single = notes.map { note in
            (MessagesAPI.getMessage.summary, encode(GetMessageRequest(id: note.id)))
        }
        let all = [
            (MessagesAPI.listReceived.summary, encode(ListReceivedRequest())),
            (SyncAPI.pull.summary, encode(PullRequest())),
        ]
        var bytes: [[UInt8]] = []
        for (method, request) in single + all {
            let form = try #require(web.world.service.running.methods[method]).requestForm
            let json = String(decoding: try form.json(of: request), as: UTF8.self)
            let token = owner.session.accessToken
            bytes.append(try web.call(method, request, token: token).telling)
            bytes.append(try web.call(method, json: json, token: token).telling)
        }
        return bytes
    }

    @Test("A form that somebody sends who is signed in is a stranger's, and leaves nothing behind")
    func formsLeaveNothing() async throws {
        let key = "canary-key-of-a-form"
        let headers = cookies(of: sender).merging(
            ["User-Agent": "canary-agent", "Referer": "https://canary.example/"]
        ) { $1 }
        let form = try post(path, "content=note&key=\(key)&ticket=canary-field", headers)
        #expect(form.status == 200)
        let code = try ticket(in: form)
        let json = #"{"link":"\#(owner.link)","content":"note"}"#
        let method = MessagesAPI.sendToLink.summary
        let called = try web.call(method, json: json, headers: ["Idempotency-Key": key + "s"])
        #expect(called.status == 200)
        let service = web.world.service
        #expect(try await service.sent(by: sender).isEmpty)
        let notes = try await service.received(by: owner)
        let bodies = notes.map { note in
            var note = note
            note.id = []
            return encode(note)
        }
        #expect(bodies.count == 2 && Set(bodies).count == 1)
        let texts = [
            key, code, "canary-sender", "canary-agent", "canary.example", "canary-field",
            sender.session.accessToken, sender.session.refreshToken, "127.0.0.1",
        ]
        let canaries = (texts.map { Array($0.utf8) } + [sender.user.id]).flatMap(forms)
        for bytes in try await notesOfOwner() {
            #expect(contains(bytes, Array("note".utf8)))
            for canary in canaries { #expect(!contains(bytes, canary)) }
        }
    }

    @Test("What a visitor gets has a name, and nothing else of the owner")
    func visitorsGetAName() async throws {
        let service = web.world.service
        let sent = try post(path, "content=note&key=a")
        let code = try ticket(in: sent)
        let note = try #require(try await service.received(by: owner).first)
        let answer = AnswerMessageRequest(messageID: note.id, content: "answer")
        var pages = [sent, try post("/reply", "ticket=\(code)")]
        try await service.call(MessagesAPI.answerMessage, answer, as: owner.elsewhere)
        let answered = try post("/reply", "ticket=\(code)")
        #expect(answered.text.contains("answer"))
        let form = try web.peer().ask("GET", path)
        #expect(form.text.contains("<bdi>canary-owner</bdi>"))
        let find = #"{"link":"\#(owner.link)"}"#
        let get = #"{"replyTicket":"\#(code)"}"#
        pages += [
            answered, form, try post(path, "content=+&key=a"),
            try web.peer().ask("GET", "/reply"), try post("/reply", "ticket=a"),
            try web.peer().ask("GET", "/qr.svg"), try web.peer().ask("GET", "/app"),
            try web.peer().ask("GET", path, headers: cookies(of: sender)),
            try web.call(MessagesAPI.getReply.summary, json: get),
        ]
        let texts = [
            "canary-owner@example.com", owner.session.accessToken, owner.session.refreshToken,
            sender.session.accessToken, "canary-sender",
        ]
        let hidden = (texts.map { Array($0.utf8) } + [note.id]).flatMap(forms)
        for page in pages + [try web.call(ProfilesAPI.findByLink.summary, json: find)] {
            for canary in hidden { #expect(!contains(page.telling, canary)) }
        }
        // The profile of a link has the owner's id, by which people find one another; pages do not.
        for page in pages {
            for canary in forms(of: owner.user.id) { #expect(!contains(page.telling, canary)) }
        }
    }

    @Test("Over an encrypted way the length of a page does not tell that of an answer in it")
    func pagesArePadded() async throws {
        let service = web.world.service
        let encrypted = ["X-Forwarded-Proto": "https"]
        var counts: [Int] = []
        for (index, count) in [0, 1, 20, 300].enumerated() {
            let text = String(repeating: "답", count: count)
            let sent = try post(path, "content=note&key=\(index)", encrypted)
            if !text.isEmpty {
                let note = try #require(try await service.received(by: owner).first)
                let answer = AnswerMessageRequest(messageID: note.id, content: text)
                try await service.call(MessagesAPI.answerMessage, answer, as: owner.elsewhere)
            }
            let read = "ticket=\(try ticket(in: sent))"
            let bare = try post("/reply", read)
            let padded = try post("/reply", read, encrypted)
            #expect(padded.text.contains(text))
            #expect(padded.text.hasPrefix(bare.text) && padded.body.count > bare.body.count)
            #expect(Padding.frameByteCounts.contains(sent.body.count))
            counts.append(padded.body.count)
        }
        #expect(counts == [1_024, 1_024, 1_024, 4_096])
        let form = try web.peer().ask("GET", path, headers: encrypted)
        #expect(Padding.frameByteCounts.contains(form.body.count))
    }

    @Test("What breaks the protocol comes back in no answer")
    func errorsRepeatNothing() throws {
        let canary = "canary-of-a-request"
        let method = "\(MessagesAPI.sendToLink.summary)"
        let type = ["Content-Type": "application/json"]
        func ask(
            _ verb: String,
            _ path: String,
            _ headers: [String: String],
            _ body: String = "{}"
        ) throws -> HTTPPeer.Response {
            let token = ["Authorization": "Bearer \(canary)", "Idempotency-Key": canary]
            let headers = headers.merging(token) { given, _ in given }
            return try web.peer().ask(verb, path, headers: headers, body: Array(body.utf8))
        }
        let responses = [
            try ask("POST", method, type),
            try ask("POST", "/\(canary)?\(canary)", type),
            try ask("POST", "/notelet.v1.Messages/\(canary)", type),
            try ask("PUT", "\(method)?\(canary)", type),
            try ask("POST", method, ["Content-Type": "application/\(canary)"]),
            try ask("POST", method, type, #"{"content":"\#(canary)","x":1"#),
            try ask("POST", method, type.merging(["Content-Encoding": canary]) { $1 }),
            try ask("POST", method, type.merging(["Connect-Timeout-Ms": canary]) { $1 }),
            try ask("POST", method, type.merging(["Connect-Protocol-Version": canary]) { $1 }),
            try ask("POST", method, type.merging(["Origin": "https://\(canary)"]) { $1 }),
            try ask("GET", "/assets/\(canary)", [:]), try ask("GET", path + canary, [:]),
        ]
        for response in responses {
            #expect(response.status >= 400)
            for form in forms(of: Array(canary.utf8)) { #expect(!contains(response.telling, form)) }
        }
    }
}
