import Testing

@testable import TTRPC

@Suite(.timeLimit(.minutes(1)))
struct ShutdownTests {
    @Test
    func runningCallsEndInPeace() async throws {
        let gate = AsyncGate()
        let started = AsyncGate()
        var router = Router.underTest()
        router.unary(Methods.method("Wait")) { (message: EchoPayload, _) in
            started.open()
            await gate.wait()
            return message
        }
        let server = try RunningServer(router)
        let client = try await server.connect()
        let idle = try await server.connect()
        _ = try await idle.call(Methods.raw, payload: [])
        async let answer: EchoPayload = client.call(Methods.method("Wait"), EchoPayload(seq: 3))
        await started.wait()
        server.server.beginGracefulShutdown()
        await idle.waitUntilClosed()
        gate.open()
        #expect(try await answer == EchoPayload(seq: 3))
        await server.server.waitUntilStopped()
        await client.waitUntilClosed()
        await #expect(throws: RPCError(.unavailable, "the connection was lost")) {
            try await client.call(Methods.raw, payload: [])
        }
        await #expect(throws: RuntimeError.self) { try await server.connect() }
        #expect(throws: RuntimeError.self) {
            try server.server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        }
    }

    @Test
    func streamsAreToldAndNewCallsRefused() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        try await peer.send(requestFrame(1, "svc", "EchoStream", flags: 2) + frame(1, 3, [8, 1]))
        #expect(try await peer.receive()?.body == [8, 2])
        try await peer.send(requestFrame(3, "svc", "Never"))
        try await peer.send(requestFrame(5, "svc", "Raw", payload: [7]))
        #expect(try await peer.receive()?.payload == [7])
        server.server.beginGracefulShutdown(timeout: .milliseconds(50))
        #expect(try await peer.receive()?.response?.status == .shuttingDown)
        try await peer.send(requestFrame(7, "svc", "Raw", payload: [7]))
        let refused = try #require(try await peer.receive())
        #expect(refused.header.streamID == StreamID(7))
        #expect(refused.response?.status == .shuttingDown)
        // The call that does not end is ended.
        let ended = try #require(try await peer.receive())
        #expect(ended.header.streamID == StreamID(3))
        #expect(ended.response?.status == .shuttingDown)
        #expect(try await peer.receive() == nil)
    }

    @Test
    func aServerWithoutConnectionsStopsAtOnce() async throws {
        let server = try RunningServer()
        server.server.beginGracefulShutdown()
        await server.server.waitUntilStopped()
        server.server.shutdown()
        server.server.shutdown()
    }

    @Test
    func anAddressInUseIsAnError() throws {
        let server = try RunningServer()
        let error = #expect(throws: RuntimeError.self) {
            try server.server.listen(on: server.address)
        }
        #expect(error?.code == .cannotListen)
    }
}
