import CSodium

/// A password hashed with Argon2id, in the standard text form that names its own parameters.
///
/// Hashing and verifying take tens of milliseconds and the memory of the parameters: run them
/// on threads made for it, a bounded number at a time.
package struct PasswordHash: Sendable, Equatable {
    /// The text to keep: `$argon2id$v=19$m=...,t=...,p=1$salt$hash`.
    package let text: String

    /// Takes a text that was kept.
    package init(text: String) {
        self.text = text
    }

    /// Hashes a password with a fresh salt.
    ///
    /// - Throws: `.outOfMemory` when there is not enough memory for the parameters.
    package static func hash(
        _ password: RawSpan,
        parameters: PasswordHashParameters = .standard
    ) throws(CryptographyError) -> PasswordHash {
        Sodium.prepare()
        var text = [CChar](repeating: 0, count: textByteCountMax)
        let code = unsafe password.withUnsafeBytes { password in
            unsafe crypto_pwhash_str(
                &text,
                UnsafeRawPointer(password.octets).assumingMemoryBound(to: CChar.self),
                UInt64(password.count),
                parameters.operationCount,
                parameters.memoryByteCount
            )
        }
        guard code == 0 else { throw .outOfMemory }
        let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return PasswordHash(text: String(decoding: bytes, as: UTF8.self))
    }

    /// Whether this is the hash of `password`.
    ///
    /// A text that is no hash matches nothing.
    package func verify(_ password: RawSpan) -> Bool {
        Sodium.prepare()
        guard text.utf8.count < Self.textByteCountMax else { return false }
        return unsafe password.withUnsafeBytes { password in
            unsafe crypto_pwhash_str_verify(
                text,
                UnsafeRawPointer(password.octets).assumingMemoryBound(to: CChar.self),
                UInt64(password.count)
            ) == 0
        }
    }

    /// Bytes of the text with its terminating zero: `crypto_pwhash_STRBYTES`.
    private static let textByteCountMax = 128
}
