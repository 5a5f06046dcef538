import Testing

@testable import TTRPC

@Suite(.timeLimit(.minutes(1)))
struct TimeoutTests {
    /// Bounds in nanoseconds, which the tests count by themselves.
    private static let bounds = {
        var limits = ServerLimits()
        limits.firstFrameTimeout = .nanoseconds(100)
        limits.authenticationTimeout = .nanoseconds(500)
        limits.frameTimeout = .nanoseconds(100)
        limits.idleTimeout = .nanoseconds(1_000)
        limits.writeStallTimeout = .nanoseconds(100)
        return ConnectionTimeouts.Bounds(limits)
    }()

    /// A connection that was accepted at 1,000.
    private static func timeouts(hasReceivedFrame: Bool = true) -> ConnectionTimeouts {
        var timeouts = ConnectionTimeouts(now: 1_000)
        guard hasReceivedFrame else { return timeouts }
        timeouts.didReceive(hasPartOfFrame: false, madeProgress: true, now: 1_000)
        timeouts.didAuthenticate()
        return timeouts
    }

    private static func expiry(
        _ timeouts: inout ConnectionTimeouts,
        isIdle: Bool = true,
        sent: Int = 0,
        hasUnsent: Bool = false,
        now: UInt64
    ) -> ConnectionTimeouts.Expiry? {
        timeouts.expiry(
            bounds,
            isIdle: isIdle,
            sentByteCount: sent,
            hasUnsent: hasUnsent,
            now: now
        )
    }

    @Test
    func theFirstFrameHasADeadline() {
        var timeouts = Self.timeouts(hasReceivedFrame: false)
        #expect(Self.expiry(&timeouts, now: 1_099) == nil)
        #expect(Self.expiry(&timeouts, now: 1_100) == .firstFrame)
        timeouts.didReceive(hasPartOfFrame: false, madeProgress: true, now: 1_050)
        #expect(Self.expiry(&timeouts, now: 1_100) == nil)
    }

    @Test
    func nobodyIsSentAwayWhoWaitsForTheServer() {
        var timeouts = Self.timeouts(hasReceivedFrame: false)
        #expect(Self.expiry(&timeouts, isIdle: false, now: 5_000) == nil)
        #expect(Self.expiry(&timeouts, now: 5_000) == .firstFrame)
    }

    @Test
    func eachFrameHasADeadlineOfItsOwn() {
        var timeouts = Self.timeouts()
        timeouts.didReceive(hasPartOfFrame: true, madeProgress: false, now: 1_010)
        timeouts.didReceive(hasPartOfFrame: true, madeProgress: false, now: 1_050)
        #expect(Self.expiry(&timeouts, now: 1_109) == nil)
        #expect(Self.expiry(&timeouts, now: 1_110) == .frame)
        timeouts.didReceive(hasPartOfFrame: true, madeProgress: true, now: 1_100)
        #expect(Self.expiry(&timeouts, now: 1_199) == nil)
        #expect(Self.expiry(&timeouts, now: 1_200) == .frame)
        timeouts.didReceive(hasPartOfFrame: false, madeProgress: true, now: 1_200)
        #expect(Self.expiry(&timeouts, now: 1_300) == nil)
    }

    @Test
    func strangersHaveToShowWhoTheyAre() {
        var timeouts = Self.timeouts(hasReceivedFrame: false)
        timeouts.didReceive(hasPartOfFrame: false, madeProgress: true, now: 1_050)
        #expect(Self.expiry(&timeouts, now: 1_499) == nil)
        #expect(Self.expiry(&timeouts, isIdle: false, now: 1_500) == nil, "A call is waited for.")
        #expect(Self.expiry(&timeouts, now: 1_501) == .authentication)
        timeouts.didAuthenticate()
        #expect(Self.expiry(&timeouts, now: 1_501) == nil)
    }

    @Test
    func onlyConnectionsWithoutCallsAreIdle() {
        var timeouts = Self.timeouts()
        #expect(Self.expiry(&timeouts, isIdle: false, now: 5_000) == nil)
        #expect(Self.expiry(&timeouts, now: 5_999) == nil)
        #expect(Self.expiry(&timeouts, now: 6_000) == .idle)
    }

    @Test
    func aPeerMustTakeSomethingOfWhatWaits() {
        var timeouts = Self.timeouts()
        #expect(Self.expiry(&timeouts, sent: 10, hasUnsent: true, now: 1_100) == nil)
        #expect(Self.expiry(&timeouts, sent: 10, hasUnsent: true, now: 1_199) == nil)
        #expect(Self.expiry(&timeouts, sent: 11, hasUnsent: true, now: 1_200) == nil)
        #expect(Self.expiry(&timeouts, sent: 11, hasUnsent: true, now: 1_300) == .writeStall)
        #expect(Self.expiry(&timeouts, sent: 11, hasUnsent: false, now: 1_300) == nil)
        #expect(Self.expiry(&timeouts, sent: 11, hasUnsent: true, now: 1_500) == nil)
        #expect(Self.expiry(&timeouts, sent: 11, hasUnsent: true, now: 1_600) == .writeStall)
    }

    @Test
    func silentStrangersAreSentAway() async throws {
        let server = try RunningServer { $0.limits.firstFrameTimeout = .milliseconds(20) }
        let peer = try RawPeer(server)
        #expect(try await peer.receive() == nil)
    }

    @Test
    func halfAFrameIsNotWaitedForLong() async throws {
        let server = try RunningServer { $0.limits.frameTimeout = .milliseconds(20) }
        let peer = try RawPeer(server)
        try await peer.send(requestFrame(1, "svc", "Raw", payload: [7]) + [0, 0, 0])
        #expect(try await peer.receive()?.payload == [7])
        #expect(try await peer.receive() == nil)
    }

    @Test
    func idleConnectionsAreClosedAndThoseWithStreamsAreNot() async throws {
        let server = try RunningServer { $0.limits.idleTimeout = .seconds(1) }
        let idle = try RawPeer(server)
        let watching = try RawPeer(server)
        try await watching.send(requestFrame(1, "svc", "EchoStream", flags: 2))
        try await idle.send(requestFrame(1, "svc", "Raw", payload: [7]))
        #expect(try await idle.receive()?.payload == [7])
        #expect(try await idle.receive() == nil)
        try await watching.send(frame(1, 3, [8, 1]))
        #expect(try await watching.receive()?.body == [8, 2])
    }

    @Test
    func aPeerThatTakesNothingIsDropped() async throws {
        let server = try RunningServer { $0.limits.writeStallTimeout = .milliseconds(50) }
        let peer = try RawPeer(server, receiveBufferByteCount: 4_096)
        try await peer.send(
            requestFrame(1, "svc", "Flood", flags: 1, payload: [0x10] + varint(100_000))
        )
        while server.server.connectionCount > 0, !Task.isCancelled { await peer.pause() }
        #expect(server.server.connectionCount == 0)
    }
}
