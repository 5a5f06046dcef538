import Dispatch
import Locking
import TestSupport
import Testing

@testable import HTTP

/// Requests with bodies, answers that come later, and streams.
@Suite("HTTP handlers")
struct HTTPHandlerTests {
    private let handler = ScriptedHandler()

    private func listen(_ change: (inout HTTPLimits) -> Void = { _ in }) throws -> HTTPListener {
        var limits = HTTPLimits()
        limits.connectionCountMax = 256
        limits.overflow = .newestEnds
        limits.threadCount = 2
        change(&limits)
        let address = try #require(HTTPAddress("http://127.0.0.1:0"))
        return try HTTPListener(at: HTTPAddressClaim(address), limits: limits, handler: handler)
    }

    @Test("Requests of one connection are answered in their order, with their bodies")
    func connectionsAreKept() throws {
        let listener = try listen()
        let peer = try HTTPPeer(at: "\(listener.boundAddress)")
        for text in ["first", "", "a third one"] {
            let response = try peer.ask("POST", "/echo?x=%41+b", body: Array(text.utf8))
            #expect(response.status == 200)
            #expect(response.text == "POST /echo x=A b \(text)")
        }
        // Pipelined.
        let request = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n"
        peer.send((0..<20).map { "\(request)\($0 % 10)" }.joined())
        for index in 0..<20 { #expect(try peer.response().text.hasSuffix("\(index % 10)")) }
    }

    @Test("A body may come in chunks, and drip")
    func bodiesDrip() throws {
        let listener = try listen()
        let peer = try HTTPPeer(at: "\(listener.boundAddress)")
        peer.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        for part in ["3\r", "\nab", "c\r\n1\r\nd\r\n0", "\r\n\r\n"] { peer.send(part) }
        #expect(try peer.response().text == "POST /echo x= abcd")
        #expect(try peer.ask("GET", "/echo").text == "GET /echo x= ")
    }

    @Test("A body that is too long is refused by its length, and ends where it has none")
    func longBodiesAreRefused() throws {
        let listener = try listen()
        let most = [UInt8](repeating: 65, count: ScriptedHandler.bodyByteCountMax)
        let peer = try HTTPPeer(at: "\(listener.boundAddress)")
        #expect(try peer.ask("POST", "/echo", body: most).status == 200)
        peer.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(most.count + 1)\r\n\r\n")
        #expect(try peer.response().status == 413)
        let chunked = try HTTPPeer(at: "\(listener.boundAddress)")
        chunked.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        chunked.send("\(String(most.count, radix: 16))\r\n")
        chunked.send(most)
        chunked.send("\r\n1\r\nA\r\n0\r\n\r\n")
        #expect(try chunked.rest().isEmpty)
        // Without a body the connection goes on.
        let asking = try HTTPPeer(at: "\(listener.boundAddress)")
        for _ in 0..<2 { #expect(try asking.ask("GET", "/refused").status == 403) }
        let refused = try HTTPPeer(at: "\(listener.boundAddress)")
        refused.send("POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n")
        #expect(try refused.response().status == 403)
    }

    @Test("An answer may come later, from another thread; one that is dropped is an error")
    func answersComeLater() throws {
        let listener = try listen()
        let peers = try (0..<32).map { _ in try HTTPPeer(at: "\(listener.boundAddress)") }
        for peer in peers { peer.send("GET", "/later") }
        try handler.waitForReplies(count: 32)
        #expect(try HTTPPeer(at: "\(listener.boundAddress)").ask("GET", "/echo").status == 200)
        for reply in handler.takeReplies() {
            reply.send(HTTPResponse(.ok, line: "now"))
            reply.send(HTTPResponse(.ok, line: "too late"))
        }
        for peer in peers { #expect(try peer.response().text == "now\n") }
        #expect(try peers[0].ask("GET", "/dropped").status == 500)
        #expect(try peers[0].ask("GET", "/echo").status == 200)
    }

    @Test("A stream is sent as it comes, and the connection goes on behind it")
    func streamsAreSent() throws {
        let listener = try listen()
        let peer = try HTTPPeer(at: "\(listener.boundAddress)")
        peer.send("GET", "/stream")
        let head = try peer.head()
        #expect(head.status == 200 && head.headers["content-type"] == "text/x")
        #expect(head.headers["transfer-encoding"] == "chunked")
        let source = try handler.waitForSource()
        for text in ["one", "two", "three"] {
            source.send(Array(text.utf8))
            #expect(try peer.chunk() == Array(text.utf8))
        }
        source.stream.finish(Array("end".utf8))
        #expect(try peer.chunk() == Array("end".utf8))
        #expect(try peer.chunk() == nil)
        try source.waitForEnd()
        #expect(try peer.ask("GET", "/echo").status == 200)
    }

    @Test("A stream waits for its reader, and goes on when there is room")
    func streamsWait() throws {
        let listener = try listen()
        let peer = try HTTPPeer(at: "\(listener.boundAddress)", receiveByteCount: 4_096)
        peer.send("GET", "/stream")
        let source = try handler.waitForSource()
        let total = 16 << 20
        source.produce(byteCount: total)
        _ = try peer.head()
        var count = 0
        while count < total, let chunk = try peer.chunk() { count += chunk.count }
        #expect(count == total)
    }

    @Test("A producer that does not wait ends the connection")
    func floodsEnd() throws {
        let listener = try listen()
        let peer = try HTTPPeer(at: "\(listener.boundAddress)", receiveByteCount: 4_096)
        peer.send("GET", "/stream")
        let source = try handler.waitForSource()
        for _ in 0..<64 { source.send([UInt8](repeating: 0, count: 1 << 20)) }
        try source.waitForEnd()
        _ = try peer.rest()
    }

    @Test("A reader that has gone is noticed though nothing is sent")
    func departedReadersAreFound() throws {
        let listener = try listen { $0.firstHeadTime = .milliseconds(100) }
        var peers = try (0..<3).map { _ in try HTTPPeer(at: "\(listener.boundAddress)") }
        let sources = try peers.map { peer in
            peer.send("GET", "/stream")
            let source = try handler.waitForSource()
            source.send([1])
            _ = try peer.head()
            _ = try peer.chunk()
            return source
        }
        peers.remove(at: 1)
        try sources[1].waitForEnd()
        #expect(!sources[0].hasEnded && !sources[2].hasEnded)
        sources[2].send([2])
        #expect(try peers[1].chunk() == [2])
    }

    @Test("What a slow reader has taken of a stream is not kept, and the system takes little more")
    func streamsLetGoOfWhatWasSent() throws {
        let listener = try listen()
        let peer = try HTTPPeer(at: "\(listener.boundAddress)", receiveByteCount: 4_096)
        peer.send("GET", "/stream")
        let source = try handler.waitForSource()
        source.produce(byteCount: 16 << 20)
        _ = try peer.head()
        var count = 0
        while count < 4 << 20, let chunk = try peer.chunk() {
            count += chunk.count
            #expect(source.stream.keptByteCount < 256 << 10)
        }
        // The reader has 4 MiB, so that hardly more was made.
        #expect(source.leftByteCount > 11 << 20)
    }

    @Test("A reader that has gone is noticed by what is sent next")
    func departedReadersAreNoticed() throws {
        let listener = try listen()
        var peer: HTTPPeer? = try HTTPPeer(at: "\(listener.boundAddress)")
        peer?.send("GET", "/stream")
        let source = try handler.waitForSource()
        source.send([1])
        _ = try peer?.head()
        _ = try peer?.chunk()
        peer = nil
        let patience = Patience()
        while !source.hasEnded {
            try patience.check()
            source.send([2])
        }
        #expect(listener.connectionCount <= 1)
    }

    @Test("Answers that come after their connections have gone are dropped, streams with them")
    func lateAnswersAreDropped() throws {
        let listener = try listen()
        var peer: HTTPPeer? = try HTTPPeer(at: "\(listener.boundAddress)")
        peer?.send("GET", "/later")
        try handler.waitForReplies(count: 1)
        let reply = try #require(handler.takeReplies().first)
        peer = nil
        listener.close()
        let source = StreamSource()
        reply.send(source.stream, headers: [], to: source)
        try source.waitForEnd()
    }

    @Test("A stream that its connection has not taken yet ends with the listener")
    func streamsNotTakenEnd() throws {
        let listener = try listen()
        let peer = try HTTPPeer(at: "\(listener.boundAddress)")
        peer.send("GET", "/slow-stream")
        try handler.waitForReplies(count: 1)
        let closing = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            listener.close()
            closing.signal()
        }
        // The handler answered with a stream, and goes on meanwhile.
        let source = try handler.waitForSource()
        #expect(source.stream.keptByteCount == 0)
        handler.proceed()
        try closing.waitPatiently()
        try source.waitForEnd()
    }

    @Test(
        "A head that can be understood in two ways is refused, and nothing behind it is read",
        arguments: [
            "Content-Length: 2\r\nContent-Length: 32", "Content-Length: 2\r\nContent-Length: 2",
            "Content-Length: 2\r\nTransfer-Encoding: chunked", "Content-Length : 2",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: identity", "Host: b",
        ]
    )
    func ambiguousHeadsAreRefused(lines: String) throws {
        let listener = try listen()
        let peer = try HTTPPeer(at: "\(listener.boundAddress)")
        peer.send("POST /echo HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\r\n{}")
        peer.send("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
        let text = String(decoding: try peer.rest(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 400 "), "\(text)")
        #expect(!text.contains("smuggled"), "\(text)")
    }

    @Test("Whoever is late is ended: with a head, a body, or the next head")
    func latePeersAreEnded() throws {
        let listener = try listen { limits in
            limits.firstHeadTime = .seconds(1)
            limits.nextHeadTime = .seconds(1)
            limits.bodyTime = .seconds(1)
        }
        let address = "\(listener.boundAddress)"
        let dripping = try HTTPPeer(at: address)
        dripping.send("GET / HTTP/1.1\r\nHost")
        let idle = try HTTPPeer(at: address)
        #expect(try idle.ask("GET", "/echo").status == 200)
        let uploading = try HTTPPeer(at: address)
        uploading.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
        let waiting = try HTTPPeer(at: address)
        waiting.send("GET", "/later")
        try handler.waitForReplies(count: 1)
        for peer in [dripping, idle, uploading] {
            #expect(try peer.rest().isEmpty)
        }
        for reply in handler.takeReplies() { reply.send(HTTPResponse(.ok, line: "now")) }
        #expect(try waiting.response().text == "now\n")
    }

    @Test("One address has so many connections")
    func addressesAreLimited() throws {
        let listener = try listen { $0.connectionCountPerAddressMax = 4 }
        let address = "\(listener.boundAddress)"
        let peers = try (0..<4).map { _ in try HTTPPeer(at: address) }
        for peer in peers { #expect(try peer.ask("GET", "/echo").status == 200) }
        #expect(try HTTPPeer(at: address).rest().isEmpty)
        for peer in peers { #expect(try peer.ask("GET", "/echo").status == 200) }
    }

    @Test("A server that ends finishes what is under way, and takes nothing new")
    func drainIsComplete() async throws {
        let listener = try listen()
        let address = "\(listener.boundAddress)"
        let (peer, idle) = (try HTTPPeer(at: address), try HTTPPeer(at: address))
        #expect(try idle.ask("GET", "/echo").status == 200)
        peer.send("GET", "/later")
        try handler.waitForReplies(count: 1)
        async let drained: Void = listener.drain()
        while (try? idle.ask("GET", "/echo").status) == 200 {}
        for reply in handler.takeReplies() { reply.send(HTTPResponse(.ok, line: "now")) }
        #expect(try peer.response().text == "now\n")
        await drained
        listener.close()
        #expect(throws: HTTPPeer.Failure.self) { try HTTPPeer(at: address) }
    }

    @Test("A server that ends at once ends what rests")
    func endIsComplete() throws {
        let listener = try listen()
        let address = "\(listener.boundAddress)"
        let (later, streaming) = (try HTTPPeer(at: address), try HTTPPeer(at: address))
        later.send("GET", "/later")
        streaming.send("GET", "/stream")
        try handler.waitForReplies(count: 1)
        let source = try handler.waitForSource()
        source.send([1])
        _ = try streaming.head()
        listener.close()
        try source.waitForEnd()
        _ = try streaming.rest()
        _ = try later.rest()
        for reply in handler.takeReplies() { reply.send(HTTPResponse(.ok, line: "late")) }
    }
}
