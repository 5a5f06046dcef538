package import AccountRules
package import Cryptography
package import Domain
internal import Foundation

/// Passwords as the store keeps them: Argon2id over a keyed digest of their NFC form.
package struct PepperedPasswords: PasswordHashing {
    private let pepper: SecretKey
    private let parameters: PasswordHashParameters
    /// A hash of nothing anybody knows, to spend the same time on accounts that do not exist.
    private let decoy: Cryptography.PasswordHash

    /// Uses the key that is mixed in, and these costs of one hash.
    ///
    /// - Throws: `storeUnavailable` when there is not enough memory for a hash.
    package init(
        keys: ServiceKeys,
        parameters: PasswordHashParameters = .standard
    ) throws(DomainError) {
        pepper = keys.pepper
        self.parameters = parameters
        let nothing = RandomBytes().array(count: 32)
        decoy = try PepperedPasswords.hash(nothing, parameters)
    }

    /// Hashes with a fresh salt; throws `storeUnavailable` when there is not enough memory.
    package func hash(_ password: String) throws(DomainError) -> AccountRules.PasswordHash {
        let hash = try PepperedPasswords.hash(peppered(password), parameters)
        return AccountRules.PasswordHash(hash.text)
    }

    /// Uses the costs that the hash names, so that hashes made at other costs stay good.
    package func verify(_ password: String, against hash: AccountRules.PasswordHash) -> Bool {
        Cryptography.PasswordHash(text: hash.text).verify(peppered(password).span.bytes)
    }

    /// Checks against the decoy at the present costs, and drops the result.
    package func verifyNothing(_ password: String) {
        _ = decoy.verify(peppered(password).span.bytes)
    }

    private func peppered(_ password: String) -> [UInt8] {
        let bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
        let digest = Digest(of: bytes.span.bytes, key: pepper)
        return digest.bytes.span.bytes.withUnsafeBytes { Array($0) }
    }

    private static func hash(
        _ secret: [UInt8],
        _ parameters: PasswordHashParameters
    ) throws(DomainError) -> Cryptography.PasswordHash {
        do throws(CryptographyError) {
            return try .hash(secret.span.bytes, parameters: parameters)
        } catch {
            throw .storeUnavailable("not enough memory to hash a password")
        }
    }
}
