internal import Locking

/// Decides when a peer has been waited for long enough; without a clock of its own.
struct ConnectionTimeouts {
    private let acceptedAt: UInt64
    private var hasReceivedFrame = false
    private var hasAuthenticated = false
    private var frameStartedAt: UInt64?
    private var lastActiveAt: UInt64
    private var sentByteCount = 0
    private var lastSentAt: UInt64?

    /// How long is long enough, in nanoseconds; shared by the connections of a loop.
    struct Bounds {
        let firstFrame: UInt64
        let authentication: UInt64
        let frame: UInt64
        let idle: UInt64
        let writeStall: UInt64

        /// Takes the time-outs of limits; one that there is not never passes.
        init(_ limits: ServerLimits) {
            firstFrame = limits.firstFrameTimeout.wholeNanoseconds
            authentication = limits.authenticationTimeout?.wholeNanoseconds ?? .max
            frame = limits.frameTimeout.wholeNanoseconds
            idle = limits.idleTimeout.wholeNanoseconds
            writeStall = limits.writeStallTimeout.wholeNanoseconds
        }
    }

    /// What has taken too long.
    enum Expiry: Equatable {
        /// The first frame has not come.
        case firstFrame
        /// The peer has not shown who it is.
        case authentication
        /// A frame has begun and does not end.
        case frame
        /// Nothing goes on.
        case idle
        /// The peer takes nothing of what waits for it.
        case writeStall
    }

    /// Starts the clock of a new connection.
    init(now: UInt64) {
        acceptedAt = now
        lastActiveAt = now
    }

    /// Notes that the peer has shown who it is.
    mutating func didAuthenticate() { hasAuthenticated = true }

    /// Notes what a read has left behind.
    ///
    /// - Parameters:
    ///   - hasPartOfFrame: Whether a frame has begun whose rest is up to the peer.
    ///   - madeProgress: Whether a frame has ended.
    ///   - now: The time.
    mutating func didReceive(hasPartOfFrame: Bool, madeProgress: Bool, now: UInt64) {
        if madeProgress {
            hasReceivedFrame = true
            lastActiveAt = now
        }
        if !hasPartOfFrame {
            frameStartedAt = nil
        } else if madeProgress || frameStartedAt == nil {
            frameStartedAt = now
        }
    }

    /// Says whether the peer has taken too long with anything.
    ///
    /// - Parameters:
    ///   - bounds: How long is long enough.
    ///   - isIdle: Whether the peer waits for nothing: no call is open, and none waits unread for
    ///     room. Nobody is sent away for the server's own pause.
    ///   - sentByteCount: How many bytes the system has taken since the beginning.
    ///   - hasUnsent: Whether bytes wait for the peer.
    ///   - now: The time.
    /// - Returns: What took too long, or nil.
    mutating func expiry(
        _ bounds: Bounds,
        isIdle: Bool,
        sentByteCount: Int,
        hasUnsent: Bool,
        now: UInt64
    ) -> Expiry? {
        if sentByteCount != self.sentByteCount || !hasUnsent {
            self.sentByteCount = sentByteCount
            lastSentAt = hasUnsent ? now : nil
        } else if lastSentAt == nil {
            lastSentAt = now
        }
        if let lastSentAt, Self.isOver(bounds.writeStall, since: lastSentAt, now) {
            return .writeStall
        }
        if !hasReceivedFrame, isIdle, Self.isOver(bounds.firstFrame, since: acceptedAt, now) {
            return .firstFrame
        }
        if let frameStartedAt, Self.isOver(bounds.frame, since: frameStartedAt, now) {
            return .frame
        }
        if !hasAuthenticated, isIdle, Self.isOver(bounds.authentication, since: acceptedAt, now) {
            return .authentication
        }
        if !isIdle || hasUnsent { lastActiveAt = now }
        return Self.isOver(bounds.idle, since: lastActiveAt, now) ? .idle : nil
    }

    private static func isOver(_ timeout: UInt64, since start: UInt64, _ now: UInt64) -> Bool {
        now > start && now - start >= timeout
    }
}
