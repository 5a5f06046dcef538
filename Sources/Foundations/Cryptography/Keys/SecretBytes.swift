import CSodium

/// Bytes of a secret, between guard pages, kept out of swap and core dumps, zeroed at the end.
@safe
final class SecretBytes: Sendable {
    // Written in `init` only.
    private nonisolated(unsafe) let pointer: UnsafeMutableRawPointer
    let byteCount: Int

    /// Allocates `byteCount` bytes that `fill` must write.
    init(byteCount: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        Sodium.prepare()
        guard let pointer = unsafe sodium_malloc(byteCount) else {
            preconditionFailure("There is no memory for a key.")
        }
        unsafe fill(UnsafeMutableRawBufferPointer(start: pointer, count: byteCount))
        unsafe sodium_mprotect_readonly(pointer)
        unsafe self.pointer = unsafe pointer
        self.byteCount = byteCount
    }

    deinit {
        // "sodium_free() will fill the memory with zeros before the deallocation."
        unsafe sodium_free(pointer)
    }

    func withBytes<Success, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        try unsafe body(UnsafeRawBufferPointer(start: pointer, count: byteCount))
    }
}
