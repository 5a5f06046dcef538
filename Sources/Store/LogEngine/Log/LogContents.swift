/// The contents of a file of the log, in memory; what it lends lasts as long as they do.
@safe
struct LogContents: BatchSource {
    private let bytes: UnsafeRawBufferPointer

    /// Borrows the bytes of a file.
    init(_ bytes: UnsafeRawBufferPointer) {
        unsafe self.bytes = unsafe bytes
    }

    func byteCount() -> Int { unsafe bytes.count }

    /// Does nothing: whoever read the file makes it durable.
    func synchronize() {}

    func header(at offset: Int) -> LogBatch.Header? {
        unsafe block(at: offset).flatMap { unsafe LogBatch.Header($0) }
    }

    func withBatch<Success>(
        at offset: Int,
        identity: UInt64,
        _ body: (LogBatch.Header, LoggedBatch) -> Success
    ) -> Success? {
        guard let block = unsafe block(at: offset),
            let header = header(at: offset, identity: identity),
            header.payloadByteCount <= block.count - LogBatch.headerByteCount
        else { return nil }
        let rest = unsafe block[LogBatch.headerByteCount...].prefix(header.payloadByteCount)
        let payload = unsafe UnsafeRawBufferPointer(rebasing: rest)
        guard unsafe header.matches(payload) else { return nil }
        return unsafe body(header, LoggedBatch(number: header.number, payload: payload))
    }

    /// The contents from an offset on; nil behind the end.
    private func block(at offset: Int) -> UnsafeRawBufferPointer? {
        guard unsafe offset < bytes.count else { return nil }
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
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
        run = unsafe LogRun(of: LogContents(contents), identity: identity) { batches.append($0) }
        self.batches = batches
    }
}
