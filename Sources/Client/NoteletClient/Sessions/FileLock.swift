#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A file that one process holds at a time, and no longer than it runs, however it ends.
///
/// The file stays when nobody holds it: who removed it would take it from whoever has just opened
/// it.
package struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// Takes a file, which is made where there is none, and waits for nobody.
    ///
    /// - Parameter path: Where it is.
    /// - Returns: The lock; nil where somebody else holds the file, be it in this process.
    /// - Throws: `PrivateFile.Refusal` if the file cannot be opened.
    package static func take(_ path: String) throws(PrivateFile.Refusal) -> FileLock? {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw .system(errno) }
        let lock = FileLock(descriptor: descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: return nil
            case let number: throw .system(number)
            }
        }
        return lock
    }

    deinit {
        close(descriptor)
    }
}
