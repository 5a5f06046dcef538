import Metrics
import Testing

@testable import TTRPC

@Suite(.timeLimit(.minutes(1)))
struct StatisticsTests {
    /// Waits until what is counted is so.
    private func wait(
        _ server: RunningServer,
        until condition: (ServerStatistics) -> Bool
    ) async {
        while !condition(server.server.statistics), !Task.isCancelled { await Task.yield() }
    }

    private func count(_ statistics: ServerStatistics, _ method: String?, _ code: StatusCode)
        -> UInt64
    {
        let found = statistics.methods.first { $0.method?.method == method }
        return found?.counts.first { $0.code == code }?.count ?? 0
    }

    @Test
    func callsAreCountedByMethodAndCode() async throws {
        let server = try RunningServer()
        let client = try await server.connect()
        for _ in 0..<3 { _ = try await client.call(Methods.raw, payload: []) }
        for _ in 0..<2 { _ = try? await client.call(Methods.fail, payload: []) }
        _ = try? await client.call(Methods.method("Nope"), payload: [])
        for try await _ in client.openStream(Methods.divideStream, .serverStream).messages {}
        await server.server.waitForTurn()
        let statistics = server.server.statistics
        #expect(count(statistics, "Raw", .ok) == 3)
        #expect(count(statistics, "Fail", .notFound) == 2)
        #expect(count(statistics, nil, .unimplemented) == 1)
        #expect(count(statistics, "DivideStream", .ok) == 1)
        let all = statistics.methods.flatMap { $0.counts.map(\.count) }.reduce(0, +)
        #expect(all == 7)
        for method in statistics.methods {
            let isTimed = ["Echo", "Raw", "Never", "Fail"].contains(method.method?.method)
            #expect((method.times != nil) == isTimed)
            guard let times = method.times else { continue }
            #expect(times.count == method.counts.map(\.count).reduce(0, +))
            #expect((times.sum > 0) == (times.count > 0))
        }
        #expect(statistics.streamCount == 0 && statistics.runningRequestCount == 0)
        #expect(statistics.receivedByteCount > 0 && statistics.sentByteCount > 0)
    }

    private final class IdleHandler: ServerStreamHandler {
        func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {}
        func streamDidEnd(_ stream: ServerStream, _ status: Status) {}
    }

    /// A stream may end when all else of a turn is over, which is when calls are counted.
    @Test
    func whatEndsAtTheEndOfATurnIsCountedAndSoIsWhatComesLater() async throws {
        var router = Router.underTest()
        router.registerStream(Methods.method("Late"), .serverStream) {
            _,
            stream throws(RPCError) in
            stream.executeAfterReplies { stream.finish(Status.ok) }
            return IdleHandler()
        }
        let server = try RunningServer(router)
        let client = try await server.connect()
        _ = try await client.call(Methods.raw, payload: [])
        for try await _ in client.openStream(Methods.method("Late"), .serverStream).messages {}
        _ = try await client.call(Methods.raw, payload: [])
        await server.server.waitForTurn()
        let statistics = server.server.statistics
        #expect(count(statistics, "Late", .ok) == 1)
        #expect(count(statistics, "Raw", .ok) == 2)
    }

    @Test
    func codesThatAreNoneCountAsUnknown() async throws {
        var router = Router()
        router.registerUnary(Methods.raw) { _, _, reply in
            reply.fail(Status(StatusCode(rawValue: 77), "odd"))
        }
        let server = try RunningServer(router)
        let client = try await server.connect()
        _ = try? await client.call(Methods.raw, payload: [])
        await server.server.waitForTurn()
        #expect(count(server.server.statistics, "Raw", .unknown) == 1)
    }

    @Test
    func connectionsAndWhatRunsOnThemAreCountedInAndOut() async throws {
        var router = Router.underTest()
        router.registerUnary(Methods.method("ShowWho")) { call, payload, reply in
            call.connection.markAuthenticated()
            reply.succeed(payload)
        }
        let server = try RunningServer(router) { $0.limits.connectionCountPerAddressMax = 2 }
        let client = try await server.connect()
        let other = try await server.connect()
        _ = try await client.call(Methods.method("ShowWho"), payload: [])
        await wait(server) { $0.strangerCount == 1 && $0.authenticatedCount == 1 }
        let refused = try RawPeer(server)
        #expect(try await refused.receive() == nil)
        let never = Task { try await client.call(Methods.never, payload: []) }
        let stream = client.openStream(Methods.echoStream, .bidirectional)
        await wait(server) { $0.runningRequestCount == 1 && $0.streamCount == 1 }
        let statistics = server.server.statistics
        #expect(statistics.admittedCount == 2)
        #expect(statistics.refusedCounts.map(\.count) == [0, 1, 0])
        client.close()
        other.close()
        await wait(server) { $0.strangerCount == 0 && $0.authenticatedCount == 0 }
        await wait(server) { $0.streamCount == 0 }
        _ = try? await never.value
        withExtendedLifetime(stream) {}
    }

    @Test
    func connectionsThatTookTooLongAreCountedByTheCause() async throws {
        let server = try RunningServer { $0.limits.firstFrameTimeout = .milliseconds(20) }
        let peer = try RawPeer(server)
        #expect(try await peer.receive() == nil)
        let expired = server.server.statistics.expiredCounts.filter { $0.count > 0 }
        #expect(expired.map(\.cause) == ["first-frame"] && expired[0].count == 1)
    }
}
