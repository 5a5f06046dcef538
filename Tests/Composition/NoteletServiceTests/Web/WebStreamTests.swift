import Compression
import Connect
import Domain
import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

@testable import Serving
@testable import WebServing

/// Streams over HTTP: watches and exports.
@Suite(.timeLimit(.minutes(2))) struct WebStreamTests {
    private func open(
        _ web: WebWorld,
        _ method: MethodSummary,
        _ message: [UInt8],
        codec: ConnectCodec = .proto,
        headers: [String: String] = [:]
    ) throws -> HTTPPeer {
        let peer = try web.peer()
        var body: [UInt8] = []
        ConnectEnvelope.append(message, to: &body)
        var headers = headers
        headers["Content-Type"] = codec.contentType(of: .serverStream)
        if headers["Authorization"] == nil { headers["Authorization"] = "Bearer \(web.token)" }
        peer.send("POST", "\(method)", headers: headers, body: body)
        let head = try peer.head()
        #expect(head.status == 200)
        #expect(head.headers["content-type"] == codec.contentType(of: .serverStream))
        return peer
    }

    private func page(_ envelope: (flags: UInt8, message: [UInt8])?) throws -> ChangePage {
        let envelope = try #require(envelope)
        #expect(envelope.flags == 0)
        return try ProtobufDecoder().decode(ChangePage.self, from: envelope.message)
    }

    @Test("A watch gives what is there, and what comes as it comes")
    func watchesGoOn() async throws {
        let web = try await WebWorld()
        let peer = try open(web, SyncAPI.watch.summary, [])
        var (pending, first): ([UInt8], ChangePage?) = ([], nil)
        repeat { first = try page(peer.envelope(&pending)) } while first?.isUpToDate != true
        for index in 0..<5 {
            try await web.world.service.send(
                "쪽지 \(index)",
                from: web.world.bob,
                to: web.world.alice
            )
            let next = try page(peer.envelope(&pending))
            guard case .received(let note)? = next.changes.first?.kind else {
                throw Unexpected("\(next)")
            }
            #expect(note.content == "쪽지 \(index)")
        }
        #expect(web.door.statistics.streamCount == 1)
    }

    @Test(
        "A page as long as pages get is not too long for its stream",
        arguments: [
            ConnectCodec.proto, .json,
        ]
    )
    func longestPagesPass(codec: ConnectCodec) async throws {
        let web = try await WebWorld()
        // The longest notes that there are.
        let content = String(repeating: "😀", count: 2_000)
        for _ in 0..<140 {
            try await web.world.service.send(content, from: web.world.bob, to: web.world.alice)
        }
        let message = codec == .json ? Array("{}".utf8) : []
        let peer = try open(web, SyncAPI.watch.summary, message, codec: codec)
        var (pending, byteCount): ([UInt8], Int) = ([], 0)
        while byteCount < 140 * content.utf8.count {
            let (flags, page) = try #require(try peer.envelope(&pending))
            #expect(flags == 0)
            byteCount += page.count
        }
    }

    @Test("A door that ends takes no streams, and says so")
    func streamsEndWithTheDoor() async throws {
        let web = try await WebWorld()
        web.door.endStreams()
        let peer = try open(web, SyncAPI.watch.summary, [])
        var pending: [UInt8] = []
        let (flags, message) = try #require(try peer.envelope(&pending))
        #expect(flags == 2 && String(decoding: message, as: UTF8.self).contains("unavailable"))
        #expect(web.door.statistics.streamCount == 0)
    }

    @Test("A watch in JSON has the same pages, and signs of life")
    func pagesAreJSON() async throws {
        let web = try await WebWorld()
        let peer = try open(web, SyncAPI.watch.summary, Array("{}".utf8), codec: .json)
        var pending: [UInt8] = []
        var text = ""
        repeat {
            text = String(
                decoding: try #require(try peer.envelope(&pending)).message,
                as: UTF8.self
            )
            #expect(text.hasPrefix("{") && text.contains(#""cursor":""#))
        } while !text.contains(#""isUpToDate":true"#)
        web.world.service.dependencies.hub.beat()
        web.world.service.dependencies.hub.beat()
        let beat = try #require(try peer.envelope(&pending))
        #expect(!String(decoding: beat.message, as: UTF8.self).contains("changes"))
    }

    @Test("A stream that is refused ends, and says why")
    func refusalsEndStreams() async throws {
        let web = try await WebWorld()
        let forged = ["Authorization": "Bearer forged"]
        let peer = try open(web, SyncAPI.watch.summary, [], headers: forged)
        var pending: [UInt8] = []
        let end = try #require(try peer.envelope(&pending))
        #expect(end.flags == 2)
        let text = String(decoding: end.message, as: UTF8.self)
        #expect(text.hasPrefix(#"{"error":{"code":"unauthenticated","message":""#))
        #expect(text.contains("REFUSAL_REASON_NOT_AUTHENTICATED"))
        #expect(try peer.envelope(&pending) == nil)
        // The connection is good for the next call.
        let check = ["Content-Type": "application/proto"]
        let path = "\(HealthAPI.check.summary)"
        #expect(try peer.ask("POST", path, headers: check, body: []).status == 200)
    }

    @Test("A body that is no envelope ends its stream", arguments: [[], [0, 0], [4, 0, 0, 0, 0]])
    func envelopesAreDemanded(body: [UInt8]) async throws {
        let web = try await WebWorld()
        let type = "application/connect+proto"
        let response = try web.call(SyncAPI.watch.summary, body, type, token: web.token)
        #expect(response.status == 200 && response.body.first == 2)
        #expect(response.text.contains("invalid_argument"))
    }

    @Test(
        "What is wrong with the head of a stream ends it, as all that is wrong does",
        arguments: [
            ("Connect-Content-Encoding", "br", "unimplemented"),
            ("Connect-Protocol-Version", "2", "invalid_argument"),
            ("Connect-Timeout-Ms", "soon", "invalid_argument"),
        ],
        ConnectCodec.allCases
    )
    func headsEndStreams(header: (String, String, String), codec: ConnectCodec) async throws {
        let web = try await WebWorld()
        let response = try web.call(
            SyncAPI.watch.summary,
            [0, 0, 0, 0, 0],
            codec.contentType(of: .serverStream),
            token: web.token,
            headers: [header.0: header.1]
        )
        #expect(response.status == 200 && response.body.first == 2)
        #expect(response.headers["content-type"] == codec.contentType(of: .serverStream))
        #expect(response.text.contains(header.2))
    }

    @Test("A message that is compressed needs a header that says how; one of no bytes is as it is")
    func compressedMessagesSayHow() async throws {
        let web = try await WebWorld()
        func call(_ body: [UInt8], _ headers: [String: String]) throws -> HTTPPeer.Response {
            let method = AccountsAPI.exportData.summary
            let type = "application/connect+proto"
            return try web.call(method, body, type, token: web.token, headers: headers)
        }
        let zipped = Gzip.compress(web.world.payload(of: AccountsAPI.exportData.summary))
        let envelope = [1, 0, 0, 0, UInt8(zipped.count)] + zipped
        for headers in [[:], ["Connect-Content-Encoding": "identity"]] {
            let response = try call(envelope, headers)
            #expect(response.status == 200 && response.body.first == 2)
            #expect(response.text.contains(#""code":"internal""#))
        }
        let gzip = ["Connect-Content-Encoding": "gzip"]
        #expect(try call(envelope, gzip).body.first == 0)
        // Nothing is a request without a password.
        #expect(try call([1, 0, 0, 0, 0], gzip).text.contains("WRONG_CREDENTIALS"))
        let empty = try web.call(
            ProfilesAPI.getProfile.summary,
            [],
            token: web.token,
            headers: ["Content-Encoding": "gzip"]
        )
        #expect(empty.status == 200)
    }

    @Test("An export comes whole and ends in good order")
    func exportsEnd() async throws {
        let web = try await WebWorld()
        let request = web.world.payload(of: AccountsAPI.exportData.summary)
        let peer = try open(web, AccountsAPI.exportData.summary, request)
        var pending: [UInt8] = []
        var count = 0
        while let envelope = try peer.envelope(&pending) {
            if envelope.flags == 2 {
                #expect(envelope.message == Array("{}".utf8))
                continue
            }
            _ = try ProtobufDecoder().decode(ExportDataResponse.self, from: envelope.message)
            count += 1
        }
        #expect(count >= 4)
    }

    @Test("A watch ends with its session, with its deadline, and with the door")
    func watchesEnd() async throws {
        let web = try await WebWorld()
        func end(_ peer: HTTPPeer) throws -> String {
            var pending: [UInt8] = []
            while let envelope = try peer.envelope(&pending) {
                if envelope.flags == 2 { return String(decoding: envelope.message, as: UTF8.self) }
            }
            throw Unexpected("the stream had no end")
        }
        let timed = try open(
            web,
            SyncAPI.watch.summary,
            [],
            headers: ["Connect-Timeout-Ms": "1"]
        )
        #expect(try end(timed).contains("deadline_exceeded"))
        let renewed = try await web.world.service.renewed(web.world.bob)
        let bearer = ["Authorization": "Bearer \(renewed.session.accessToken)"]
        let watched = try open(web, SyncAPI.watch.summary, [], headers: bearer)
        try await web.world.service.call(
            AccountsAPI.logOut,
            LogOutRequest(),
            as: renewed.caller
        )
        #expect(try end(watched).contains("unauthenticated"))
        let last = try open(web, SyncAPI.watch.summary, [])
        web.door.endStreams()
        #expect(try end(last).contains("unavailable"))
    }

    @Test("A reader that has gone is let go with the next sign of life")
    func departedReadersAreLetGo() async throws {
        let web = try await WebWorld()
        var peer: HTTPPeer? = try open(web, SyncAPI.watch.summary, [])
        var pending: [UInt8] = []
        while try page(peer?.envelope(&pending)).isUpToDate == false {}
        peer = nil
        let patience = Patience()
        while web.door.statistics.streamCount > 0 {
            web.world.service.dependencies.hub.beat()
            try await patience.pause()
        }
        #expect(web.world.service.dependencies.hub.watcherCount == 0)
    }
}
