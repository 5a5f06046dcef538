import ClientTestSupport
import ClientTransport
import Testing
import WebTransport

/// Streams of responses, over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct ConnectStreamTests {
    private static let call = EncodedCall(
        EncodedCall.Method(service: "test.v1.Count", name: "Count"),
        [8, 1]
    )

    private static func envelope(_ message: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        let count = UInt32(message.count)
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> UInt32($0)) }
        return [flags] + length + message
    }

    private static func end(_ json: String) -> [UInt8] { envelope(Array(json.utf8), flags: 2) }

    /// What comes of a stream that a server sends.
    private static func read(
        _ script: @escaping @Sendable (Visitor) -> Void
    ) async throws -> (messages: [[UInt8]], failure: TransportError?) {
        let server = try ScriptedServer { visitor in
            guard visitor.request() != nil else { return }
            script(visitor)
        }
        let stream = try await ConnectTransport(server.address).open(Self.call)
        var messages: [[UInt8]] = []
        do throws(TransportError) {
            while let message = try await stream.next() { messages.append(message) }
            // Whoever asks again is told the same.
            #expect(try await stream.next() == nil)
            return (messages, nil)
        } catch {
            return (messages, error)
        }
    }

    @Test("The request is in an envelope, and says what it is")
    func request() async throws {
        let requests = Log<Visitor.Request>()
        let server = try ScriptedServer { visitor in
            guard let request = visitor.request() else { return }
            requests.append(request)
            visitor.beginStream()
            visitor.send(Self.end("{}"))
        }
        let stream = try await ConnectTransport(server.address).open(Self.call)
        #expect(try await stream.next() == nil)
        let request = try #require(requests.entries.first)
        #expect(request.body == [0, 0, 0, 0, 2, 8, 1])
        #expect(request.line == "POST /test.v1.Count/Count HTTP/1.1")
        #expect(request.headers["content-type"] == "application/connect+proto")
        #expect(request.headers["connect-timeout-ms"] == nil)
    }

    @Test("Responses come whole however their bytes do", arguments: [1, 2, 7, 1_000_000])
    func split(byteCount: Int) async throws {
        let messages = [[], [1], [UInt8](repeating: 2, count: 300)]
        let result = try await Self.read { visitor in
            visitor.beginStream()
            let bytes = messages.flatMap { Self.envelope($0) } + Self.end("{}")
            for start in stride(from: 0, to: bytes.count, by: byteCount) {
                visitor.send(Array(bytes[start...].prefix(byteCount)))
            }
        }
        #expect(result.messages == messages && result.failure == nil)
    }

    @Test("A stream ends as its last envelope says")
    func endsInOrder() async throws {
        let result = try await Self.read { visitor in
            visitor.beginStream()
            visitor.send(Self.envelope([1]))
            visitor.send(Self.end(#"{"error":{"code":"unavailable","message":"stopping"}}"#))
        }
        #expect(result.messages == [[1]])
        #expect(result.failure == .status(CallStatus(.unavailable, "stopping")))
    }

    @Test("A call that is refused at once says so by its first response")
    func refused() async throws {
        let result = try await Self.read { visitor in
            let json = Array(#"{"code":"unauthenticated"}"#.utf8)
            visitor.answer("401 Unauthorized", type: "application/json", json)
        }
        #expect(result.failure == .status(CallStatus(.unauthenticated)))
        let page = try await Self.read { visitor in
            visitor.answer("200 OK", type: "application/proto", [8, 1])
        }
        guard case .status(let status)? = page.failure else {
            Issue.record("\(page)")
            return
        }
        #expect(status.code == .unavailable)
    }

    @Test(
        "A stream that breaks off is a lost connection",
        arguments: [[], [0], [0, 0, 0, 0], [0, 0, 0, 0, 2, 8]] as [[UInt8]]
    )
    func broken(rest: [UInt8]) async throws {
        let result = try await Self.read { visitor in
            visitor.beginStream()
            visitor.send(Self.envelope([1]) + rest)
        }
        #expect(result.messages == [[1]])
        #expect(result.failure == .status(.connectionLost))
    }

    @Test(
        "What is no envelope ends the stream",
        arguments: [
            ([0, 0xFF, 0xFF, 0xFF, 0xFF], CallStatus.Code.resourceExhausted),
            ([0, 0, 0x40, 0, 1], .resourceExhausted), ([1, 0, 0, 0, 0], .internal),
            ([4, 0, 0, 0, 0], .internal), ([2, 0, 0, 0, 1, 0x5b], .internal),
        ] as [([UInt8], CallStatus.Code)]
    )
    func corrupted(bytes: [UInt8], code: CallStatus.Code) async throws {
        let result = try await Self.read { visitor in
            visitor.beginStream()
            visitor.send(Self.envelope([1]) + bytes)
            visitor.waitForEnd()
        }
        guard case .status(let status)? = result.failure else {
            Issue.record("\(result)")
            return
        }
        #expect(result.messages == [[1]] && status.code == code)
    }

    @Test("Who waits and is cancelled is let go; who lets go of a stream ends its connection")
    func cancellation() async throws {
        let (asked, ended) = (Log<Void>(), Log<Void>())
        let server = try ScriptedServer { visitor in
            guard visitor.request() != nil else { return }
            asked.append(())
            visitor.beginStream()
            visitor.send(Self.envelope([1]))
            visitor.waitForEnd()
            ended.append(())
        }
        let transport = try ConnectTransport(server.address)
        var stream: (any ResponseStream)? = try await transport.open(Self.call)
        #expect(try await stream?.next() == [1])
        let waiting = Task { [stream] in try await stream?.next(within: .seconds(600)) }
        waiting.cancel()
        await #expect(throws: TransportError.status(.cancelled)) { _ = try await waiting.value }
        await #expect(throws: TransportError.self) {
            _ = try await stream?.next(within: .milliseconds(1))
        }
        #expect(ended.entries.isEmpty)
        stream = nil
        await ended.wait(forCount: 1)
        // One that was opened and never read, and one that is open while the transport is closed.
        stream = try await transport.open(Self.call)
        await asked.wait(forCount: 2)
        stream = nil
        await ended.wait(forCount: 2)
        stream = try await transport.open(Self.call)
        #expect(try await stream?.next() == [1])
        await transport.close()
        await #expect(throws: TransportError.status(.connectionLost)) {
            _ = try await stream?.next()
        }
        await ended.wait(forCount: 3)
    }

    @Test("A stream lives on when its transport is let go, and others go on beside it")
    func many() async throws {
        let server = try ScriptedServer { visitor in
            while let request = visitor.request() {
                guard request.headers["content-type"] == "application/connect+proto" else {
                    visitor.answer("200 OK", type: "application/proto", [])
                    continue
                }
                visitor.beginStream()
                visitor.send(Self.envelope([1]))
                visitor.waitForEnd()
                return
            }
        }
        var transport: ConnectTransport? = try ConnectTransport(server.address)
        var streams: [any ResponseStream] = []
        for _ in 0..<20 {
            let stream = try #require(try await transport?.open(Self.call))
            #expect(try await stream.next() == [1])
            streams.append(stream)
        }
        // Streams that wait hold no call up.
        #expect(try await transport?.call(Self.call) == [])
        transport = nil
        await #expect(throws: TransportError.self) {
            _ = try await streams[0].next(within: .milliseconds(1))
        }
    }

    @Test("A stream that does not begin is given up")
    func silence() async throws {
        let ended = Log<Void>()
        let server = try ScriptedServer { visitor in
            guard visitor.request() != nil else { return }
            visitor.waitForEnd()
            ended.append(())
        }
        let transport = try ConnectTransport(server.address, headTimeout: .milliseconds(20))
        var stream: (any ResponseStream)? = try await transport.open(Self.call)
        let failure = await #expect(throws: TransportError.self) { _ = try await stream?.next() }
        guard case .status(let status)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(status.code == .unavailable && status.message.contains("within"))
        stream = nil
        await ended.wait(forCount: 1)
    }

    @Test("A reader who takes nothing loses the stream, and costs no more than the limit")
    func slowReader() async throws {
        let ended = Log<Void>()
        let message = [UInt8](repeating: 7, count: 100_000)
        let server = try ScriptedServer { visitor in
            guard visitor.request() != nil else { return }
            visitor.beginStream()
            while visitor.send(Self.envelope(message)) {}
            ended.append(())
        }
        let stream = try await ConnectTransport(server.address).open(Self.call)
        #expect(try await stream.next() == message)
        // Until the server cannot send any more, nobody reads.
        await ended.wait(forCount: 1)
        var count = 1
        let failure = await #expect(throws: TransportError.self) {
            while try await stream.next() != nil { count += 1 }
        }
        guard case .status(let status)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(status.code == .unavailable && status.message.contains("unread"))
        // What had come by then is not lost: 8 MiB, and no more was kept than that.
        #expect((80...85).contains(count), "\(count) messages")
    }
}
