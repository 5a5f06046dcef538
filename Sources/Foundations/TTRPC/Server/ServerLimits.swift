internal import Locking

/// What peers may cost a server; it can be replaced while the server runs.
///
/// Each number bounds what one peer, one address or all peers together can take. The defaults serve
/// a public network.
public struct ServerLimits: Hashable, Sendable {
    /// How many connections may be open; one more is accepted and closed at once.
    ///
    /// One that is still in the handshake of TLS counts. 12,000 leaves room for files below a usual
    /// limit of 16,384 descriptors.
    public var connectionCountMax = 12_000

    /// How many of them one address may have, or nil; one more is accepted and closed at once.
    ///
    /// 64 serve a household or an office behind one address, and 187 addresses are needed to take
    /// all connections. An IPv6 network of 64 bits counts as one address, and so do all peers of
    /// Unix sockets.
    public var connectionCountPerAddressMax: Int? = 64

    /// What is taken from a peer on the wire.
    public var wire = WireLimits()

    /// The largest body of a frame from a peer that has not shown who it is, or nil if it may be as
    /// large as any.
    ///
    /// It is what a stranger can make the server keep. Handlers say who is none by
    /// `ConnectionContext.markAuthenticated()`.
    public var strangerMessageByteCountMax: Int?

    /// How many unary calls may wait for a deferred answer on all connections together.
    ///
    /// While there are so many, no connection is read from, and the peers' writes come to rest.
    /// Each event loop has an even share. It counts what really runs: a call whose deadline passed,
    /// or whose caller has gone, counts until its handler is done with it. Where calls are told
    /// apart by what they wait for (`RequestGroup`), there is room for twice as many.
    public var runningRequestCountMax = 1_024

    /// How many unary calls of one connection may wait for a deferred answer, counted like
    /// `runningRequestCountMax`: nobody makes room by not waiting.
    ///
    /// The next request stays in the receive buffer, which takes what one read brings (32 KiB at
    /// most), and what comes after it in the socket, so that the peer's writes come to rest. 64
    /// keep a commit pipeline full.
    public var runningRequestCountPerConnectionMax = 64

    /// How many streams one connection may have open; one more is refused with
    /// RESOURCE_EXHAUSTED, since a stream may last for ever.
    public var streamCountPerConnectionMax = 32

    /// How many unsent bytes a connection may have when a stream sends more.
    ///
    /// The stream whose producer was told to wait and went on nevertheless ends with
    /// RESOURCE_EXHAUSTED; one that was not may add a message. Answers to unary calls are not
    /// counted: there are at most `runningRequestCountPerConnectionMax` of them.
    public var outboundByteCountMax = 1 << 20

    /// How long a new connection may take until its first whole frame.
    public var firstFrameTimeout: Duration = .seconds(10)

    /// How long a connection may take to show who its peer is, or nil if it need not.
    ///
    /// A call that is under way is waited for.
    public var authenticationTimeout: Duration?

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

    /// Creates the limits with their defaults.
    public init() {}
}

extension ServerLimits {
    /// What is taken on the wire from a peer that has not shown who it is.
    var strangerWire: WireLimits {
        var limits = wire
        if let byteCount = strangerMessageByteCountMax {
            limits.messageByteCountMax = min(byteCount, wire.messageByteCountMax)
        }
        return limits
    }

    /// A quarter of the shortest timeout, at most a second: late by a quarter is early enough.
    var sweepIntervalNanoseconds: UInt64 {
        let timeouts = [
            firstFrameTimeout, frameTimeout, idleTimeout, writeStallTimeout,
            authenticationTimeout ?? idleTimeout,
        ]
        let shortest = timeouts.reduce(idleTimeout, min).wholeNanoseconds
        return min(max(shortest / 4, 5_000_000), 1_000_000_000)
    }
}
