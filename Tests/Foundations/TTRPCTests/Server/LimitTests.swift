import Locking
import Networking
import Testing

@testable import TTRPC

/// Each limit of a server at its edge, on a server with one event loop.
@Suite(.timeLimit(.minutes(1)))
struct LimitTests {
    private static let request = requestFrame(1, "svc", "Raw", payload: [7])

    /// Whether a connection is let in.
    private func isServed(_ peer: RawPeer) async throws -> Bool {
        // A server that has closed may reset the connection under the request.
        try? await peer.send(Self.request)
        return try await peer.receive()?.payload == [7]
    }

    @Test
    func eachAddressMayHaveSoManyConnections() async throws {
        let server = try RunningServer { $0.limits.connectionCountPerAddressMax = 2 }
        var first: RawPeer? = try RawPeer(server)
        let second = try RawPeer(server)
        #expect(try await isServed(#require(first)))
        #expect(try await isServed(second))
        #expect(try await !isServed(RawPeer(server)), "It would be the third.")
        #expect(try await isServed(RawPeer(server, from: 2)), "Another address is another count.")
        first = nil
        while server.server.connectionCount > 1, !Task.isCancelled { await Task.yield() }
        let next = try RawPeer(server)
        #expect(try await isServed(next))
        #expect(try await !isServed(RawPeer(server)))
    }

    @Test
    func peersOfAUnixSocketCountAsOneAddress() {
        #expect(PeerOrigin(.local) == PeerOrigin(.local))
        #expect(PeerOrigin(.local) != PeerOrigin(.ipv4(0x7F00_0001)))
        #expect(PeerOrigin(.ipv4(1)) != PeerOrigin(.ipv6(prefix: 1)))
    }

    @Test(arguments: [false, true])
    func strangersSendSmallFramesAndOthersLargerOnes(isToldLater: Bool) async throws {
        var router = Router.underTest()
        router.registerUnary(Methods.method("ShowWho")) { call, payload, reply in
            let (connection, deferred) = (call.connection, reply.deferred())
            let tell = { @Sendable in
                connection.markAuthenticated()
                deferred.succeed([7])
            }
            guard isToldLater else { return tell() }
            // Once the loop is done with the frame.
            Task.detached {
                try? await Task.sleep(for: .milliseconds(20))
                tell()
            }
        }
        let server = try RunningServer(router) { configuration in
            configuration.limits.strangerMessageByteCountMax = 100
            configuration.limits.wire.messageByteCountMax = 200
        }
        let peer = try RawPeer(server)
        var id: UInt32 = 1
        func code(_ method: String, bodyByteCount: Int) async throws -> StatusCode {
            defer { id += 2 }
            // Ten bytes of the body are names; two or three more lead the payload.
            let names = field(1, Array("svc".utf8)) + field(2, Array(method.utf8))
            let lead = bodyByteCount - names.count - 2 < 128 ? 2 : 3
            let payload = [UInt8](repeating: 7, count: bodyByteCount - names.count - lead)
            let frame = requestFrame(id, "svc", method, payload: payload)
            #expect(frame.count == 10 + bodyByteCount)
            try await peer.send(frame)
            return try #require(try await peer.receive()?.response).status.code
        }
        #expect(try await code("Raw", bodyByteCount: 100) == .ok)
        #expect(try await code("Raw", bodyByteCount: 101) == .resourceExhausted)
        #expect(try await code("ShowWho", bodyByteCount: 40) == .ok)
        #expect(try await code("Raw", bodyByteCount: 101) == .ok)
        #expect(try await code("Raw", bodyByteCount: 200) == .ok)
        #expect(try await code("Raw", bodyByteCount: 201) == .resourceExhausted)
        #expect(try await code("Raw", bodyByteCount: 20) == .ok)
    }

    @Test
    func strangersThatStayStrangersAreSentAway() async throws {
        var router = Router.underTest()
        router.registerUnary(Methods.method("ShowWho")) { call, payload, reply in
            call.connection.markAuthenticated()
            reply.succeed(payload)
        }
        let server = try RunningServer(router) {
            $0.limits.authenticationTimeout = .milliseconds(500)
        }
        let known = try RawPeer(server)
        try await known.send(requestFrame(1, "svc", "ShowWho", payload: [7]))
        #expect(try await known.receive()?.payload == [7])
        let stranger = try RawPeer(server)
        #expect(try await isServed(stranger))
        #expect(try await stranger.receive() == nil)
        try await known.send(requestFrame(3, "svc", "Raw", payload: [7]))
        #expect(try await known.receive()?.payload == [7])
    }

    @Test
    func limitsCanBeReplacedWhileTheServerRuns() async throws {
        let service = DeferringService()
        let server = try RunningServer(service.router) { $0.limits.runningRequestCountMax = 1 }
        let peer = try RawPeer(server)
        try await peer.send(service.request(1) + service.request(3) + service.request(5))
        await service.waitForCalls(1)
        var limits = ServerLimits()
        limits.runningRequestCountMax = 2
        limits.wire.messageByteCountMax = 50
        limits.connectionCountPerAddressMax = 1
        server.server.set(limits)
        // The one that waited goes on by itself.
        await service.waitForCalls(2)
        #expect(try await !isServed(RawPeer(server)))
        service.answer(2)
        #expect(try await peer.receive() != nil)
        #expect(try await peer.receive() != nil)
        await service.waitForCalls(1)
        service.answer(1)
        #expect(try await peer.receive() != nil)
        let tooLong = [UInt8](repeating: 7, count: 50)
        try await peer.send(requestFrame(7, "svc", "Raw", payload: tooLong))
        #expect(try await peer.receive()?.response?.status.code == .resourceExhausted)
    }
}

/// How many requests run on all connections together.
@Suite(.timeLimit(.minutes(1)))
struct RunningRequestTests {
    private let service = DeferringService()

    @Test
    func allConnectionsTogetherRunSoManyRequests() async throws {
        let server = try RunningServer(service.router) { $0.limits.runningRequestCountMax = 2 }
        let peers = try (1...4).map { _ in try RawPeer(server) }
        for peer in peers { try await peer.send(service.request(1) + service.request(3)) }
        for waitingCount in (1...8).reversed() {
            await service.waitForCalls(min(waitingCount, 2))
            #expect(service.callCount <= 2)
            service.answer(1)
        }
        for peer in peers {
            #expect(try await peer.receive()?.header.streamID == StreamID(1))
            #expect(try await peer.receive()?.header.streamID == StreamID(3))
        }
        #expect(service.callCountMax == 2)
    }

    @Test
    func whereOneGroupComesToRestTheOthersHaveRoom() async throws {
        let server = try RunningServer(service.router) { $0.limits.runningRequestCountMax = 2 }
        let peer = try RawPeer(server)
        func requests(_ name: String, from id: UInt32, count: UInt32) -> [UInt8] {
            (0..<count).flatMap { requestFrame(id + 2 * $0, "svc", name) }
        }
        // Of the room for four, one group takes a half, and the other half of what is left.
        try await peer.send(requests("First", from: 1, count: 3))
        #expect(try await peer.receive()?.response?.status.code == .unavailable)
        #expect(service.callCount == 2)
        try await peer.send(requests("Second", from: 7, count: 2))
        #expect(try await peer.receive()?.response?.status.code == .unavailable)
        #expect(service.callCount == 3)
        // What does not wait goes on, and so does what waits for neither.
        try await peer.send(requestFrame(11, "svc", "Raw", payload: [7]))
        #expect(try await peer.receive()?.payload == [7])
        try await peer.send(service.request(13))
        await service.waitForCalls(4)
        service.answer(4)
        for _ in 1...4 { #expect(try await peer.receive()?.response?.status.code == .ok) }
        // All that was counted in was counted out.
        try await peer.send(requests("First", from: 15, count: 2))
        await service.waitForCalls(2)
        service.answer(2)
    }

    @Test
    func aCallThatNobodyWaitsForCountsUntilItIsDone() async throws {
        let server = try RunningServer(service.router) { $0.limits.runningRequestCountMax = 1 }
        let impatient = try RawPeer(server)
        // A deadline of a millisecond, which is field 4.
        let deadline = [0x20] + varint(1_000_000)
        try await impatient.send(requestFrame(1, "svc", "Later", extra: deadline))
        #expect(try await impatient.receive()?.response?.status.code == .deadlineExceeded)
        let peer = try RawPeer(server)
        try await peer.send(service.request(1))
        let other = try RawPeer(server)
        try await other.send(requestFrame(1, "svc", "Raw", payload: [7]))
        for _ in 0..<1_000 { await Task.yield() }
        #expect(service.callCount == 1, "The room is taken.")
        service.answer(1)
        await service.waitForCalls(1)
        service.answer(1)
        #expect(try await peer.receive() != nil)
        #expect(try await other.receive()?.payload == [7])
    }

    @Test
    func aCallThatNobodyWaitsForCountsForItsConnectionUntilItIsDone() async throws {
        let server = try RunningServer(service.router) {
            $0.limits.runningRequestCountPerConnectionMax = 2
        }
        let peer = try RawPeer(server)
        // One whose deadline, field 4, is a nanosecond, and one on which data comes.
        try await peer.send(requestFrame(1, "svc", "Later", extra: [0x20, 1]))
        #expect(try await peer.receive()?.response?.status.code == .deadlineExceeded)
        try await peer.send(requestFrame(3, "svc", "Later", flags: 2) + frame(3, 3, [7]))
        #expect(try await peer.receive()?.response?.status.code == .invalidArgument)
        try await peer.send(service.request(5))
        let other = try RawPeer(server)
        try await other.send(requestFrame(1, "svc", "Raw", payload: [7]))
        #expect(try await other.receive()?.payload == [7])
        for _ in 0..<1_000 { await Task.yield() }
        #expect(service.callCount == 2, "The room is taken.")
        service.answer(1)
        await service.waitForCalls(2)
        service.answer(2)
        #expect(try await peer.receive()?.header.streamID == StreamID(5))
    }

    @Test
    func whoWaitsForRoomIsNotSentAway() async throws {
        let server = try RunningServer(service.router) { configuration in
            configuration.limits.runningRequestCountMax = 1
            configuration.limits.firstFrameTimeout = .milliseconds(500)
            configuration.limits.authenticationTimeout = .milliseconds(500)
        }
        let first = try RawPeer(server)
        try await first.send(service.request(1))
        await service.waitForCalls(1)
        let waiting = try RawPeer(server)
        try await waiting.send(service.request(1))
        // Once this one, which came last, is sent away, the time of the others has passed too.
        let silent = try RawPeer(server)
        #expect(try await silent.receive() == nil)
        service.answer(1)
        #expect(try await first.receive() != nil)
        await service.waitForCalls(1)
        service.answer(1)
        #expect(try await waiting.receive() != nil)
    }

    @Test
    func aConnectionThatLeavesTheLineLetsTheNextOneIn() async throws {
        let server = try RunningServer(service.router) { $0.limits.runningRequestCountMax = 1 }
        let first = try RawPeer(server)
        try await first.send(service.request(1))
        await service.waitForCalls(1)
        // Half a request waits in front of a whole one, and then goes.
        var half: RawPeer? = try RawPeer(server)
        try await half?.send(Array(service.request(1).prefix(12)))
        let gone = try RawPeer(server)
        try await gone.send(service.request(1))
        let last = try RawPeer(server)
        try await last.send(service.request(1))
        half = nil
        service.answer(1)
        #expect(try await first.receive() != nil)
        await service.waitForCalls(1)
        service.answer(1)
        await service.waitForCalls(1)
        service.answer(1)
        #expect(try await gone.receive() != nil)
        #expect(try await last.receive() != nil)
    }
}

/// A service whose calls wait until a test answers them.
private final class DeferringService: Sendable {
    private let state = Mutex((replies: [DeferredReply](), callCountMax: 0))

    var router: Router {
        var router = Router.underTest()
        router.registerUnary(Methods.method("Later")) { [self] _, _, reply in
            keep(reply.deferred())
        }
        for (index, name) in ["First", "Second"].enumerated() {
            let group = RequestGroup(UInt64(index))
            router.registerUnary(Methods.method(name)) { [self] _, _, reply in
                guard reply.hasRoom(for: group) else {
                    return reply.fail(Status(.unavailable, "\(name) rests"))
                }
                keep(reply.deferred(in: group))
            }
        }
        return router
    }

    private func keep(_ deferred: DeferredReply) {
        state.withLock { state in
            state.replies.append(deferred)
            state.callCountMax = max(state.callCountMax, state.replies.count)
        }
    }

    /// How many calls wait now, and how many did at most.
    var callCount: Int { state.withLock { $0.replies.count } }
    var callCountMax: Int { state.withLock { $0.callCountMax } }

    func request(_ id: UInt32) -> [UInt8] { requestFrame(id, "svc", "Later") }

    func waitForCalls(_ count: Int) async {
        while callCount < count, !Task.isCancelled { await Task.yield() }
    }

    func answer(_ count: Int) {
        let replies = state.withLock { state in
            defer { state.replies.removeFirst(count) }
            return Array(state.replies.prefix(count))
        }
        for reply in replies { reply.succeed([]) }
    }
}
