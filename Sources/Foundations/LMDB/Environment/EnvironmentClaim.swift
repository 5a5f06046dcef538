import Glibc
import Locking

/// The claim of one environment of this process to the files in a directory.
///
/// "Do not have open an LMDB database twice in the same process at the same time. Not even from a
/// plain open() call - close()ing it breaks fcntl() advisory locking" (lmdb.h, "Caveats"). Without
/// its locks a reader counts as dead, and what it reads is written over.
struct EnvironmentClaim: Sendable {
    private let file: FileIdentity
    /// Keeps the directory's number from being given to another one.
    private let descriptor: Int32

    private struct FileIdentity: Hashable {
        let device: dev_t
        let number: ino_t
    }

    private static let claimed = Mutex<Set<FileIdentity>>([])

    /// Claims a directory, by whatever path it is reached.
    ///
    /// - Throws: `.alreadyOpen` if an environment of this process has claimed it, `.io`.
    static func take(directory: String) throws(LMDBError) -> EnvironmentClaim {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let descriptor = try checkErrno { unsafe open(directory, flags) }
        do throws(LMDBError) {
            var status = stat()
            try checkErrno { unsafe fstat(descriptor, &status) }
            let file = FileIdentity(device: status.st_dev, number: status.st_ino)
            let isNew = claimed.withLock { $0.insert(file).inserted }
            guard isNew else { throw .alreadyOpen }
            return EnvironmentClaim(file: file, descriptor: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Gives the claim up, once, when all that was open in the directory is closed.
    func release() {
        Self.claimed.withLock { _ = $0.remove(file) }
        close(descriptor)
    }
}
