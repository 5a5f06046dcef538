internal import Cryptography
internal import Glibc
internal import OperatingSystem
internal import StoreTools

/// Hashes files piece by piece, as the disk has them.
enum FileDigest {
    private static let stepByteCount = 1 << 20

    /// The BLAKE2b-256 digest of a file, as `b2sum -l 256` shows it, and how many bytes it has.
    ///
    /// What was written must be durable: the system's copy of it in memory is dropped first, so
    /// that the disk is asked. `progress` is told how many bytes were read.
    static func read(
        _ path: String,
        progress: StoreProgress
    ) throws(StoreToolError) -> (digest: String, byteCount: Int) {
        let descriptor = PlainFile.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(path: path, errno) }
        defer { close(descriptor) }
        // Where it cannot be dropped, what is in memory is what the disk has.
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        var buffer = [UInt8](repeating: 0, count: stepByteCount)
        var stream = DigestStream()
        var byteCount = 0
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(path: path, errno)
            }
            if count == 0 { break }
            stream.append(buffer.span.bytes.extracting(first: count))
            byteCount += count
            try progress(byteCount)
        }
        return (stream.finish().hexadecimal, byteCount)
    }
}
