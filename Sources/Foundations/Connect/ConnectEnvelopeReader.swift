/// Takes apart the envelopes of a stream of responses, however their bytes are split.
///
/// It keeps no more than one message and what came with its end. After a problem it is of no more
/// use: nobody knows where the next envelope would begin.
package struct ConnectEnvelopeReader: Sendable {
    private let messageByteCountMax: Int
    private var bytes: [UInt8] = []
    /// How many of the bytes have been given out.
    private var takenByteCount = 0
    private var isOver = false

    /// What an envelope holds.
    package enum Content: Hashable, Sendable {
        /// A response.
        case message([UInt8])
        /// What ends the stream: JSON that says whether all went well.
        case end([UInt8])
    }

    /// What is wrong with the bytes.
    package enum Problem: Error, Hashable, Sendable {
        /// A message is longer than it may be.
        case oversized(byteCount: Int)
        /// A message is compressed, which nobody asked for.
        case compressed
        /// The envelope has flags of which nothing is known.
        case unknownFlags(UInt8)
        /// Something follows what ends the stream.
        case moreThanTheEnd
    }

    /// Reads messages of at most so many bytes.
    package init(messageByteCountMax: Int) {
        self.messageByteCountMax = messageByteCountMax
    }

    /// Whether a whole stream was read: nothing is left, and nothing more may come.
    package var isAtEnd: Bool { isOver && takenByteCount == bytes.count }

    /// Takes the next bytes of the stream.
    package mutating func append(_ next: some Sequence<UInt8>) {
        if takenByteCount > 0 {
            bytes.removeFirst(takenByteCount)
            takenByteCount = 0
        }
        bytes.append(contentsOf: next)
    }

    /// Gives out the next envelope; nil until more bytes of it have come.
    package mutating func next() throws(Problem) -> Content? {
        let rest = bytes[takenByteCount...]
        guard let flags = rest.first else { return nil }
        guard !isOver else { throw .moreThanTheEnd }
        let isEnd = flags & ConnectEnvelope.endFlag != 0
        guard flags & ~ConnectEnvelope.endFlag & ~ConnectEnvelope.compressedFlag == 0 else {
            throw .unknownFlags(flags)
        }
        guard flags & ConnectEnvelope.compressedFlag == 0 else { throw .compressed }
        guard rest.count >= ConnectEnvelope.prefixByteCount else { return nil }
        let message = rest.dropFirst(ConnectEnvelope.prefixByteCount)
        let byteCount = rest[rest.startIndex + 1..<message.startIndex]
            .reduce(0) { $0 << 8 | Int($1) }
        guard byteCount <= messageByteCountMax else { throw .oversized(byteCount: byteCount) }
        guard message.count >= byteCount else { return nil }
        takenByteCount += ConnectEnvelope.prefixByteCount + byteCount
        isOver = isEnd
        let content = Array(message.prefix(byteCount))
        return isEnd ? .end(content) : .message(content)
    }
}
