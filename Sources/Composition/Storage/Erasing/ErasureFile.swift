internal import Domain
internal import Glibc
package import OperatingSystem
package import Records

/// A file with the marks of all that were deleted, a line each: `erasures` in the folder of a
/// store, of its archive, and of each backup.
///
/// It grows by whole lines; one that a power cut left half written is no line. What it holds the
/// store holds as well, so it can be made again: it is there for when the store is not.
package struct ErasureFile: Sendable {
    /// Where it is.
    package let path: String

    /// The name of the file in whatever folder.
    package static let name = "erasures"

    /// Bytes that are read at most: a hundred million people.
    private static let byteCountMax = 100_000_000 * ErasureMark.lineByteCount

    /// The file in a folder.
    package init(in folder: String) {
        path = folder + "/" + Self.name
    }

    /// The file at a path.
    package init(path: String) {
        self.path = path
    }

    /// Reads all marks; none where there is no file.
    ///
    /// - Throws: `.damaged` for a line that was not written so, or `.system`.
    package func marks() throws(ErasureFileError) -> Set<ErasureMark> {
        let descriptor = PlainFile.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return [] }
            throw .system(path: path, errno)
        }
        defer { close(descriptor) }
        var marks: Set<ErasureMark> = []
        var rest: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: Self.chunkByteCount)
        var byteCount = 0
        while byteCount < Self.byteCountMax {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(path: path, errno)
            }
            if count == 0 { break }
            byteCount += count
            rest += chunk[..<count]
            let whole = rest.count - rest.count % ErasureMark.lineByteCount
            for start in stride(from: 0, to: whole, by: ErasureMark.lineByteCount) {
                let line = rest[start..<(start + ErasureMark.lineByteCount)]
                guard let mark = ErasureMark(line: line) else {
                    throw .damaged(path: path)
                }
                marks.insert(mark)
            }
            rest.removeFirst(whole)
        }
        return marks
    }

    private static let chunkByteCount = 1 << 20

    /// Adds marks behind those that are there, and makes them durable.
    ///
    /// - Throws: `SystemError`; some of them may be there then.
    func append(_ marks: [ErasureMark]) throws(SystemError) {
        let isNew = access(path, F_OK) != 0
        let descriptor = PlainFile.open(path, O_WRONLY | O_CREAT | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(errno) }
        var offset = Int(status.st_size)
        offset -= offset % ErasureMark.lineByteCount
        let bytes = marks.flatMap(\.line)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { rest in
                pwrite(descriptor, rest.baseAddress, rest.count, offset + written)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw SystemError(errno)
            }
        }
        guard fdatasync(descriptor) == 0 else { throw SystemError(errno) }
        if isNew { try Self.flushFolder(of: path) }
    }

    /// Writes exactly these marks, in place of what is there.
    ///
    /// - Throws: `SystemError`; what was there is there then.
    package func replace(by marks: Set<ErasureMark>) throws(SystemError) {
        let sorted = marks.sorted { left, right in
            (left.day, left.digest.high, left.digest.low)
                < (right.day, right.digest.high, right.digest.low)
        }
        try FileReplacement.write(sorted.flatMap { $0.line }, to: path)
    }

    private static func flushFolder(of path: String) throws(SystemError) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError(errno) }
    }
}
