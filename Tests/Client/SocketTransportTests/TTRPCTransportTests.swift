import ClientTestSupport
import ClientTransport
import SocketTransport
import TTRPC
import Testing

/// Calls travel by ttrpc, each kind over connections of its own.
@Suite(.timeLimit(.minutes(1))) struct TTRPCTransportTests {
    private static let echo = EncodedCall.Method(service: "test.Echo", name: "Echo")
    private static let count = EncodedCall.Method(service: "test.Echo", name: "Count")
    private static let hello = EncodedCall.Method(service: "test.Echo", name: "Hello")

    /// A message with one text, as `EncodedCall` has it.
    private struct Text: Codable, Sendable {
        var text = ""
        enum CodingKeys: Int, CodingKey { case text = 1 }
    }

    private static func transport(_ server: FakeServer) throws -> TTRPCTransport {
        try TTRPCTransport(
            "\(server.address)",
            connectTimeout: .seconds(10),
            introduction: hello
        )
    }

    private static func serve(_ router: inout Router, _ metadata: Log<Metadata> = Log()) {
        router.unary(MethodDescriptor(service: "test.Echo", method: "Echo")) {
            (text: Text, context) in
            metadata.append(context.metadata)
            return text
        }
        router.serverStream(MethodDescriptor(service: "test.Echo", method: "Count")) {
            (_: Text, writer: StreamWriter<Text>, _) in
            for number in 1...3 { try await writer.send(Text(text: "\(number)")) }
            throw RPCError(.notFound, "no more")
        }
    }

    @Test("A call brings its metadata, and its response back")
    func unary() async throws {
        let metadata = Log<Metadata>()
        let server = try FakeServer { Self.serve(&$0, metadata) }
        let transport = try Self.transport(server)
        let request: [UInt8] = [0x0a, 2] + Array("hi".utf8)
        var call = EncodedCall(Self.echo, request, metadata: ["b": "2", "a": "1"])
        #expect(try await transport.call(call) == request)
        #expect(metadata.entries.last?.pairs.map(\.key) == ["a", "b"])
        call.padding = MessagePadding(fieldNumber: 15, byteCounts: [256])
        #expect(try await transport.call(call) == request)
        #expect(server.connectionCount == 1)
        #expect(transport.server == "\(server.address)" && !transport.isSecure)
    }

    @Test("A stream has a connection of its own, and ends as the server says")
    func stream() async throws {
        let server = try FakeServer { Self.serve(&$0) }
        let transport = try Self.transport(server)
        _ = try await transport.call(EncodedCall(Self.echo, []))
        let stream = try await transport.open(EncodedCall(Self.count, []))
        for number in 1...3 {
            #expect(try await stream.next() == [0x0a, 1] + Array("\(number)".utf8))
        }
        #expect(server.connectionCount == 2)
        await #expect(throws: TransportError.status(CallStatus(.notFound, "no more"))) {
            _ = try await stream.next()
        }
    }

    @Test("A server that is gone, and a transport that was closed, are unreachable")
    func unreachable() async throws {
        let server = try FakeServer { Self.serve(&$0) }
        let transport = try Self.transport(server)
        await transport.close()
        await #expect(throws: TransportError.connection(.closed)) {
            _ = try await transport.call(EncodedCall(Self.echo, []))
        }
        await #expect(throws: TransportError.connection(.closed)) {
            _ = try await transport.open(EncodedCall(Self.count, []))
        }
        server.stop()
        let other = try Self.transport(server)
        do throws(TransportError) {
            _ = try await other.call(EncodedCall(Self.echo, []))
            Issue.record("Nobody answered.")
        } catch {
            guard case .connection(let failure) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(failure.kind == .unreachable && failure.cause == .system(111))
        }
    }

    @Test("A frame that is too long for a stranger is sent again by somebody known")
    func introduction() async throws {
        let callers = Log<String?>()
        let server = try FakeServer { router in
            router.unary(MethodDescriptor(service: "test.Echo", method: "Echo")) {
                (text: Text, context) in
                guard callers.entries.contains("Bearer x") else {
                    throw RPCError(.resourceExhausted, "too long")
                }
                return text
            }
            router.unary(MethodDescriptor(service: "test.Echo", method: "Hello")) {
                (_: Text, context) -> Text in
                #expect(context.metadata.pairs.map(\.key) == ["authorization"])
                callers.append(context.metadata.first("authorization"))
                throw RPCError(.permissionDenied, "a guest")
            }
        }
        let transport = try Self.transport(server)
        var call = EncodedCall(Self.echo, [0x0a, 1, 0x61], metadata: ["other": "y"])
        await #expect(throws: TransportError.status(CallStatus(.resourceExhausted, "too long"))) {
            _ = try await transport.call(call)
        }
        call.metadata["authorization"] = "Bearer x"
        #expect(try await transport.call(call) == [0x0a, 1, 0x61])
        #expect(callers.entries == ["Bearer x"])
    }

    @Test("What is no address, and a file that is none, are told at once")
    func invalid() {
        for address in ["", "http://a:1", "tcp://a", "unix://a"] {
            let failure = #expect(throws: ConnectionFailure.self) {
                try TTRPCTransport(
                    address,
                    connectTimeout: .seconds(1),
                    introduction: Self.hello
                )
            }
            #expect(failure?.kind == .invalidAddress)
        }
        let failure = #expect(throws: ConnectionFailure.self) {
            try TTRPCTransport(
                "tls://localhost:1",
                credentials: SocketCredentials(authorityFile: "/nowhere/ca.pem"),
                connectTimeout: .seconds(1),
                introduction: Self.hello
            )
        }
        #expect(failure?.kind == .unusableCertificate)
        #expect(failure?.cause == .file(path: "/nowhere/ca.pem", .unreadable(2)))
    }
}
