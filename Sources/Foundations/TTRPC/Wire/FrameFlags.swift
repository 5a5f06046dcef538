/// The flag bits of a frame, said from the receiver's point of view.
struct FrameFlags: OptionSet, Hashable, Sendable {
    /// The flags byte of the header.
    let rawValue: UInt8

    /// Wraps the flags byte of a header.
    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The sender will send no more on this stream.
    static let remoteClosed = FrameFlags(rawValue: 0x1)
    /// The sender will send more on this stream (requests only).
    static let remoteOpen = FrameFlags(rawValue: 0x2)
    /// The frame has no message; without the flag, an empty body is an empty message (data only).
    static let noData = FrameFlags(rawValue: 0x4)
}
