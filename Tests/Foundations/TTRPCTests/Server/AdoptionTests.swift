import Glibc
import Testing

@testable import TTRPC

/// Connections that nobody listened for.
@Suite(.timeLimit(.minutes(1)))
struct AdoptionTests {
    private static func server(
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> Server {
        var configuration = ServerConfiguration()
        configuration.eventLoopCount = 1
        configure(&configuration)
        return try Server(router: .underTest(), configuration: configuration)
    }

    /// Two blocking sockets that are connected with each other.
    private static func pair() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    /// Whether the other end of a blocking socket is closed, by what there is to read.
    private static func isEnded(_ descriptor: Int32) -> Bool {
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        let length = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, length)
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, 0) == 0
    }

    @Test("A client of a server that listens nowhere calls it, and streams")
    func serverWithoutAddress() async throws {
        let server = try Self.server()
        defer { server.shutdown() }
        let client = try await Client.connect(to: server)
        #expect(try await client.call(Methods.raw, payload: [7]) == [7])
        let parts: MessageSequence<Part> = try client.serverStream(
            Methods.divideStream,
            Sum(sum: 3, num: 2)
        )
        var sums: [Int32] = []
        for try await part in parts { sums.append(part.add) }
        #expect(sums == [3, 0])
        #expect(server.connectionCount == 1)
    }

    @Test("The ends of a pair that a caller made carry calls, and end with their owners")
    func endsOfACaller() async throws {
        let server = try Self.server()
        let (first, second) = try Self.pair()
        try server.adopt(first)
        let client = try await Client.connect(adopting: second)
        #expect(try await client.call(Methods.raw, payload: [7]) == [7])
        client.close()
        await client.waitUntilClosed()
        let (third, fourth) = try Self.pair()
        defer { close(fourth) }
        try server.adopt(third)
        server.beginGracefulShutdown()
        #expect(Self.isEnded(fourth))
        shutdown(fourth, Int32(SHUT_WR))
        await server.waitUntilStopped()
        server.shutdown()
    }

    @Test("A descriptor that is no connection is an error on both sides")
    func badDescriptor() async throws {
        let server = try Self.server()
        defer { server.shutdown() }
        let refused = #expect(throws: RuntimeError.self) { try server.adopt(-1) }
        #expect(refused?.code == .cannotListen)
        let failed = await #expect(throws: RuntimeError.self) {
            try await Client.connect(adopting: -1)
        }
        #expect(failed?.code == .cannotConnect && failed?.cause == .system(EBADF))
    }

    @Test("A server that was shut down takes no connection, and closes it")
    func afterShutdown() async throws {
        let server = try Self.server()
        server.shutdown()
        let (first, second) = try Self.pair()
        defer { close(second) }
        let error = #expect(throws: RuntimeError.self) { try server.adopt(first) }
        #expect(error?.code == .stopped && Self.isEnded(second))
        let other = await #expect(throws: RuntimeError.self) {
            try await Client.connect(to: server)
        }
        #expect(other?.code == .stopped)
    }

    @Test("The limits count adopted connections as any")
    func limits() async throws {
        let server = try Self.server { $0.limits.connectionCountPerAddressMax = 1 }
        defer { server.shutdown() }
        let client = try await Client.connect(to: server)
        #expect(try await client.call(Methods.raw, payload: [7]) == [7])
        let second = try await Client.connect(to: server)
        let error = await #expect(throws: RPCError.self) {
            try await second.call(Methods.raw, payload: [])
        }
        #expect(error?.code == .unavailable)
    }

    @Test("Cut connections fail their calls, and others are made")
    func cut() async throws {
        let server = try Self.server()
        defer { server.shutdown() }
        let client = try await Client.connect(to: server)
        let stream = client.openStream(Methods.echoStream, .bidirectional)
        try await stream.send([8, 1])
        var messages = stream.messages.makeAsyncIterator()
        #expect(try await messages.next() != nil)
        server.cutConnections()
        await client.waitUntilClosed()
        await #expect(throws: RPCError(.connectionLost)) { try await messages.next() }
        let next = try await Client.connect(to: server)
        #expect(try await next.call(Methods.raw, payload: [7]) == [7])
    }
}
