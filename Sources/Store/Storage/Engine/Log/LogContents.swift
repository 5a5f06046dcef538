/// The contents of a file of the log, in memory; what it lends lasts as long as they do.
struct LogContents: BatchSource {
    private let bytes: UnsafeRawBufferPointer

    /// Borrows the bytes of a file.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    func byteCount() -> Int { bytes.count }

    /// Does nothing: whoever read the file makes it durable.
    func synchronize() {}

    func header(at offset: Int) -> LogBatch.Header? {
        block(at: offset).flatMap { LogBatch.Header($0) }
    }

    func withBatch<Success>(
        at offset: Int,
        identity: UInt64,
        _ body: (LogBatch.Header, LoggedBatch) -> Success
    ) -> Success? {
        guard let block = block(at: offset),
            let header = header(at: offset, identity: identity),
            header.payloadByteCount <= block.count - LogBatch.headerByteCount
        else { return nil }
        let rest = block[LogBatch.headerByteCount...].prefix(header.payloadByteCount)
        let payload = UnsafeRawBufferPointer(rebasing: rest)
        guard header.matches(payload) else { return nil }
        return body(header, LoggedBatch(number: header.number, payload: payload))
    }

    /// The contents from an offset on; nil behind the end.
    private func block(at offset: Int) -> UnsafeRawBufferPointer? {
        guard offset < bytes.count else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[offset...])
    }
}

/// A run of the log with its batches, whose bytes last as long as the contents they were read from.
struct LoggedRun {
    let run: LogRun
    let batches: [LoggedBatch]
    /// Bytes of the file.
    let byteCount: Int

    /// Reads the contents of a file.
    init(_ contents: UnsafeRawBufferPointer, identity: UInt64) {
        byteCount = contents.count
        var batches: [LoggedBatch] = []
        run = LogRun(of: LogContents(contents), identity: identity) { batches.append($0) }
        self.batches = batches
    }
}
