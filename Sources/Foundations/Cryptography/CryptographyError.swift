/// Why a cryptographic operation gave no result.
package enum CryptographyError: Error, Equatable, Sendable {
    /// The bytes were not sealed with this key, or were changed since.
    case forged
    /// There is not enough memory to hash a password.
    case outOfMemory
    /// The key file can be read by others, belongs to another user, or is no plain file.
    case keyFileExposed
    /// The key file does not hold exactly one key.
    case keyFileDamaged
    /// A system call on the key file failed with this `errno`.
    case io(errno: Int32)
}
