/// A key of 32 bytes for one purpose; it shows its bytes to nobody and is zeroed at the end.
package struct SecretKey: Sendable {
    /// Bytes of a key.
    package static let byteCount = 32

    let storage: SecretBytes

    init(storage: SecretBytes) {
        precondition(storage.byteCount == Self.byteCount, "A key has 32 bytes.")
        self.storage = storage
    }

    /// Takes a key from elsewhere; `nil` unless there are 32 bytes.
    package init?(bytes: RawSpan) {
        guard bytes.byteCount == Self.byteCount else { return nil }
        storage = unsafe SecretBytes(byteCount: Self.byteCount) { target in
            unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
    }

    /// The key that this one and a word make together: who lacks either cannot make it.
    ///
    /// The word is hashed with BLAKE2b under this key. It protects as much as nobody can guess it.
    package func joined(with word: String) -> SecretKey {
        let digest = unsafe Digest(of: word.utf8.span.bytes, key: self)
        return unsafe SecretKey(
            storage: SecretBytes(byteCount: Self.byteCount) { target in
                unsafe digest.bytes.span.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
            }
        )
    }

    /// Draws a new key.
    package static func random() -> SecretKey {
        unsafe SecretKey(
            storage: SecretBytes(byteCount: byteCount) { target in
                var bytes = unsafe target.mutableBytes
                RandomBytes().fill(&bytes)
            }
        )
    }
}
