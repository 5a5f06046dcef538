package import Cryptography
package import Domain

/// Everything that the store derives from its master key.
@usableFromInline
package final class StoreSecrets: Sendable {
    /// Makes ids, and turns them back.
    package let identifiers: IdentifierCipher
    /// Makes the hashes by which records are found.
    package let digests: LookupDigests
    /// Tells one master key from another and nothing else about it.
    package let fingerprint: [UInt8]

    /// Derives the keys of all purposes.
    package init(masterKey: MasterKey) {
        identifiers = IdentifierCipher(masterKey: masterKey)
        digests = LookupDigests(masterKey: masterKey)
        let label: [UInt8] = Array("notelet store".utf8)
        let digest = digests.digest(of: label.span.bytes, for: .fingerprint)
        fingerprint = digest.bytes.span.withUnsafeBytes { [UInt8]($0) }
    }

    /// The key of one purpose, for boxes that a feature seals.
    package func key(for purpose: KeyPurpose) -> SecretKey { digests.key(for: purpose) }

    /// Names somebody who was deleted, to who has the master key.
    ///
    /// - Parameters:
    ///   - user: The number, given out once in a store and those that are restored from it.
    ///   - life: When the store was made: another one with this key gives out the same numbers.
    /// - Returns: The name, which is no other's.
    package func erasureDigest(of user: UserNumber, life: Int64) -> OpaqueID {
        var message: [UInt8] = []
        message.append(bigEndian: life)
        message.append(bigEndian: user.rawValue)
        return digests.digest(of: message.span.bytes, for: .erasure).firstHalf
    }
}
