import Glibc
import StoreTools

/// A file, or standard input, that a dump is read from.
final class InputFile: DumpInput {
    private let path: String
    private let descriptor: Int32

    private static let chunkByteCount = 1 << 20

    /// Opens a file; `-` is standard input.
    init(path: String) throws(StoreToolError) {
        self.path = path == "-" ? "standard input" : path
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(path: path, errno) }
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    func read() throws(StoreToolError) -> [UInt8] {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkByteCount) {
                buffer,
                filled in
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                filled = max(0, count)
            }
            if count >= 0 { return bytes }
            if errno != EINTR { throw .system(path: path, errno) }
        }
    }
}
