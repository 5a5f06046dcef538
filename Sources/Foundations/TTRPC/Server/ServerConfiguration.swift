/// How a server works; fixed from its start, but for `limits`.
public struct ServerConfiguration: Sendable {
    /// How many event loops, each with a thread, share the connections.
    public var eventLoopCount = 2

    /// What peers may cost; `Server.set(_:)` replaces it later.
    public var limits = ServerLimits()

    /// From how many unsent bytes on a connection's requests wait and its streams are not writable.
    ///
    /// They also wait, however few bytes there are, while the system takes none of them.
    public var outboundPauseByteCount = 256 << 10

    /// The rights of the file of a Unix socket; by default only its owner may connect.
    public var unixSocketMode: UInt32 = 0o600

    /// What is told of each call that has ended, on the event loop, once its reply was sent.
    public var callObserver: (@Sendable (CallRecord) -> Void)?

    /// Creates the configuration with its defaults.
    public init() {}
}
