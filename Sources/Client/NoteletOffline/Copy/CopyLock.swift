internal import NoteletClient

/// The right to keep a copy, which one process has at a time: it follows the feed, and sends what
/// waits.
///
/// It is a lock on a file beside that of the copy, which ends with the process that holds it,
/// however that ends.
actor CopyLock {
    private let path: String
    private var lock: FileLock?

    /// Names the file of the lock.
    init(path: String) {
        self.path = path
    }

    /// Takes the lock where nobody else has it.
    ///
    /// - Returns: Whether it is held now.
    /// - Throws: `PrivateFile.Refusal` where its file cannot be used.
    func take() throws(PrivateFile.Refusal) -> Bool {
        if lock != nil { return true }
        lock = try FileLock.take(path)
        return lock != nil
    }

    /// Lets go of the lock.
    func release() {
        lock = nil
    }
}
