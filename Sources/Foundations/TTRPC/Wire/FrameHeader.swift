/// The ten bytes in front of each message: length, stream, type and flags, in network byte order.
///
///     0         4           8      9       10
///     +---------+-----------+------+-------+
///     | length  | stream id | type | flags |
///     +---------+-----------+------+-------+
///
/// The length counts the body only.
struct FrameHeader: Equatable, Sendable {
    /// The number of body bytes that follow.
    var bodyByteCount: UInt32
    /// The stream that the message belongs to.
    var streamID: StreamID
    /// What the message is.
    ///
    /// Values that this version does not know are kept, so that they can be skipped.
    var type: MessageType
    /// What the type's flag bits say.
    var flags: FrameFlags

    /// The size of a header on the wire.
    static let byteCount = 10

    /// The number of bytes of the header and its body.
    var frameByteCount: Int { Self.byteCount + Int(bodyByteCount) }

    /// Creates a header.
    init(bodyByteCount: UInt32, streamID: StreamID, type: MessageType, flags: FrameFlags = []) {
        self.bodyByteCount = bodyByteCount
        self.streamID = streamID
        self.type = type
        self.flags = flags
    }

    /// Reads a header from the first ten of `bytes`.
    ///
    /// - Precondition: There are at least ten bytes.
    init(reading bytes: RawSpan) {
        self.bodyByteCount = bytes.bigEndianWord(at: 0)
        self.streamID = StreamID(bytes.bigEndianWord(at: 4))
        self.type = MessageType(rawValue: bytes.byte(at: 8))
        self.flags = FrameFlags(rawValue: bytes.byte(at: 9))
    }

    /// Appends the ten bytes.
    func encode(into output: inout OutputRawSpan) {
        output.append(bigEndian: bodyByteCount)
        output.append(bigEndian: streamID.rawValue)
        output.append(type.rawValue)
        output.append(flags.rawValue)
    }
}

/// What a frame carries.
struct MessageType: RawRepresentable, Hashable, Sendable {
    /// The type byte of the header.
    let rawValue: UInt8

    /// Wraps the type byte of a header; any value is taken, since later versions may add some.
    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Opens a stream with a `ttrpc.Request`.
    static let request = MessageType(rawValue: 1)
    /// Ends a stream with a `ttrpc.Response`.
    static let response = MessageType(rawValue: 2)
    /// Carries one message of a stream.
    static let data = MessageType(rawValue: 3)
}

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
