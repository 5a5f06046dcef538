import Glibc
internal import OperatingSystem

/// The lock that lets one process at a time open a store.
///
/// LMDB itself lets many processes write in turn. It must not be left to that: one process
/// knows what is queued and what was promised. The lock ends with the process, however it ends.
///
/// Its file holds a byte while the store is open, so that the next one knows how it ended. After a
/// bad end the byte stays until all pages have been looked at, whoever opens and closes the store
/// before that.
package struct StoreLock: ~Copyable, Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Takes the lock at once.
    ///
    /// - Throws: `.inUse` when another process, or another environment of this one, holds it.
    static func take(path: String) throws(LMDBError) -> StoreLock {
        let descriptor = try checkErrno {
            PlainFile.open(
                path,
                O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
                mode: FileSystem.fileMode
            )
        }
        do {
            try checkErrno { flock(descriptor, LOCK_EX | LOCK_NB) }
        } catch {
            close(descriptor)
            throw error == .io(errno: EWOULDBLOCK) ? .inUse : error
        }
        return StoreLock(descriptor: descriptor)
    }

    /// Notes that the store is open; where there is no room for it, a bad end goes unnoticed.
    ///
    /// - Throws: `.io` for a disk that fails.
    borrowing func noteOpened() throws(LMDBError) {
        var mark = UInt8(ascii: "1")
        do throws(LMDBError) {
            try checkErrno { unsafe pwrite(descriptor, &mark, 1, 0) < 0 ? -1 : 0 }
        } catch {
            guard error.isOutOfSpace else { throw error }
        }
    }

    /// Notes that the pages need not be looked at: all have been since the last bad end, and the
    /// store is closed.
    package borrowing func noteSound() {
        ftruncate(descriptor, 0)
    }

    /// Removes the file that is locked, unless another one lies at its path by now.
    borrowing func removeFile(at path: String) {
        var (own, other) = (stat(), stat())
        guard unsafe fstat(descriptor, &own) == 0, unsafe stat(path, &other) == 0,
            own.st_ino == other.st_ino, own.st_dev == other.st_dev
        else { return }
        _ = unsafe unlink(path)
    }

    /// Whether a process ended that had the store open, and not all pages were looked at since.
    package borrowing func wasLeftOpen() -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_size > 0
    }
}

extension Environment {
    /// Runs `body` while no process can open the store in `directory`.
    ///
    /// - Throws: `.inUse` when one has it open already, and what `body` throws.
    package static func withClosedStore<Success>(
        in directory: String,
        _ body: () throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success {
        try withClosedStore(in: directory) { (_: borrowing StoreLock) throws(LMDBError) in
            try body()
        }
    }

    /// Runs `body` while no process can open the store in `directory`, and lends it the lock, which
    /// says whether the last one that had it open ended without closing it.
    ///
    /// - Throws: `.inUse` when one has it open already, and what `body` throws.
    package static func withClosedStore<Success>(
        in directory: String,
        _ body: (borrowing StoreLock) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success {
        // A copy need not have a file to lock, and keeps none; other folders get none at all.
        let path = directory + "/lock"
        let hasFile = FileSystem.exists(path)
        guard hasFile || FileSystem.exists(directory + "/data") else { throw .io(errno: ENOENT) }
        let lock = try StoreLock.take(path: path)
        let result: Success
        do throws(LMDBError) {
            result = try body(lock)
        } catch {
            if !hasFile { lock.removeFile(at: path) }
            throw error
        }
        if !hasFile { lock.removeFile(at: path) }
        _ = consume lock
        return result
    }
}
