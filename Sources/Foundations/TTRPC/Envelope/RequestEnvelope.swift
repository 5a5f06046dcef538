/// Where the parts of a received `ttrpc.Request` lie, within the body of its frame.
///
///     service = 1, method = 2, payload = 3, timeout_nano = 4, metadata = 5 (repeated)
///
/// A repeated scalar replaces the earlier one, and a known number with another wire type is
/// unknown, as in every protobuf reader.
struct RequestEnvelope: Equatable {
    /// The name of the service; not yet known to be UTF-8.
    private(set) var service = 0..<0
    /// The name of the method; not yet known to be UTF-8.
    private(set) var method = 0..<0
    /// The encoded request message.
    private(set) var payload = 0..<0
    /// How long the caller waits: 0 says for ever, a negative number that it does no longer.
    private(set) var timeoutNanoseconds: Int64 = 0
    /// The part of the body in which all metadata fields lie, others perhaps between them.
    private(set) var metadata = 0..<0
    /// How long the keys of the metadata are: a bit for each length, the last one for all from it
    /// on.
    private var keyByteCounts: UInt64 = 0

    /// Reads the body of a request frame.
    init(reading body: RawSpan, limits: WireLimits) throws(EnvelopeError) {
        var cursor = FieldCursor(0..<body.byteCount)
        var pairCount = 0
        var metadataByteCount = 0
        while true {
            let start = cursor.offset
            guard let field = try cursor.next(in: body) else { break }
            switch field {
            case .bytes(1, let range): service = range
            case .bytes(2, let range): method = range
            case .bytes(3, let range): payload = range
            case .varint(4, let value): timeoutNanoseconds = Int64(bitPattern: value)
            case .bytes(5, let range):
                pairCount += 1
                metadataByteCount += range.count
                guard pairCount <= limits.metadataPairCountMax else {
                    throw .tooManyMetadataPairs(limit: limits.metadataPairCountMax)
                }
                guard metadataByteCount <= limits.metadataByteCountMax else {
                    throw .tooManyMetadataBytes(limit: limits.metadataByteCountMax)
                }
                metadata = (pairCount == 1 ? start : metadata.lowerBound)..<cursor.offset
                let pair = try MetadataPair(reading: range, of: body)
                try pair.checkTexts(in: body)
                keyByteCounts |= Self.bit(ofByteCount: pair.key.count)
            default: try cursor.passUnknown()
            }
        }
    }

    /// Whether the metadata have a key of this length: mostly what is asked for is not there, and
    /// need not be looked for.
    func hasKey(ofByteCount byteCount: Int) -> Bool {
        keyByteCounts & Self.bit(ofByteCount: byteCount) != 0
    }

    private static func bit(ofByteCount byteCount: Int) -> UInt64 {
        1 << UInt64(min(byteCount, UInt64.bitWidth - 1))
    }

    /// Calls `visit` with each pair of the same bytes as were read, until it returns false.
    func forEachPair(in body: RawSpan, _ visit: (MetadataPair) -> Bool) {
        var cursor = FieldCursor(metadata)
        // The bytes have been read once, so that nothing is thrown here.
        while let field = try? cursor.next(in: body) {
            guard case .bytes(5, let range) = field else { continue }
            guard let pair = try? MetadataPair(reading: range, of: body), visit(pair) else {
                return
            }
        }
    }

    /// The metadata as values of their own.
    func copiedMetadata(in body: RawSpan) -> Metadata {
        var copied = Metadata()
        forEachPair(in: body) { pair in
            if let key = body.extracting(pair.key).validatedText(),
                let value = body.extracting(pair.value).validatedText()
            {
                copied.append(received: key, value)
            }
            return true
        }
        return copied
    }
}

/// Where the key and the value of one `ttrpc.KeyValue` lie.
struct MetadataPair: Equatable {
    /// The key; UTF-8 once it was checked.
    private(set) var key = 0..<0
    /// The value; UTF-8 once it was checked.
    private(set) var value = 0..<0

    /// Reads the pair at `range` of `body`.
    init(reading range: Range<Int>, of body: RawSpan) throws(EnvelopeError) {
        var cursor = FieldCursor(range)
        while let field = try cursor.next(in: body) {
            switch field {
            case .bytes(1, let range): key = range
            case .bytes(2, let range): value = range
            default: try cursor.passUnknown()
            }
        }
    }

    /// Refuses texts that are no UTF-8.
    func checkTexts(in body: RawSpan) throws(EnvelopeError) {
        guard body.extracting(key).isUTF8 else { throw .invalidText(field: "metadata.key") }
        guard body.extracting(value).isUTF8 else { throw .invalidText(field: "metadata.value") }
    }
}

extension RawSpan {
    /// Whether the bytes are well-formed UTF-8.
    var isUTF8: Bool {
        // Nearly all names and values are ASCII, which needs no decoder.
        isASCII || validatedText() != nil
    }

    private var isASCII: Bool {
        var high: UInt64 = 0
        var offset = 0
        while byteCount - offset >= 8 {
            high |= word(at: offset)
            offset += 8
        }
        while offset < byteCount {
            high |= UInt64(byte(at: offset))
            offset += 1
        }
        return high & 0x8080_8080_8080_8080 == 0
    }
}
