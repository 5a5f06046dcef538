import Glibc

/// The file by which a listening Unix socket is found.
package struct UnixSocketFile: Sendable {
    let path: String
    private let identity: Identity

    /// What tells a file from another one that later has the same path.
    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t
    }

    /// Remembers the file that `bind` has just made, and sets who may connect.
    init(boundAt path: String, mode: UInt32) throws(SystemError) {
        self.path = path
        try systemCall("chmod") { unsafe chmod(path, mode_t(mode)) }
        identity = try Self.identity(of: path)
    }

    /// Whether peers still find the socket by it: nobody has removed or replaced it.
    var isInPlace: Bool {
        guard let current = try? Self.identity(of: path) else { return false }
        return current == identity
    }

    /// Removes the file, unless somebody has replaced it meanwhile.
    package func remove() {
        guard isInPlace else { return }
        _ = unsafe unlink(path)
    }

    /// Removes a socket that nobody listens on; false when the file has to stay.
    static func removeStale(_ path: String, _ address: RawAddress) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
            let probe = try? Descriptor.openSocket(family: AF_UNIX)
        else { return false }
        let result = unsafe address.withPointer { unsafe connect(probe.rawValue, $0, $1) }
        guard result != 0, errno == ECONNREFUSED else { return false }
        return unsafe unlink(path) == 0
    }

    private static func identity(of path: String) throws(SystemError) -> Identity {
        var status = stat()
        try systemCall("lstat") { unsafe lstat(path, &status) }
        return Identity(device: status.st_dev, inode: status.st_ino)
    }
}
