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

    /// Creates parameters at or above the floor.
    package init(operationCount: UInt64, memoryByteCount: Int) {
        precondition(operationCount >= 2, "Argon2id needs two passes or more.")
        precondition(memoryByteCount >= 19 << 20, "Argon2id needs 19 MiB or more.")
        self.operationCount = operationCount
        self.memoryByteCount = memoryByteCount
    }
}
