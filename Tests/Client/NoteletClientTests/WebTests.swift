import ClientTestSupport
import NoteletAPI
import NoteletClient
import ProtobufCoding
import Testing

/// What the client promises holds over HTTP as well, whatever happens to a connection.
@Suite(.timeLimit(.minutes(1)))
struct WebTests {
    private static func envelope(_ message: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        let count = UInt32(message.count)
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> UInt32($0)) }
        return [flags] + length + message
    }

    /// A page whose cursor bears a number.
    private static func page(_ number: Int, text: String = "") -> [UInt8] {
        let page = ChangePage(
            changes: [Change(kind: .received(ReceivedMessage(content: text)))],
            cursor: Array("\(number)".utf8)
        )
        return envelope((try? ProtobufEncoder().encode(page)) ?? [])
    }

    /// The number in the cursor that a watch begins at.
    private static func start(_ request: Visitor.Request) -> Int {
        let message = Array(request.body.dropFirst(5))
        let watch = try? ProtobufDecoder(limits: .requests).decode(WatchRequest.self, from: message)
        return Int(String(decoding: watch?.cursor ?? [], as: UTF8.self)) ?? 0
    }

    @Test("A write whose reply is lost is sent again with the same key")
    func lostReply() async throws {
        let requests = Log<Visitor.Request>()
        let server = try ScriptedServer { visitor in
            guard let request = visitor.request() else { return }
            if requests.append(request) < 3 { return }
            visitor.answer("200 OK", type: "application/proto", [])
        }
        let client = try TestClient(server.address)
        try await client.notelet.switchOffLink()
        let keys = requests.entries.map { $0.headers["idempotency-key"] }
        #expect(keys.count == 3 && Set(keys).count == 1 && keys[0]?.count == 32)
        #expect(client.pauses.entries.count == 2)
    }

    @Test("The page of a proxy ends no session, and is tried to be passed by")
    func proxy() async throws {
        let visits = Log<Void>()
        let server = try ScriptedServer { visitor in
            while visitor.request() != nil {
                let line = visits.append(()) == 1 ? "502 Bad Gateway" : "401 Unauthorized"
                visitor.answer(line, type: "text/html", Array("<h1>Sign in</h1>".utf8))
            }
        }
        let session = StoredSession(.numbered(1), server: server.address, label: "label")
        let client = try TestClient(server.address, store: MemorySessionStore(session))
        let error = await #expect(throws: NoteletError.self) { try await client.notelet.profile() }
        #expect(error?.code == .refused && error?.refusal == nil)
        #expect(visits.entries.count == 2)
        #expect(client.store.load() == session)
    }

    @Test("A silent watch counts as lost, and goes on where it was")
    func silence() async throws {
        let starts = Log<Int>()
        let server = try ScriptedServer { visitor in
            guard let request = visitor.request() else { return }
            let start = Self.start(request)
            starts.append(start)
            visitor.beginStream()
            visitor.send(Self.page(start + 1))
            visitor.waitForEnd()
        }
        let client = try TestClient(server.address) { $0.watchSilenceMax = .milliseconds(100) }
        var numbers: [String] = []
        for try await page in client.notelet.watch() {
            numbers.append(String(decoding: page.cursor, as: UTF8.self))
            if numbers.count == 3 { break }
        }
        #expect(numbers == ["1", "2", "3"])
        // A busy machine may be silent once more than the server is.
        #expect(Set(starts.entries) == [0, 1, 2])
    }

    @Test("A watch whose reader is slow is cut off, and loses nothing by that")
    func slowReader() async throws {
        let ended = Log<Int>()
        let text = String(repeating: "x", count: 100_000)
        let server = try ScriptedServer { visitor in
            guard let request = visitor.request() else { return }
            visitor.beginStream()
            var number = Self.start(request)
            while visitor.send(Self.page(number + 1, text: text)) { number += 1 }
            ended.append(number)
        }
        let client = try TestClient(server.address)
        var pages = client.notelet.watch().makeAsyncIterator()
        #expect(try await pages.next()?.cursor == Array("1".utf8))
        // Nobody reads until the server cannot send any more.
        await ended.wait(forCount: 1)
        let count = try #require(ended.entries.first)
        for number in 2...(count + 10) {
            #expect(try await pages.next()?.cursor == Array("\(number)".utf8))
        }
    }
}
