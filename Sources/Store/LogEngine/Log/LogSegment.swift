internal import Glibc
internal import OperatingSystem
internal import StorageEngine

/// A file of the log, written from its beginning and then written over again.
///
/// What is written over needs no room that it does not have, and no record of the file system:
/// flushing it is twice as fast as flushing what makes a file grow. So the file grows ahead of
/// the batches, by zeros, and keeps its length for its next use.
final class LogSegment: Sendable {
    let path: String
    private let descriptor: Int32
    private let operations: FileOperations

    /// Bytes by which the file grows at least.
    private static let growthByteCount = 1 << 20

    /// Opens the file, or creates it if it `mayBeNew`; its name is durable once its directory is
    /// flushed.
    init(path: String, operations: FileOperations, mayBeNew: Bool = true) throws(FileError) {
        self.path = path
        self.operations = operations
        descriptor = PlainFile.open(path, O_RDWR | (mayBeNew ? O_CREAT : 0) | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(errno) }
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// Bytes that the file has.
    func byteCount() throws(FileError) -> Int {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(errno) }
        return Int(status.st_size)
    }

    /// Grows the file to `byteCount` at least, so that writing up to there cannot lack room.
    func grow(to byteCount: Int) throws(FileError) {
        let present = try self.byteCount()
        guard byteCount > present else { return }
        let zeros = [UInt8](repeating: 0, count: max(Self.growthByteCount, byteCount - present))
        try unsafe zeros.span.bytes.withUnsafeBytes { bytes throws(FileError) in
            try unsafe write(bytes, at: present)
        }
    }

    /// Writes all bytes, which need not be durable yet.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
        var rest = unsafe bytes[...]
        var offset = offset
        while unsafe !rest.isEmpty {
            let count = unsafe operations.write(
                descriptor,
                UnsafeRawBufferPointer(rebasing: rest),
                offset
            )
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(errno)
            }
            // A file system that takes nothing and says nothing has no room.
            if count == 0 { throw FileError(ENOSPC) }
            unsafe rest = unsafe rest.dropFirst(count)
            offset += count
        }
    }

    /// Writes zeros over the first bytes, as far as the file has them, and makes that durable.
    func overwrite(byteCount: Int) throws(FileError) {
        let end = min(byteCount, try self.byteCount())
        let zeros = [UInt8](repeating: 0, count: min(Self.growthByteCount, end))
        var offset = 0
        while offset < end {
            let count = min(zeros.count, end - offset)
            try unsafe zeros.span.bytes.extracting(first: count).withUnsafeBytes {
                bytes throws(FileError) in
                try unsafe write(bytes, at: offset)
            }
            offset += count
        }
        try synchronize()
    }

    /// Makes all that was written durable.
    ///
    /// After a failure nobody knows what is: it must not be tried again.
    func synchronize() throws(FileError) {
        guard operations.synchronize(descriptor) == 0 else { throw FileError(errno) }
    }

    /// All bytes of the file.
    func contents() throws(FileError) -> [UInt8] {
        var contents = [UInt8](repeating: 0, count: try byteCount())
        var filled = 0
        while filled < contents.count {
            let count = unsafe contents.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
                return unsafe pread(descriptor, rest.baseAddress, rest.count, filled)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(errno)
            }
            if count == 0 { break }
            filled += count
        }
        contents.removeLast(contents.count - filled)
        return contents
    }
}

/// What a system call answered, as `errno` has it.
package struct FileError: Error, Equatable {
    /// The `errno`.
    package let code: Int32

    /// Takes an `errno`.
    package init(_ code: Int32) {
        self.code = code
    }

    /// There is no such file.
    static let noSuchFile = FileError(ENOENT)

    /// Whether there is no room: on the disk, in the quota, or below the limit of the process.
    var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
}

extension StorageError {
    /// Translates what happened to a file of the log.
    init(_ error: FileError) {
        let reason = SystemError(error.code)
        self = error.isOutOfSpace ? .full : .unavailable("The log failed: \(reason).")
    }
}

/// The calls whose failure decides about acknowledged changes, so that tests can let them fail.
@safe
struct FileOperations: Sendable {
    /// Writes bytes at a place, as `pwrite` does.
    var write: @Sendable (Int32, UnsafeRawBufferPointer, Int) -> Int = {
        descriptor,
        bytes,
        offset in
        unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, offset)
    }
    /// Makes a file durable, as `fdatasync` does.
    var synchronize: @Sendable (Int32) -> Int32 = { fdatasync($0) }
}
