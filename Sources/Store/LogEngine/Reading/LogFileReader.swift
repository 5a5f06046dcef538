internal import Glibc
internal import OperatingSystem

/// Reads a file of the log from its beginning, one batch at a time, while it may be written.
///
/// A batch is copied before it is judged, so what is lent does not change any more.
package final class LogFileReader: BatchSource {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Opens a file; nil if there is none, as in a store that no engine has opened yet.
    package init?(path: String) throws(FileError) {
        descriptor = PlainFile.open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            guard errno == ENOENT else { throw FileError(errno) }
            return nil
        }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Makes durable what was read: the writer may be flushing it at this moment.
    ///
    /// A file system that cannot be written has nothing left to flush.
    package func synchronize() throws(FileError) {
        guard fdatasync(descriptor) == 0 || errno == EROFS || errno == EINVAL else {
            throw FileError(errno)
        }
    }

    /// Lends the batch at an offset; nil where none is whole and of this log.
    package func withBatch<Success>(
        at offset: Int,
        identity: UInt64,
        _ body: (LogBatch.Header, LoggedBatch) -> Success
    ) throws(FileError) -> Success? {
        guard let header = try header(at: offset, identity: identity) else { return nil }
        let start = offset + LogBatch.headerByteCount
        let count = try read(header.payloadByteCount, at: start)
        guard count == header.payloadByteCount else { return nil }
        return unsafe buffer.withUnsafeBytes { bytes in
            let payload = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
            guard unsafe header.matches(payload) else { return nil }
            return unsafe body(
                header,
                LoggedBatch(
                    number: header.number,
                    payload: payload,
                    isRewritten: header.isRewritten
                )
            )
        }
    }

    /// Lends the bytes of the sound batch at an offset, from its header to the end of its last
    /// block, to `body`; nil if there is none.
    func withBatchBytes<Success>(
        at offset: Int,
        identity: UInt64,
        _ body: (LogBatch.Header, UnsafeRawBufferPointer) throws(FileError) -> Success
    ) throws(FileError) -> Success? {
        guard let header = try header(at: offset, identity: identity) else { return nil }
        guard try read(header.byteCount, at: offset) == header.byteCount else { return nil }
        let bytes = buffer
        return try unsafe bytes.span.bytes.withUnsafeBytes { bytes throws(FileError) in
            let batch = unsafe UnsafeRawBufferPointer(rebasing: bytes.prefix(header.byteCount))
            let payload = unsafe batch[LogBatch.headerByteCount...].prefix(header.payloadByteCount)
            guard unsafe header.matches(UnsafeRawBufferPointer(rebasing: payload)) else {
                return nil
            }
            return try unsafe body(header, batch)
        }
    }

    /// Reads the header at an offset; nil where none is sound.
    package func header(at offset: Int) throws(FileError) -> LogBatch.Header? {
        let count = try read(LogBatch.headerByteCount, at: offset)
        return unsafe buffer.withUnsafeBytes { bytes in
            unsafe LogBatch.Header(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
        }
    }

    /// The length of the file.
    package func byteCount() throws(FileError) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(errno) }
        return Int(status.st_size)
    }

    /// The first bytes of the file, so many at most.
    package func bytes(countMax: Int) throws(FileError) -> [UInt8] {
        let count = try read(countMax, at: 0)
        return Array(buffer.prefix(count))
    }

    /// Fills the buffer from an offset on; answers with how many bytes the file had there.
    private func read(_ byteCount: Int, at offset: Int) throws(FileError) -> Int {
        if buffer.count < byteCount { buffer = [UInt8](repeating: 0, count: byteCount) }
        var filled = 0
        while filled < byteCount {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled..<byteCount])
                return unsafe pread(descriptor, rest.baseAddress, rest.count, offset + filled)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(errno)
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }
}
