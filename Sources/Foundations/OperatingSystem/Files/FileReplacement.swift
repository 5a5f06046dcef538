internal import CLinux
internal import Glibc

/// A file that is written beside its place and moved there when it is whole.
///
/// Until `finish()` has moved it, the place is as it was; afterwards the new file is there, also
/// after a power cut. One that is given up leaves nothing; what a process leaves that was killed,
/// `UnfinishedItem.removeAbandoned` removes. Only its owner may read it (mode 0600).
package struct FileReplacement: ~Copyable {
    /// The place, which need not be taken.
    package let path: String

    private let unfinished: UnfinishedItem
    private var isFinished = false

    /// Opens an empty file in the folder of the place.
    ///
    /// - Parameter path: The place.
    /// - Throws: `SystemError`.
    package init(at path: String) throws(SystemError) {
        self.path = path
        unfinished = try UnfinishedItem.file(beside: path)
    }

    /// Puts a whole file in a place.
    ///
    /// - Parameters:
    ///   - bytes: What the file holds.
    ///   - path: The place.
    /// - Throws: `SystemError`; the place is as it was then.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let file = try FileReplacement(at: path)
        try file.write(bytes)
        try file.finish()
    }

    /// Writes bytes behind those that are there.
    ///
    /// - Parameter bytes: The next bytes of the file.
    /// - Throws: `SystemError`.
    package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
        try write(bytes.span.bytes)
    }

    /// Writes bytes behind those that are there, and keeps no copy of them.
    ///
    /// - Parameter bytes: The next bytes of the file.
    /// - Throws: `SystemError`.
    package borrowing func write(_ bytes: RawSpan) throws(SystemError) {
        var writtenCount = 0
        while writtenCount < bytes.byteCount {
            let rest = bytes.extracting(droppingFirst: writtenCount)
            let count = rest.withUnsafeBytes { rest in
                Glibc.write(unfinished.descriptor, rest.baseAddress, rest.count)
            }
            if count >= 0 {
                writtenCount += count
            } else if errno != EINTR {
                throw .last
            }
        }
    }

    /// Gives the file to whoever has another one, with the rights that are on that; only root can
    /// give a file away.
    ///
    /// - Parameter other: The path of the other file.
    /// - Throws: `SystemError`.
    package borrowing func takeOwnerAndMode(of other: String) throws(SystemError) {
        var status = stat()
        guard stat(other, &status) == 0, fchmod(unfinished.descriptor, status.st_mode & 0o777) == 0
        else { throw .last }
        if status.st_uid == geteuid(), status.st_gid == getegid() { return }
        guard fchown(unfinished.descriptor, status.st_uid, status.st_gid) == 0 else {
            throw .last
        }
    }

    /// Brings what was written so far to the disk, so that `finish()` has less to bring there.
    ///
    /// - Throws: `SystemError`.
    package borrowing func flush() throws(SystemError) {
        guard fdatasync(unfinished.descriptor) == 0 else { throw .last }
    }

    /// Brings the file to the disk, moves it to its place, and makes that last.
    ///
    /// - Throws: `SystemError`; the place is as it was then, unless only the flush of its folder
    ///   was refused.
    package consuming func finish() throws(SystemError) {
        guard fsync(unfinished.descriptor) == 0, rename(unfinished.path, path) == 0 else {
            throw .last
        }
        isFinished = true
        try flushFolder()
    }

    /// Does what `finish()` does where nothing has the place, and replaces nothing.
    ///
    /// - Throws: `SystemError`, which is `EEXIST` if something has the place.
    package consuming func finishWithoutReplacing() throws(SystemError) {
        guard fsync(unfinished.descriptor) == 0 else { throw .last }
        if renameat2(AT_FDCWD, unfinished.path, AT_FDCWD, path, shim_rename_noreplace) == 0 {
            isFinished = true
        } else {
            // Where the file system does not know that, link(2) refuses to replace as well; the
            // other name goes with this.
            guard errno == EINVAL, link(unfinished.path, path) == 0 else { throw .last }
        }
        try flushFolder()
    }

    deinit {
        if !isFinished { unlink(unfinished.path) }
    }

    private borrowing func flushFolder() throws(SystemError) {
        let (folder, _) = UnfinishedItem.split(path)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        // Some file systems have no flush of folders, and keep renames by themselves.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
    }
}
