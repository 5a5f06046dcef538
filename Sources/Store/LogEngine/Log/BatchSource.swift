/// A file of the log as it is read: in place, or from its contents in memory.
package protocol BatchSource {
    /// Why it cannot be read.
    associatedtype Failure: Error

    /// Bytes that the file has.
    func byteCount() throws(Failure) -> Int

    /// Makes durable what was read.
    func synchronize() throws(Failure)

    /// The sound header at an offset, of whatever log; nil if there is none.
    func header(at offset: Int) throws(Failure) -> LogBatch.Header?

    /// Lends the sound batch at an offset to `body`; nil if there is none.
    func withBatch<Success>(
        at offset: Int,
        identity: UInt64,
        _ body: (LogBatch.Header, LoggedBatch) -> Success
    ) throws(Failure) -> Success?
}

extension BatchSource {
    /// The sound header at an offset, if it is one of this log.
    package func header(at offset: Int, identity: UInt64) throws(Failure) -> LogBatch.Header? {
        guard let header = try header(at: offset), header.identity == identity,
            header.number > 0, header.number < .max
        else { return nil }
        return header
    }
}
