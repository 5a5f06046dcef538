import CLMDB
import Glibc
internal import OperatingSystem

/// The few file operations a store needs so that a crash at any moment leaves it openable.
package enum FileSystem {
    /// Access for the owner alone.
    static let directoryMode: mode_t = 0o700
    /// Access for the owner alone.
    static let fileMode: mode_t = 0o600

    /// Creates a directory unless it is there; its name is durable when this returns.
    package static func createDirectory(_ path: String) throws(LMDBError) {
        do {
            try checkErrno { unsafe mkdir(path, directoryMode) }
        } catch .io(errno: EEXIST) {
            // Who made it may have been killed before its name was durable.
        }
        try synchronize(parent(of: path))
    }

    /// Flushes a file, or the names in a directory, to stable storage.
    package static func synchronize(_ path: String) throws(LMDBError) {
        let descriptor = try checkErrno { PlainFile.openFileOrFolder(path) }
        defer { close(descriptor) }
        try checkErrno { fsync(descriptor) }
    }

    static func rename(_ path: String, to target: String) throws(LMDBError) {
        try checkErrno { unsafe Glibc.rename(path, target) }
    }

    /// Whether there is a file or a folder at a path.
    package static func exists(_ path: String) -> Bool {
        unsafe access(path, F_OK) == 0
    }

    /// Refuses whatever lies at a path, if it is no plain file.
    static func requirePlainFile(_ path: String) throws(LMDBError) {
        if let kind = PlainFile.kind(at: path), kind != .file {
            throw .io(errno: SystemError.notPlainFile.number)
        }
    }

    /// The names in a directory, without the two that stand for itself and its parent.
    package static func names(in path: String) throws(LMDBError) -> [String] {
        guard let directory = unsafe opendir(path) else { throw .io(errno: errno) }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes a directory that holds files only.
    static func removeFlatDirectory(_ path: String) throws(LMDBError) {
        for name in try names(in: path) {
            try checkErrno { unsafe unlink(path + "/" + name) }
        }
        try checkErrno { unsafe rmdir(path) }
    }

    /// Refuses file systems that do not keep the promises a shared map and its locks rest on.
    static func requireLocal(_ path: String) throws(LMDBError) {
        let descriptor = try checkErrno { PlainFile.openFileOrFolder(path) }
        defer { close(descriptor) }
        var information = statfs()
        try checkErrno { unsafe fstatfs(descriptor, &information) }
        let type = UInt32(truncatingIfNeeded: information.f_type)
        if remoteTypes.contains(type) { throw .unsafeFilesystem }
    }

    /// Has the file system set bytes aside for a file that will be written as memory.
    ///
    /// LMDB makes its lock file long without writing to it and maps it: on a full disk the first
    /// byte that it then stores would end the process (SIGBUS). A file system that cannot set
    /// anything aside, or that is read-only, is left to LMDB to find out about.
    ///
    /// For who has an `EnvironmentClaim` and no environment yet: closing the file drops the locks
    /// (fcntl(2)) that the process has on it.
    ///
    /// - Throws: `.io`, such as with `ENOSPC`.
    static func reserve(_ path: String, byteCount: Int) throws(LMDBError) {
        let descriptor = PlainFile.open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode: fileMode)
        guard descriptor >= 0 else {
            guard SystemError(errno) != .notPlainFile else { throw .io(errno: errno) }
            return
        }
        defer { close(descriptor) }
        do {
            try checkErrno { fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, byteCount) }
        } catch {
            // Not every file system knows the call.
            if error != .io(errno: EOPNOTSUPP) { throw error }
        }
    }

    /// The magic numbers of NFS, SMB, SMB2, CIFS, 9P and FUSE: statfs(2).
    private static let remoteTypes: [UInt32] = [
        0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x0102_1997, 0x6573_5546,
    ]

    /// The folder that a path's last name is in.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
