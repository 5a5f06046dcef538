internal import Glibc

/// A file that is being copied, a piece at a time, to a path where there is none.
final class FileCopy {
    private let source: Int32
    private let sourcePath: String
    private let target: Int32
    private let targetPath: String
    private var buffer = [UInt8](repeating: 0, count: FileCopy.stepByteCount)

    private static let stepByteCount = 1 << 20

    /// Opens both files; the new one is for its owner alone.
    init(of sourcePath: String, to targetPath: String) throws(StoreToolError) {
        self.sourcePath = sourcePath
        self.targetPath = targetPath
        // What could not be opened is -1, which closing does not mind.
        source = open(sourcePath, O_RDONLY | O_CLOEXEC)
        let sourceError = errno
        target = open(targetPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard source >= 0 else { throw .system(path: sourcePath, sourceError) }
        guard target >= 0 else { throw .system(path: targetPath, errno) }
    }

    deinit {
        close(source)
        close(target)
    }

    /// Copies a piece; answers how many bytes it has, 0 at the end.
    func step() throws(StoreToolError) -> Int {
        let count = read(source, &buffer, buffer.count)
        if count < 0 { throw .system(path: sourcePath, errno) }
        var written = 0
        while written < count {
            let (descriptor, start) = (target, written)
            let more = buffer.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress?.advanced(by: start), count - start)
            }
            if more < 0 { throw .system(path: targetPath, errno) }
            written += more
        }
        return count
    }

    /// Makes the copy durable.
    func finish() throws(StoreToolError) {
        guard fsync(target) == 0 else { throw .system(path: targetPath, errno) }
    }
}
