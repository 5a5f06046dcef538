#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A small file that only its owner may read, with calls of POSIX that Linux and Apple's systems
/// have alike.
package enum PrivateFile {
    /// Why a file was not read or written.
    package enum Refusal: Error, Hashable {
        /// The system refused, by the number of its error.
        case system(Int32)
        /// What lies there is no plain file: a pipe would let its reader wait for ever.
        case notAFile
        /// Others than the owner may read it, or write it.
        case exposed

        /// What the last call of this thread was refused for.
        fileprivate static var last: Refusal { .system(errno) }
    }

    /// Reads a file, and waits for nobody.
    ///
    /// - Parameters:
    ///   - path: Where it is; links are followed.
    ///   - byteCountMax: How many bytes are wanted; what follows them is left.
    /// - Returns: The bytes; nil if there is no file.
    /// - Throws: `Refusal`.
    package static func contents(
        of path: String,
        byteCountMax: Int
    ) throws(Refusal) -> [UInt8]? {
        // Who opens a pipe waits until somebody opens its other end, which may be for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return nil
            // A socket, or a device that is not there.
            case ENXIO, EOPNOTSUPP: throw .notAFile
            case let number: throw .system(number)
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard status.st_mode & 0o077 == 0 else { throw .exposed }
        return try bytes(of: descriptor, countMax: byteCountMax)
    }

    /// Puts a whole file in a place, with mode 0600: also after a power cut, the old one or the new
    /// one is there.
    ///
    /// - Parameters:
    ///   - path: The place, which need not be taken; a link there is replaced itself.
    ///   - bytes: What the file holds.
    /// - Throws: `Refusal`; the place is as it was then, unless only the flush of its folder was
    ///   refused.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(Refusal) {
        try withNewFile(beside: path) { (descriptor, newPath) throws(Refusal) in
            try append(bytes, to: descriptor)
            guard fsync(descriptor) == 0, rename(newPath, path) == 0 else { throw .last }
        }
        try flushFolder(of: path)
    }

    /// Gives a file another name; what has that name goes.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - newPath: Where it is to be, on the same file system.
    /// - Throws: `Refusal`; the file is where it was then.
    package static func move(_ path: String, to newPath: String) throws(Refusal) {
        guard rename(path, newPath) == 0 else { throw .last }
    }

    /// Gives a file another name beside the one that it has.
    ///
    /// - Parameters:
    ///   - newPath: The other name, which is not taken, on the same file system.
    ///   - path: Where it is; nothing is done where there is none.
    /// - Throws: `Refusal`.
    package static func addName(_ newPath: String, to path: String) throws(Refusal) {
        guard link(path, newPath) == 0 || errno == ENOENT else { throw .last }
    }

    /// Makes an empty file with mode 0600, unless there is one.
    ///
    /// - Parameter path: Where it is to be.
    /// - Throws: `Refusal`.
    package static func makeEmpty(_ path: String) throws(Refusal) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .last }
        close(descriptor)
    }

    /// Tells one file from another that has taken its place.
    package struct Identity: Hashable, Sendable {
        private let device: UInt64
        private let number: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// Which file has a name now.
    ///
    /// - Parameter path: The name; links are followed.
    /// - Returns: The file; nil where there is none that can be seen.
    package static func identity(of path: String) -> Identity? {
        var status = stat()
        return stat(path, &status) == 0 ? Identity(status) : nil
    }

    /// Finds out whether a file of a size could be put in a place, and leaves the place as it is.
    ///
    /// - Parameters:
    ///   - path: The place.
    ///   - byteCount: The size.
    /// - Throws: `Refusal`.
    static func checkReplaceable(_ path: String, byteCount: Int) throws(Refusal) {
        try withNewFile(beside: path) { (descriptor, _) throws(Refusal) in
            try append([UInt8](repeating: 0, count: byteCount), to: descriptor)
        }
    }

    /// Removes a file, if there is one.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: `Refusal`.
    package static func remove(_ path: String) throws(Refusal) {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw .last }
    }

    /// Makes a folder that only its owner may enter, and those that it lies in, unless they exist.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: The folder that could not be made, and why.
    static func makeFolder(_ path: String) throws(UnmadeFolder) {
        if path.isEmpty || mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let parent = folder(of: path)
        if errno == ENOENT, parent != path {
            try makeFolder(parent)
            if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        }
        throw UnmadeFolder(path: path, number: errno)
    }

    /// A folder that could not be made.
    struct UnmadeFolder: Error {
        /// Where it was to be.
        let path: String
        /// Why, by the number of the system's error.
        let number: Int32
    }

    /// The folder of a path; empty for that in which the program runs.
    static func folder(of path: String) -> String {
        let trimmed = path.count > 1 && path.last == "/" ? path.dropLast() : path[...]
        guard let slash = trimmed.lastIndex(of: "/") else { return "" }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    private static func withNewFile(
        beside path: String,
        _ body: (_ descriptor: Int32, _ newPath: String) throws(Refusal) -> Void
    ) throws(Refusal) {
        let newPath = path + ".new." + ClientSources.system.makeRandomName()
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(newPath, flags, 0o600)
        guard descriptor >= 0 else { throw .last }
        defer {
            close(descriptor)
            // Once it has been moved, nothing has this name.
            unlink(newPath)
        }
        try body(descriptor, newPath)
    }

    private static func bytes(
        of descriptor: Int32,
        countMax: Int
    ) throws(Refusal) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: countMax)
        var byteCount = 0
        while byteCount < countMax {
            let count = bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[byteCount...])
                return read(descriptor, rest.baseAddress, rest.count)
            }
            if count == 0 { break }
            if count > 0 { byteCount += count } else if errno != EINTR { throw .last }
        }
        return Array(bytes[..<byteCount])
    }

    private static func append(_ bytes: [UInt8], to descriptor: Int32) throws(Refusal) {
        var writtenCount = 0
        while writtenCount < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[writtenCount...])
                return write(descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 { writtenCount += count } else if errno != EINTR { throw .last }
        }
    }

    private static func flushFolder(of path: String) throws(Refusal) {
        let folder = folder(of: path)
        let descriptor = open(
            folder.isEmpty ? "." : folder,
            O_RDONLY | O_DIRECTORY | O_CLOEXEC
        )
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        // Some file systems have no flush of folders, and keep renames by themselves.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
    }
}
