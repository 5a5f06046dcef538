import Glibc

extension MasterKey {
    /// Reads the key kept in a file.
    ///
    /// - Throws: `.keyFileExposed` unless it is a plain file that its owner, the user of this
    ///   process, alone can read; `.keyFileDamaged` if it does not hold 32 bytes; `.io`.
    package init(path: String) throws(CryptographyError) {
        let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW
        let descriptor = try Self.checkErrno { unsafe open(path, flags) }
        defer { close(descriptor) }
        var status = stat()
        try Self.checkErrno { unsafe fstat(descriptor, &status) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0,
            status.st_uid == geteuid()
        else { throw .keyFileExposed }
        guard status.st_size == SecretKey.byteCount else { throw .keyFileDamaged }
        var count = 0
        let storage = unsafe SecretBytes(byteCount: SecretKey.byteCount) { target in
            count = unsafe pread(descriptor, target.baseAddress, target.count, 0)
        }
        guard count == SecretKey.byteCount else { throw .keyFileDamaged }
        self.init(SecretKey(storage: storage))
    }

    /// Draws a new key and keeps it in a new file, durable when this returns.
    ///
    /// Never replaces a file: what was sealed with a lost key is lost. A crash leaves either the
    /// whole key under `path` or nothing there.
    ///
    /// - Throws: `.io(errno: EEXIST)` if there is a file already, or another `.io`.
    package static func create(path: String) throws(CryptographyError) -> MasterKey {
        let key = SecretKey.random()
        let suffix = UInt64.random(in: .min ... .max)
        let fresh = path + ".new." + String(suffix, radix: 16)
        try write(key, to: fresh)
        defer { unsafe unlink(fresh) }
        // Unlike rename(2), link(2) refuses to replace a file.
        try checkErrno { unsafe link(fresh, path) }
        try synchronizeParent(of: path)
        return MasterKey(key)
    }

    private static func write(_ key: SecretKey, to path: String) throws(CryptographyError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = try checkErrno { unsafe open(path, flags, 0o600) }
        defer { close(descriptor) }
        let count = unsafe key.storage.withBytes { bytes in
            unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        do throws(CryptographyError) {
            guard count == SecretKey.byteCount else { throw .io(errno: ENOSPC) }
            try checkErrno { fsync(descriptor) }
        } catch {
            unsafe unlink(path)
            throw error
        }
    }

    private static func synchronizeParent(of path: String) throws(CryptographyError) {
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = try checkErrno { unsafe open(parent, O_RDONLY | O_CLOEXEC) }
        defer { close(descriptor) }
        try checkErrno { fsync(descriptor) }
    }

    @discardableResult
    private static func checkErrno(_ call: () -> Int32) throws(CryptographyError) -> Int32 {
        while true {
            let result = call()
            if result != -1 { return result }
            if errno != EINTR { throw .io(errno: errno) }
        }
    }
}
