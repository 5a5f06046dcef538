/// What a client allows, and how long it waits.
public struct ClientConfiguration: Hashable, Sendable {
    /// What is taken from the server on the wire, and sent to it.
    public var limits = WireLimits()

    /// How long to try to connect.
    public var connectTimeout: Duration = .seconds(10)

    /// From how many unsent bytes on the producers of streams wait.
    public var outboundPauseByteCount = 256 << 10

    /// Creates the configuration with its defaults.
    public init() {}
}
