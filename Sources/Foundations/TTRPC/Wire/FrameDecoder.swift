/// Finds the frames in what a connection has received, without copying them.
///
/// The decoder never asks for memory: it looks at the bytes that are there, and says how many it is
/// done with. A declared length alone costs nothing. An oversized body is skipped as it arrives.
///
/// Invariant: `skippingByteCount > 0` only between an `.oversized` step and the end of its body.
struct FrameDecoder: ~Copyable {
    private(set) var skippingByteCount = 0
    private var skippedByteCount = 0

    /// What the first of the given bytes are.
    enum Step: Equatable {
        /// The bytes end within a frame: come back with more of them.
        case incomplete
        /// A whole frame; its body is the `bodyByteCount` bytes after the header.
        case frame(FrameHeader)
        /// The header of a body that is too long. The ten bytes are done with.
        case oversized(FrameHeader)
        /// This many bytes belong to an oversized body, and are done with.
        case skipped(byteCount: Int)
        /// The peer broke the framing, or wore out the patience for skipping: close.
        case broken(ConnectionCloseReason)
    }

    /// Looks at the unread `bytes` of a connection.
    mutating func next(in bytes: RawSpan, limits: WireLimits) -> Step {
        if skippingByteCount > 0 {
            guard bytes.byteCount > 0 else { return .incomplete }
            let byteCount = min(skippingByteCount, bytes.byteCount)
            skippingByteCount -= byteCount
            return .skipped(byteCount: byteCount)
        }
        guard bytes.byteCount > 0 else { return .incomplete }
        // The reserved byte is the first, so that a stranger is sent away before ten have come.
        guard bytes.byte(at: 0) == 0 else { return .broken(.reservedLengthByte) }
        guard bytes.byteCount >= FrameHeader.byteCount else { return .incomplete }
        let header = FrameHeader(reading: bytes)
        let bodyByteCount = Int(header.bodyByteCount)
        guard bodyByteCount <= limits.messageByteCountMax else {
            // Below 16 MiB each, so that the sum cannot overflow before it is refused.
            skippedByteCount += bodyByteCount
            guard skippedByteCount <= limits.skippedByteCountMax else {
                return .broken(.skippedTooManyBytes)
            }
            skippingByteCount = bodyByteCount
            return .oversized(header)
        }
        guard bytes.byteCount - FrameHeader.byteCount >= bodyByteCount else { return .incomplete }
        return .frame(header)
    }
}

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
