/// Decides when a peer has been waited for long enough; without a clock of its own.
struct ConnectionTimeouts {
    private let firstFrame: UInt64
    private let frame: UInt64
    private let idle: UInt64
    private let writeStall: UInt64

    private let acceptedAt: UInt64
    private var hasReceivedFrame = false
    private var frameStartedAt: UInt64?
    private var lastActiveAt: UInt64
    private var sentByteCount = 0
    private var lastSentAt: UInt64?

    /// What has taken too long.
    enum Expiry: Equatable {
        /// The first frame has not come.
        case firstFrame
        /// A frame has begun and does not end.
        case frame
        /// Nothing goes on.
        case idle
        /// The peer takes nothing of what waits for it.
        case writeStall
    }

    /// Starts the clock of a new connection.
    init(_ configuration: ServerConfiguration, now: UInt64) {
        firstFrame = configuration.firstFrameTimeout.wholeNanoseconds
        frame = configuration.frameTimeout.wholeNanoseconds
        idle = configuration.idleTimeout.wholeNanoseconds
        writeStall = configuration.writeStallTimeout.wholeNanoseconds
        acceptedAt = now
        lastActiveAt = now
    }

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
    ///   - isIdle: Whether no call is open.
    ///   - sentByteCount: How many bytes the peer's side has taken since the beginning.
    ///   - hasUnsent: Whether bytes wait for the peer.
    ///   - now: The time.
    /// - Returns: What took too long, or nil.
    mutating func expiry(
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
        if let lastSentAt, Self.isOver(writeStall, since: lastSentAt, now) { return .writeStall }
        if !hasReceivedFrame, Self.isOver(firstFrame, since: acceptedAt, now) {
            return .firstFrame
        }
        if let frameStartedAt, Self.isOver(frame, since: frameStartedAt, now) { return .frame }
        if !isIdle || hasUnsent { lastActiveAt = now }
        return Self.isOver(idle, since: lastActiveAt, now) ? .idle : nil
    }

    private static func isOver(_ timeout: UInt64, since start: UInt64, _ now: UInt64) -> Bool {
        now > start && now - start >= timeout
    }
}
