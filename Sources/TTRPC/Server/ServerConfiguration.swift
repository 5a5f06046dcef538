/// What a server allows, and how long it waits.
///
/// Each number bounds what one peer can cost; the defaults serve a public network.
public struct ServerConfiguration: Sendable {
    /// How many event loops, each with a thread, share the connections.
    public var eventLoopCount = 2

    /// What is taken from a peer on the wire.
    public var limits = WireLimits()

    /// How many unary calls of one connection may wait for a deferred answer.
    ///
    /// The next request stays in the receive buffer, and what comes after it in the socket, so that
    /// the peer's writes come to rest. 64 keeps a commit pipeline full.
    public var runningRequestCountMax = 64

    /// How many streams one connection may have open; one more is refused with
    /// RESOURCE_EXHAUSTED, since a stream may last for ever.
    public var streamCountMax = 32

    /// How many connections may be open; one more is accepted and closed at once.
    public var connectionCountMax = 12_000

    /// From how many unsent bytes on a connection's requests wait and its streams are not writable.
    public var outboundPauseByteCount = 256 << 10

    /// How many unsent bytes a connection may have when a stream sends more.
    ///
    /// The stream whose producer went on nevertheless ends with RESOURCE_EXHAUSTED. Answers to
    /// unary calls are not counted: there are at most `runningRequestCountMax` of them.
    public var outboundByteCountMax = 1 << 20

    /// How long a new connection may take until its first whole frame.
    public var firstFrameTimeout: Duration = .seconds(10)

    /// How long a frame may take from its first byte to its last.
    public var frameTimeout: Duration = .seconds(30)

    /// How long a connection without calls may be silent.
    public var idleTimeout: Duration = .seconds(600)

    /// How long a peer may take none of the bytes that wait for it.
    public var writeStallTimeout: Duration = .seconds(20)

    /// The most that a caller's own deadline counts for in a unary call.
    ///
    /// Later ones are brought forward, so that no call is kept for hours. Streams keep what the
    /// caller said.
    public var unaryTimeoutMax: Duration = .seconds(30)

    /// The rights of the file of a Unix socket; by default only its owner may connect.
    public var unixSocketMode: UInt32 = 0o600

    /// What is told of each call that has ended, on the event loop; nil costs nothing.
    public var callObserver: (@Sendable (CallRecord) -> Void)?

    /// Creates the configuration with its defaults.
    public init() {}
}
