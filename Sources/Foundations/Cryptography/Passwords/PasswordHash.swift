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

/// What hashing one password costs, the owner of it and whoever guesses it.
package struct PasswordHashParameters: Sendable, Equatable {
    /// Passes over the memory.
    package let operationCount: UInt64
    /// Memory of one hash.
    package let memoryByteCount: Int

    /// The least that OWASP's password storage page (2023) accepts of Argon2id: 19 MiB, 2 passes.
    package static let floor = PasswordHashParameters(
        operationCount: 2,
        memoryByteCount: 19 << 20
    )

    /// 64 MiB and 2 passes: libsodium's "interactive" setting.
    package static let standard = PasswordHashParameters(
        operationCount: 2,
        memoryByteCount: 64 << 20
    )

    /// The least that libsodium computes, 8 KiB and one pass: no obstacle to whoever guesses, so it
    /// is for stores of tests alone, where nobody's password is.
    package static let leastForTests = PasswordHashParameters(
        unchecked: 1,
        memoryByteCount: 8 << 10
    )

    /// Creates parameters at or above the floor.
    package init(operationCount: UInt64, memoryByteCount: Int) {
        precondition(operationCount >= 2, "Argon2id needs two passes or more.")
        precondition(memoryByteCount >= 19 << 20, "Argon2id needs 19 MiB or more.")
        self.init(unchecked: operationCount, memoryByteCount: memoryByteCount)
    }

    private init(unchecked operationCount: UInt64, memoryByteCount: Int) {
        self.operationCount = operationCount
        self.memoryByteCount = memoryByteCount
    }
}
