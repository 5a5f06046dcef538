internal import Glibc
internal import OperatingSystem
internal import StoreTools

/// A file that is being copied, a piece at a time, to a path where there is none.
final class FileCopy {
    private let source: Int32
    private let sourcePath: String
    private let target: NewFile
    private var buffer = [UInt8](repeating: 0, count: FileCopy.stepByteCount)

    private static let stepByteCount = 1 << 20

    /// Opens both files; the new one is for its owner alone.
    init(of sourcePath: String, to targetPath: String) throws(StoreToolError) {
        self.sourcePath = sourcePath
        source = PlainFile.open(sourcePath, O_RDONLY | O_CLOEXEC)
        let sourceError = errno
        do throws(StoreToolError) {
            guard source >= 0 else { throw .system(path: sourcePath, sourceError) }
            target = try NewFile(path: targetPath)
        } catch {
            // What could not be opened is -1, which closing does not mind.
            close(source)
            throw error
        }
    }

    deinit {
        close(source)
    }

    /// Copies a piece; answers how many bytes it has, 0 at the end.
    func step() throws(StoreToolError) -> Int {
        let count = read(source, &buffer, buffer.count)
        if count < 0 { throw .system(path: sourcePath, errno) }
        let piece = buffer
        try target.write(piece.span.bytes.extracting(first: count))
        return count
    }

    /// Makes the copy durable.
    func finish() throws(StoreToolError) {
        try target.finish()
    }
}
