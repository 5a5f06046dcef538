/// The batches that follow each other from the beginning of a segment.
struct LogRun {
    /// The batches, whose bytes last as long as the contents that they were read from.
    private(set) var batches: [LoggedBatch] = []
    /// The number of the first batch; nil for a segment without any.
    private(set) var first: UInt64?
    /// The number of the last batch; 0 for none.
    private(set) var last: UInt64 = 0
    /// Where the next batch goes.
    private(set) var endOffset = 0
    /// Where the last batch lies, as far as the file goes; empty for none.
    private(set) var newest = 0..<0
    /// The greatest number of a sound header at the end or behind it; 0 for none.
    ///
    /// A batch is written only after the one before it was flushed. So this is `last + 1` at most,
    /// for a batch that was being written, or else what is missing was durable once, and is lost.
    private(set) var greatestBehind: UInt64 = 0
    /// Whether the segment begins with a batch of another store's log.
    let isForeign: Bool

    /// Reads the contents of a segment, as far as each batch is the successor of the one before.
    ///
    /// The run ends at the first place that holds no sound successor: what was being written in the
    /// moment of a crash, or what an earlier use of the file left.
    ///
    /// - Parameters:
    ///   - contents: the bytes of the file.
    ///   - identity: that of the store's log; batches of another one are not read.
    init(_ contents: UnsafeRawBufferPointer, identity: UInt64) {
        isForeign = LogBatch.Header(contents).map { $0.identity != identity } ?? false
        while let (header, payload) = Self.batch(in: contents, at: endOffset, identity),
            first == nil || header.number == last + 1
        {
            batches.append(LoggedBatch(number: header.number, payload: payload))
            if first == nil { first = header.number }
            last = header.number
            newest = endOffset..<min(endOffset + header.byteCount, contents.count)
            endOffset += header.byteCount
        }
        var offset = endOffset
        while let block = Self.block(of: contents, at: offset) {
            if let header = LogBatch.Header(block), header.identity == identity {
                greatestBehind = max(greatestBehind, header.number)
            }
            offset += LogBatch.blockByteCount
        }
    }

    /// The sound batch at an offset, if there is one.
    private static func batch(
        in contents: UnsafeRawBufferPointer,
        at offset: Int,
        _ identity: UInt64
    ) -> (LogBatch.Header, payload: UnsafeRawBufferPointer)? {
        guard let bytes = block(of: contents, at: offset),
            let header = LogBatch.Header(bytes), header.identity == identity, header.number > 0,
            header.number < .max,
            header.payloadByteCount <= bytes.count - LogBatch.headerByteCount
        else { return nil }
        let rest = bytes[LogBatch.headerByteCount...].prefix(header.payloadByteCount)
        let payload = UnsafeRawBufferPointer(rebasing: rest)
        return header.matches(payload) ? (header, payload) : nil
    }

    /// The contents from an offset on; nil behind the end.
    private static func block(
        of contents: UnsafeRawBufferPointer,
        at offset: Int
    ) -> UnsafeRawBufferPointer? {
        guard offset < contents.count else { return nil }
        return UnsafeRawBufferPointer(rebasing: contents[offset...])
    }
}
