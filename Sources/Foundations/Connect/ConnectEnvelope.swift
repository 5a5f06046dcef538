/// A message of a stream, with what says how long it is and what it means.
///
/// The protocol's "Streaming RPCs": a byte of flags, the length in four bytes, the highest first,
/// and so many bytes.
package struct ConnectEnvelope: Hashable, Sendable {
    /// Whether the message is compressed as the head of the request says.
    package let isCompressed: Bool
    /// The message.
    package let message: [UInt8]

    /// How many bytes stand in front of a message.
    package static let prefixByteCount = 5

    /// Whether the message is compressed.
    static let compressedFlag: UInt8 = 1
    /// Whether the message ends the stream, and says how.
    static let endFlag: UInt8 = 2

    /// What is wrong with the body of a request.
    package enum Problem: Error, Hashable {
        /// It ends within an envelope, or has none.
        case truncated
        /// Behind its one message there is something.
        case moreThanOneMessage
        /// The envelope has flags that no request has.
        case unknownFlags(UInt8)
    }

    /// Reads the body of a request for a stream of responses: one message in its envelope.
    package init(soleIn body: [UInt8]) throws(Problem) {
        guard body.count >= Self.prefixByteCount else { throw .truncated }
        let flags = body[0]
        guard flags & ~Self.compressedFlag == 0 else { throw .unknownFlags(flags) }
        let byteCount = body[1..<Self.prefixByteCount].reduce(0) { $0 << 8 | Int($1) }
        let rest = body.count - Self.prefixByteCount
        guard rest >= byteCount else { throw .truncated }
        guard rest == byteCount else { throw .moreThanOneMessage }
        isCompressed = flags & Self.compressedFlag != 0
        message = Array(body[Self.prefixByteCount...])
    }

    /// Appends a message of a stream in its envelope.
    package static func append(_ message: [UInt8], to bytes: inout [UInt8]) {
        append(message, flags: 0, to: &bytes)
    }

    /// Appends what ends a stream: in good order, or by an error.
    package static func append(endOfStream error: ConnectError?, to bytes: inout [UInt8]) {
        var json = Array(#"{"#.utf8)
        if let error {
            json.append(contentsOf: #""error":"#.utf8)
            error.append(to: &json)
        }
        json.append(UInt8(ascii: "}"))
        append(json, flags: endFlag, to: &bytes)
    }

    private static func append(_ message: [UInt8], flags: UInt8, to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + prefixByteCount + message.count)
        bytes.append(flags)
        let byteCount = UInt32(message.count)
        for shift in [24, 16, 8, 0] as [UInt32] {
            bytes.append(UInt8(truncatingIfNeeded: byteCount >> shift))
        }
        bytes.append(contentsOf: message)
    }
}
