import Glibc
import Testing

@testable import TTRPC

@Suite(.timeLimit(.minutes(1)))
struct ClientTests {
    @Test
    func connectingToNobodyIsAnError() async throws {
        let server = try RunningServer()
        server.server.shutdown()
        let error = await #expect(throws: RuntimeError.self) { try await server.connect() }
        #expect(error?.code == .cannotConnect)
    }

    @Test
    func deadlinesArePassedOnAndKept() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let passed = RPCError(.deadlineExceeded, "context deadline exceeded")
        await #expect(throws: passed) {
            let options = CallOptions(timeout: .milliseconds(10))
            return try await client.call(Methods.never, payload: [], options: options)
        }
        await #expect(throws: passed) {
            try await client.call(
                Methods.raw,
                payload: [],
                options: CallOptions(timeout: .seconds(-1))
            )
        }
        let options = CallOptions(timeout: .milliseconds(10))
        let stream = client.openStream(Methods.echoStream, .bidirectional, options: options)
        var messages = stream.messages.makeAsyncIterator()
        await #expect(throws: passed) { try await messages.next() }
        #expect(try await client.call(Methods.raw, payload: [7]) == [7])
    }

    @Test
    func cancellingTheTaskGivesUpTheCall() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let task = Task { try await client.call(Methods.never, payload: []) }
        task.cancel()
        let error = await #expect(throws: RPCError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(try await client.call(Methods.raw, payload: [7]) == [7])
    }

    @Test
    func messagesThatAreTooLongAreNotSent() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let large = [UInt8](repeating: 0, count: (4 << 20) + 1)
        let error = await #expect(throws: RPCError.self) {
            try await client.call(Methods.raw, payload: large)
        }
        #expect(error?.code == .resourceExhausted)
        let stream = client.openStream(Methods.echoStream, .bidirectional)
        await #expect(throws: RPCError(.oversizedMessage(byteCount: large.count))) {
            try await stream.send(large)
        }
        let many = CallOptions(metadata: ["k": String(repeating: "v", count: 5_000)])
        let refused = await #expect(throws: RPCError.self) {
            try await client.call(Methods.raw, payload: [], options: many)
        }
        #expect(refused?.code == .resourceExhausted)
        let refusedStream = client.openStream(Methods.echoStream, .bidirectional, options: many)
        var messages = refusedStream.messages.makeAsyncIterator()
        let second = await #expect(throws: RPCError.self) { try await messages.next() }
        #expect(second?.code == .resourceExhausted)
    }

    @Test
    func aLostConnectionFailsAllCalls() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let stream = client.openStream(Methods.echoStream, .bidirectional)
        try await stream.send([8, 1])
        var messages = stream.messages.makeAsyncIterator()
        #expect(try await messages.next() == [8, 2])
        let call = Task { try await client.call(Methods.never, payload: []) }
        // The shutdown waits for the loop, whose thread is not this one.
        server.server.shutdown()
        let error = await #expect(throws: RPCError.self) { try await call.value }
        #expect(error?.code == .unavailable)
        let second = await #expect(throws: RPCError.self) { try await messages.next() }
        #expect(second?.code == .unavailable)
        let third = await #expect(throws: RPCError.self) { try await stream.send([]) }
        #expect(third?.code == .failedPrecondition)
        await client.waitUntilClosed()
    }

    @Test
    func aCancelledStreamEndsOnBothSides() async throws {
        let ended = AsyncGate()
        var router = Router.underTest()
        router.clientStream(Methods.method("Count")) { (parts: MessageSequence<Part>, _) in
            for try await _ in parts {}
            ended.open()
            return Sum()
        }
        let server = try RunningServer(router)
        let client = try await server.connect()
        let stream: TypedStream<Part, Sum> = client.clientStream(Methods.method("Count"))
        try await stream.send(Part(add: 1))
        stream.cancel()
        let error = await #expect(throws: RPCError.self) { try await stream.finish() }
        #expect(error?.code == .cancelled)
        await ended.wait()
    }

    @Test
    func refusalsOfStreamsReachTheirReaders() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let stream = client.openStream(Methods.method("Nope"), .serverStream)
        var messages = stream.messages.makeAsyncIterator()
        await #expect(throws: RPCError(.unimplemented, "method Nope")) {
            try await messages.next()
        }
        let typed: TypedStream<Part, Sum> = client.clientStream(Methods.raw)
        #expect(try await typed.finish() == Sum())
    }

    @Test
    func aReaderThatPausesLosesNothing() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        let first = try client.serverStream(
            Methods.flood,
            Sum(num: 2_000),
            returning: EchoPayload.self
        )
        let second = try client.serverStream(
            Methods.flood,
            Sum(num: 2_000),
            returning: EchoPayload.self
        )
        // The first is not read until the second has waited for it: read both in turns.
        var firstIterator = first.makeAsyncIterator()
        var secondIterator = second.makeAsyncIterator()
        async let firstCount = {
            var count = 0
            while try await firstIterator.next() != nil { count += 1 }
            return count
        }()
        var secondCount = 0
        while try await secondIterator.next() != nil { secondCount += 1 }
        #expect(try await firstCount == 2_000)
        #expect(secondCount == 2_000)
    }

    @Test
    func unixSocketsWorkAlike() async throws {
        let path = "/tmp/ttrpc-\(UInt64.random(in: 0 ... .max)).sock"
        let server = try Server(router: .underTest())
        defer { server.shutdown() }
        let address = try server.listen(on: .unix(path: path))
        #expect(address == .unix(path: path))
        let client = try await Client.connect(to: address)
        #expect(try await client.call(Methods.raw, payload: [7]) == [7])
    }
}
