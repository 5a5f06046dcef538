/// Sizes and writes whole response frames: header, envelope and payload in one go.
enum ResponseFrame {
    /// The size of the body of a success around a payload of `payloadByteCount`.
    @inline(__always)
    static func bodyByteCount(payloadByteCount: Int) -> Int {
        FieldSize.optionalBytes(payloadByteCount)
    }

    /// Appends everything of a success that stands in front of its payload.
    @inline(__always)
    static func encodePrefix(
        streamID: StreamID,
        payloadByteCount: Int,
        into output: inout OutputRawSpan
    ) {
        let bodyByteCount = bodyByteCount(payloadByteCount: payloadByteCount)
        FrameHeader(
            bodyByteCount: UInt32(bodyByteCount),
            streamID: streamID,
            type: .response
        ).encode(into: &output)
        guard payloadByteCount > 0 else { return }
        output.append(field: 2, byteCount: payloadByteCount)
    }

    /// The size of the body of a refusal.
    static func bodyByteCount(_ status: Status) -> Int {
        FieldSize.bytes(status.encodedByteCount)
    }

    /// Appends a whole refusal.
    static func encode(_ status: Status, streamID: StreamID, into output: inout OutputRawSpan) {
        FrameHeader(
            bodyByteCount: UInt32(bodyByteCount(status)),
            streamID: streamID,
            type: .response
        ).encode(into: &output)
        output.append(field: 1, byteCount: status.encodedByteCount)
        status.encode(into: &output)
    }
}
