import Locking
import Testing

@testable import TTRPC

/// What handlers on the event loop can do with a call.
@Suite(.timeLimit(.minutes(1)))
struct ReplyTests {
    private static let method = Methods.method("Method")

    private static func call(
        options: CallOptions = CallOptions(),
        configure: (inout ServerConfiguration) -> Void = { _ in },
        handler: @escaping UnaryHandler
    ) async throws -> [UInt8] {
        var router = Router()
        router.registerUnary(method, handler: handler)
        let server = try RunningServer(router, configure)
        return try await server.connect().call(method, payload: [1, 2], options: options)
    }

    @Test
    func anAnswerMayBeWrittenInPlace() async throws {
        let answer = try await Self.call { _, payload, reply in
            let count = payload.byteCount
            reply.succeed(byteCount: 2) { output in
                output.append(UInt8(count))
                output.append(9)
            }
        }
        #expect(answer == [2, 9])
    }

    @Test
    func aDroppedReplyIsInternal() async {
        await #expect(throws: RPCError(.internal, "the handler gave no answer")) {
            try await Self.call { _, _, _ in }
        }
        await #expect(throws: RPCError(.internal, "the handler gave no answer")) {
            try await Self.call { _, _, reply in _ = reply.deferred() }
        }
    }

    @Test
    func aDeferredReplyCountsOnce() async throws {
        let answer = try await Self.call { _, _, reply in
            let deferred = reply.deferred()
            Task.detached {
                deferred.succeed([1])
                deferred.succeed([2])
                deferred.fail(RPCError(.internal, "late"))
            }
        }
        #expect(answer == [1])
    }

    @Test
    func statusesRefuseAtOnceAndLater() async throws {
        await #expect(throws: RPCError(.aborted, "now")) {
            try await Self.call { _, _, reply in reply.fail(RPCError(.aborted, "now")) }
        }
        await #expect(throws: RPCError(.aborted, "later")) {
            try await Self.call { _, _, reply in reply.deferred().fail(Status(.aborted, "later")) }
        }
        #expect(try await Self.call { _, _, reply in reply.fail(.ok) } == [])
    }

    @Test
    func anAnswerThatIsTooLongBecomesAStatus() async {
        let text = "message length 4194309 exceed maximum message size of 4194304"
        await #expect(throws: RPCError(.resourceExhausted, text)) {
            try await Self.call { _, _, reply in
                reply.succeed([UInt8](repeating: 0, count: 4 << 20))
            }
        }
    }

    @Test
    func metadataIsLentAndCopied() async throws {
        let options = CallOptions(metadata: ["Token": "abc", "token": "def", "empty": ""])
        let answer = try await Self.call(options: options) { call, _, reply in
            let isMissing = call.withMetadataValue("none") { $0 == nil }
            let emptyCount = call.withMetadataValue("empty") { $0?.byteCount }
            #expect(isMissing && emptyCount == 0)
            #expect(call.metadata["token"] == ["abc", "def"])
            #expect(call.context.method == Self.method)
            #expect(call.deadline == nil)
            let token = call.withMetadataValue("token") { $0?.copiedBytes() ?? [] }
            reply.succeed(token)
        }
        #expect(answer == Array("abc".utf8))
    }

    @Test
    func userDataLastsAsLongAsTheConnection() async throws {
        var router = Router()
        router.registerUnary(Self.method) { call, _, reply in
            let count = (call.connection.userData as? CallCount)?.next ?? CallCount(value: 1)
            call.connection.userData = count
            reply.succeed([count.value])
        }
        let server = try RunningServer(router)
        let client = try await server.connect()
        #expect(try await client.call(Self.method, payload: []) == [1])
        #expect(try await client.call(Self.method, payload: []) == [2])
        #expect(try await server.connect().call(Self.method, payload: []) == [1])
    }

    @Test
    func theDeadlineEndsACallThatIsStillRunning() async throws {
        let cancellation = CallCancellation()
        let options = CallOptions(timeout: .milliseconds(20))
        await #expect(throws: RPCError(.deadlineExceeded, "context deadline exceeded")) {
            try await Self.call(options: options) { call, _, reply in
                #expect(call.deadline.map { $0.remaining <= .milliseconds(20) } == true)
                let deferred = reply.deferred(cancellation: cancellation)
                cancellation.onCancel { deferred.succeed([]) }
            }
        }
    }

    @Test
    func theServerKeepsDeadlinesByItself() async throws {
        let server = try RunningServer()
        let peer = try RawPeer(server)
        // 20 ms, 10 ms, and one that has passed.
        try await peer.send(
            requestFrame(1, "svc", "Never", extra: [0x20] + varint(20_000_000))
                + requestFrame(3, "svc", "Never", extra: [0x20] + varint(10_000_000))
                + requestFrame(5, "svc", "Raw", extra: [0x20] + varint(UInt64(bitPattern: -1)))
        )
        var ids: [UInt32] = []
        for _ in 0..<3 {
            let reply = try #require(try await peer.receive())
            ids.append(reply.header.streamID.rawValue)
            let expected = Status(.deadlineExceeded, "context deadline exceeded")
            #expect(reply.response?.status == expected)
        }
        #expect(ids.first == 5 && ids.sorted() == [1, 3, 5])
    }

    @Test
    func longDeadlinesAreBroughtForward() async throws {
        let options = CallOptions(timeout: .seconds(Int64.max))
        let answer = try await Self.call(options: options) { call, _, reply in
            let remaining = call.deadline?.remaining ?? .zero
            reply.succeed(remaining > .seconds(20) && remaining <= .seconds(30) ? [1] : [0])
        }
        #expect(answer == [1])
    }

    @Test
    func theObserverLearnsOfEachCall() async throws {
        let records = Mutex<[String]>([])
        let server = try RunningServer { configuration in
            configuration.callObserver = { record in
                let name = record.method?.method ?? "-"
                records.withLock { $0.append("\(name) \(record.code)") }
            }
        }
        let client = try await server.connect()
        _ = try await client.call(Methods.raw, payload: [])
        _ = try? await client.call(Methods.fail, payload: [])
        _ = try? await client.call(Methods.method("Nope"), payload: [])
        _ = try await client.call(Methods.echo, payload: [])
        for try await _ in client.openStream(Methods.divideStream, .serverStream).messages {}
        // The reply comes first.
        await server.server.waitForTurn()
        #expect(
            records.withLock { $0 } == [
                "Raw OK", "Fail NOT_FOUND", "- UNIMPLEMENTED", "Echo OK", "DivideStream OK",
            ]
        )
    }

    @Test
    func cancellationReachesTheHandlerWhenTheCallerGoes() async throws {
        let gate = AsyncGate()
        let started = AsyncGate()
        var router = Router()
        router.registerUnary(Self.method) { _, _, reply in
            let cancellation = CallCancellation()
            let deferred = reply.deferred(cancellation: cancellation)
            cancellation.onCancel {
                #expect(cancellation.isCancelled)
                deferred.succeed([])
                gate.open()
            }
            started.open()
        }
        let server = try RunningServer(router)
        let client = try await server.connect()
        let outcome = Task { try await client.call(Self.method, payload: []) }
        await started.wait()
        client.close()
        await gate.wait()
        await #expect(throws: RPCError(.unavailable, "the connection was lost")) {
            try await outcome.value
        }
        let late = CallCancellation()
        late.cancel()
        late.cancel()
        late.onCancel { gate.open() }
        #expect(late.isCancelled)
    }
}

/// What a handler keeps of the calls of a connection.
private final class CallCount: Sendable {
    let value: UInt8

    init(value: UInt8) {
        self.value = value
    }

    var next: CallCount { CallCount(value: value + 1) }
}
