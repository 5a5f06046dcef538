/// The batches that follow each other from the beginning of a file of the log.
///
/// The run ends at the first place that holds no sound successor: what was being written in the
/// moment of a crash, or what an earlier use of the file left.
package struct LogRun {
    /// The number of the first batch; nil for none.
    package private(set) var first: UInt64?
    /// The number of the last batch; 0 for none.
    package private(set) var last: UInt64 = 0
    /// Where the next batch goes.
    private(set) var endOffset = 0
    /// Where the last batch lies, as far as the file goes; empty for none.
    private(set) var newest = 0..<0
    /// The greatest number of a sound header at the end or behind it; 0 for none.
    ///
    /// A batch is written only after the one before it was flushed. So this is `last + 1` at most,
    /// for a batch that was being written, or else what is missing was durable once, and is lost.
    package private(set) var greatestBehind: UInt64 = 0
    /// Whether the file begins with a batch of another store's log.
    private(set) var isForeign = false

    /// The run of a file that is not there.
    init() {}

    /// Reads a file, as far as each batch is the successor of the one before.
    ///
    /// All that was read is durable when this returns.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - identity: that of the store's log; batches of another one are not read.
    ///   - body: takes each batch; its bytes last as long as the source says.
    /// - Throws: why the source cannot be read.
    package init<Source: BatchSource>(
        of source: Source,
        identity: UInt64,
        _ body: (LoggedBatch) -> Void
    ) throws(Source.Failure) {
        isForeign = try source.header(at: 0).map { $0.identity != identity } ?? false
        var newestOffset = 0
        while let header = try next(of: source, identity, body) {
            first = first ?? header.number
            last = header.number
            newestOffset = endOffset
            endOffset += header.byteCount
        }
        try source.synchronize()
        let byteCount = try source.byteCount()
        newest = newestOffset..<max(newestOffset, min(endOffset, byteCount))
        for offset in stride(from: endOffset, to: byteCount, by: LogBatch.blockByteCount) {
            if let header = try source.header(at: offset), header.identity == identity {
                greatestBehind = max(greatestBehind, header.number)
            }
        }
    }

    /// Hands on the successor of the last batch; answers with its header, nil if there is none.
    private func next<Source: BatchSource>(
        of source: Source,
        _ identity: UInt64,
        _ body: (LoggedBatch) -> Void
    ) throws(Source.Failure) -> LogBatch.Header? {
        let header = try source.withBatch(at: endOffset, identity: identity) {
            header,
            batch -> LogBatch.Header? in
            guard first == nil || header.number == last + 1 else { return nil }
            body(batch)
            return header
        }
        return header ?? nil
    }
}
