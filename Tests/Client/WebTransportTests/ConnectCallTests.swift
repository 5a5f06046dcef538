import ClientTestSupport
import ClientTransport
import Foundation
import Testing
import WebTransport

/// Calls that are answered once, over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct ConnectCallTests {
    private static let method = EncodedCall.Method(service: "test.v1.Echo", name: "Echo")

    private static func status(of call: () async throws -> [UInt8]) async -> CallStatus? {
        let error = await #expect(throws: TransportError.self) { _ = try await call() }
        guard case .status(let status)? = error else {
            Issue.record("\(String(describing: error))")
            return nil
        }
        return status
    }

    @Test("A request says all that the protocol asks for, and no cookie")
    func request() async throws {
        let requests = Log<Visitor.Request>()
        let server = try ScriptedServer { visitor in
            while let request = visitor.request() {
                requests.append(request)
                visitor.answer(
                    "200 OK",
                    type: "application/proto",
                    headers: ["Set-Cookie: a=b; Path=/"],
                    request.body
                )
            }
        }
        let transport = try ConnectTransport(server.address)
        let call = EncodedCall(
            Self.method,
            [1, 2, 3],
            timeout: .milliseconds(60_500),
            metadata: ["authorization": "Bearer x", "idempotency-key": "k", "padding": "yes"]
        )
        for _ in 1...2 { #expect(try await transport.call(call) == [1, 2, 3]) }
        #expect(requests.entries.count == 2)
        for request in requests.entries {
            #expect(request.line == "POST /test.v1.Echo/Echo HTTP/1.1")
            #expect(request.headers["content-type"] == "application/proto")
            #expect(request.headers["connect-protocol-version"] == "1")
            #expect(request.headers["connect-timeout-ms"] == "60500")
            #expect(request.headers["authorization"] == "Bearer x")
            #expect(request.headers["idempotency-key"] == "k")
            #expect(request.headers["padding"] == "yes")
            #expect(request.headers["cookie"] == nil)
        }
    }

    @Test("A request is padded where it is to be, and an empty response is one")
    func padding() async throws {
        let bodies = Log<Int>()
        let server = try ScriptedServer { visitor in
            while let request = visitor.request() {
                bodies.append(request.body.count)
                #expect(request.headers["connect-timeout-ms"] == nil)
                visitor.answer("200 OK", type: "application/proto", [])
            }
        }
        let transport = try ConnectTransport(server.address)
        var call = EncodedCall(Self.method, [8, 1])
        call.padding = MessagePadding(fieldNumber: 15, byteCounts: [64, 256])
        #expect(try await transport.call(call) == [])
        #expect(bodies.entries == [64])
    }

    @Test("A refusal brings its code, its words and its details", arguments: ["", "="])
    func refusal(filling: String) async throws {
        let server = try ScriptedServer { visitor in
            while visitor.request() != nil {
                let json = """
                    {"code": "not_found", "message": "no such link", "details":
                     [{"type": "test.v1.Reason", "value": "AQI\(filling)", "debug": {"a": [1]}}],
                     "later": null}
                    """
                visitor.answer("404 Not Found", type: "application/json", Array(json.utf8))
            }
        }
        let transport = try ConnectTransport(server.address)
        let status = await Self.status { try await transport.call(EncodedCall(Self.method, [])) }
        let detail = CallStatus.Detail(
            typeURL: "type.googleapis.com/test.v1.Reason",
            value: [1, 2]
        )
        #expect(status == CallStatus(.notFound, "no such link", details: [detail]))
    }

    @Test(
        "What is no answer of the service is told from it",
        arguments: [
            ("502 Bad Gateway", "text/html", CallStatus.Code.unavailable),
            ("503 Service Unavailable", "", .unavailable), ("429 Too Many", "", .unavailable),
            ("504 Gateway Timeout", "application/json", .unavailable),
            ("404 Not Found", "text/plain", .unimplemented),
            ("401 Unauthorized", "text/html", .permissionDenied),
            ("413 Content Too Large", "", .resourceExhausted),
            ("415 Unsupported", "", .internal), ("418 Teapot", "", .unknown),
            ("200 OK", "text/html; charset=utf-8", .unavailable),
            ("200 OK", "application/json", .unavailable),
        ]
    )
    func foreigners(line: String, type: String, code: CallStatus.Code) async throws {
        let server = try ScriptedServer { visitor in
            while visitor.request() != nil {
                visitor.answer(line, type: type, Array("<h1>Welcome</h1>".utf8))
            }
        }
        let transport = try ConnectTransport(server.address)
        let status = await Self.status { try await transport.call(EncodedCall(Self.method, [])) }
        #expect(status?.code == code)
        #expect(status?.message.hasPrefix("127.0.0.1, or a proxy on the way there, ") == true)
    }

    @Test("Nobody else gets a token by a redirect", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let visits = Log<Void>()
        let other = try ScriptedServer { visitor in
            visits.append(())
            while visitor.request() != nil { visitor.answer("200 OK", type: "", []) }
        }
        let server = try ScriptedServer { visitor in
            while visitor.request() != nil {
                let location = "Location: \(other.address)/test.v1.Echo/Echo"
                visitor.answer("\(status) Moved", type: "text/html", headers: [location], [])
            }
        }
        let transport = try ConnectTransport(server.address)
        let call = EncodedCall(Self.method, [], metadata: ["authorization": "Bearer x"])
        let outcome = await Self.status { try await transport.call(call) }
        #expect(outcome?.code == .unavailable && outcome?.message.contains("redirect") == true)
        #expect(visits.entries.isEmpty)
    }

    @Test("A response that is packed is unpacked")
    func gzip() async throws {
        // printf '\10\1\22\5hello' | gzip -n | xxd -i
        let packed: [UInt8] = [
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xe3, 0x60, 0x14, 0x62,
            0xcd, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0xe7, 0xfb, 0xc5, 0xc1, 0x09, 0x00, 0x00,
            0x00,
        ]
        let server = try ScriptedServer { visitor in
            while visitor.request() != nil {
                visitor.answer(
                    "200 OK",
                    type: "application/proto",
                    headers: ["Content-Encoding: gzip"],
                    packed
                )
            }
        }
        let transport = try ConnectTransport(server.address)
        let response = try await transport.call(EncodedCall(Self.method, []))
        #expect(response == [8, 1, 0x12, 5] + Array("hello".utf8))
    }

    @Test("A response without end is given up")
    func oversized() async throws {
        let ended = Log<Void>()
        let server = try ScriptedServer { visitor in
            guard visitor.request() != nil else { return }
            visitor.beginStream(type: "application/proto")
            let bytes = [UInt8](repeating: 0, count: 1 << 16)
            while visitor.send(bytes) {}
            ended.append(())
        }
        let transport = try ConnectTransport(server.address)
        let status = await Self.status { try await transport.call(EncodedCall(Self.method, [])) }
        #expect(status?.code == .resourceExhausted || status?.code == .unavailable)
        await ended.wait(forCount: 1)
    }

    @Test("A call that is not answered in time ends, and its connection with it")
    func timeout() async throws {
        let ended = Log<Void>()
        let server = try ScriptedServer { visitor in
            guard visitor.request() != nil else { return }
            visitor.waitForEnd()
            ended.append(())
        }
        let transport = try ConnectTransport(server.address)
        for timeout in [Duration.milliseconds(30), .zero, .seconds(-1)] {
            let call = EncodedCall(Self.method, [], timeout: timeout)
            #expect(await Self.status { try await transport.call(call) } == .timedOut)
        }
        await ended.wait(forCount: 1)
    }

    @Test("A call whose task is cancelled ends, and its connection with it")
    func cancellation() async throws {
        let (asked, ended) = (Log<Void>(), Log<Void>())
        let server = try ScriptedServer { visitor in
            guard visitor.request() != nil else { return }
            asked.append(())
            visitor.waitForEnd()
            ended.append(())
        }
        let transport = try ConnectTransport(server.address)
        for timeout in [nil, Duration.seconds(600)] {
            let call = EncodedCall(Self.method, [], timeout: timeout)
            let task = Task { try await transport.call(call) }
            await asked.wait(forCount: timeout == nil ? 1 : 2)
            task.cancel()
            #expect(await Self.status { try await task.value } == .cancelled)
        }
        await ended.wait(forCount: 2)
    }

    @Test("Connections that end or never were are told apart")
    func noConnection() async throws {
        var server: ScriptedServer? = try ScriptedServer { visitor in
            guard let request = visitor.request(), !request.body.isEmpty else { return }
            let head = "Content-Type: application/proto\r\nContent-Length: 9"
            visitor.send(Array("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n1234".utf8))
        }
        let address = try #require(server?.address)
        let transport = try ConnectTransport(address)
        for request in [[], [1]] as [[UInt8]] {
            let call = EncodedCall(Self.method, request)
            #expect(await Self.status { try await transport.call(call) } == .connectionLost)
        }
        let call = EncodedCall(Self.method, [])
        server = nil
        let error = await #expect(throws: TransportError.self) { try await transport.call(call) }
        guard case .connection(let failure)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.kind == .unreachable)
        #expect(failure.message.hasPrefix("cannot reach 127.0.0.1: "))
        await transport.close()
        for _ in 1...2 {
            await #expect(throws: TransportError.connection(.closed)) {
                try await transport.call(call)
            }
        }
        await #expect(throws: TransportError.connection(.closed)) {
            _ = try await transport.open(call)
        }
    }
}
