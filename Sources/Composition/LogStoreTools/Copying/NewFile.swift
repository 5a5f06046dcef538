internal import Glibc
internal import StoreTools

/// A file that is written to a path where there is none, for its owner alone.
final class NewFile {
    private let path: String
    private let descriptor: Int32

    /// Creates the file.
    init(path: String) throws(StoreToolError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(path: path, errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Writes bytes behind those that are there.
    func write(_ bytes: RawSpan) throws(StoreToolError) {
        var written = 0
        while written < bytes.byteCount {
            let count = bytes.withUnsafeBytes { bytes in
                Glibc.write(
                    descriptor,
                    bytes.baseAddress?.advanced(by: written),
                    bytes.count - written
                )
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw .system(path: path, errno)
            }
        }
    }

    /// Makes the file durable.
    func finish() throws(StoreToolError) {
        guard fsync(descriptor) == 0 else { throw .system(path: path, errno) }
    }
}
