/// Why one side gives up a connection for what the other sent.
enum ConnectionCloseReason: Equatable, Sendable {
    /// The first byte of a header was not zero: the frame boundary is lost, or never was.
    case reservedLengthByte
    /// The oversized bodies together were longer than `WireLimits.skippedByteCountMax`.
    case skippedTooManyBytes
    /// More frames broke the rules than `WireLimits.protocolErrorCountMax`.
    case tooManyProtocolErrors
    /// More frames of unknown type came than `WireLimits.ignoredFrameCountMax`.
    case tooManyIgnoredFrames
}
