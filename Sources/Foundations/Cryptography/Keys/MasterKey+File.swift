import Glibc
import OperatingSystem

extension MasterKey {
    /// Reads the key kept in a file.
    ///
    /// - Throws: `.keyFileExposed` unless its owner, the user of this process, alone can read it;
    ///   `.keyFileDamaged` if it does not hold 32 bytes; `.io`, as where it is no plain file.
    package init(path: String) throws(CryptographyError) {
        let descriptor = try Self.checkErrno {
            PlainFile.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        }
        defer { close(descriptor) }
        var status = stat()
        try Self.checkErrno { unsafe fstat(descriptor, &status) }
        guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
            throw .keyFileExposed
        }
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
    /// whole key under `path` or nothing there; what it leaves beside it goes with the next call.
    ///
    /// - Throws: `.io(errno: EEXIST)` if there is a file already, or another `.io`.
    package static func create(path: String) throws(CryptographyError) -> MasterKey {
        let key = SecretKey.random()
        _ = UnfinishedItem.removeAbandoned(beside: path)
        do throws(SystemError) {
            let file = try FileReplacement(at: path)
            try unsafe key.storage.withBytes { bytes throws(SystemError) in
                try unsafe file.write(RawSpan(_unsafeBytes: bytes))
            }
            try file.finishWithoutReplacing()
        } catch {
            throw .io(errno: error.number)
        }
        return MasterKey(key)
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
