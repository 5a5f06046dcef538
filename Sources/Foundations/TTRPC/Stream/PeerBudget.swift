/// How much more nonsense of a peer is put up with.
struct PeerBudget {
    private var protocolErrorCount = 0
    private var ignoredFrameCount = 0

    /// Counts a broken rule; false says that it was one too many.
    mutating func forgive(within limits: WireLimits) -> Bool {
        protocolErrorCount += 1
        return protocolErrorCount <= limits.protocolErrorCountMax
    }

    /// Counts a frame of unknown type; false says that it was one too many.
    mutating func ignore(within limits: WireLimits) -> Bool {
        ignoredFrameCount += 1
        return ignoredFrameCount <= limits.ignoredFrameCountMax
    }
}
