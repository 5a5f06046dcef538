internal import Cryptography
internal import Domain

/// Secrets as the store keeps them: keyed BLAKE2b digests and XChaCha20-Poly1305 boxes.
package final class SealedSecrets: SecretKeeping {
    private let digestKey: SecretKey
    private let fingerprintKey: SecretKey
    private let sealKey: SecretKey

    /// Uses the keys for digests and boxes.
    package init(keys: ServiceKeys) {
        digestKey = keys.digest
        fingerprintKey = keys.fingerprint
        sealKey = keys.seal
    }

    /// A keyed BLAKE2b digest of 32 bytes, worth nothing without the server's key.
    package func digest(_ secret: [UInt8]) -> [UInt8] {
        let digest = Digest(of: secret.span.bytes, key: digestKey)
        return digest.bytes.span.bytes.withUnsafeBytes { Array($0) }
    }

    /// A keyed SipHash of 16 bytes: the client that could choose two requests has not the key.
    package func fingerprint(_ request: RawSpan) -> [UInt8] {
        let digest = ShortDigest(of: request, key: fingerprintKey)
        return withUnsafeBytes(of: (digest.high.bigEndian, digest.low.bigEndian)) { Array($0) }
    }

    /// A box 40 bytes longer than the secret, different each time: a random nonce leads it.
    package func seal(_ secret: [UInt8]) -> [UInt8] {
        SealedBox.seal(secret.span.bytes, key: sealKey, context: SealedSecrets.context.span.bytes)
    }

    /// Checks the box before opening it, so that one altered byte gives nil.
    package func open(_ box: [UInt8]) -> [UInt8]? {
        try? SealedBox.open(
            box.span.bytes,
            key: sealKey,
            context: SealedSecrets.context.span.bytes
        )
    }

    /// A box as `seal` makes it, under a key that the word makes of the server's.
    package func seal(_ secret: [UInt8], with word: String) -> [UInt8] {
        SealedBox.seal(
            secret.span.bytes,
            key: sealKey.joined(with: word),
            context: SealedSecrets.context.span.bytes
        )
    }

    /// Checks the box before opening it, so that one altered byte, or another word, gives nil.
    package func open(_ box: [UInt8], with word: String) -> [UInt8]? {
        try? SealedBox.open(
            box.span.bytes,
            key: sealKey.joined(with: word),
            context: SealedSecrets.context.span.bytes
        )
    }

    /// Compares with libsodium; digests of different lengths are different at once.
    package func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        ConstantTime.areEqual(left.span.bytes, right.span.bytes)
    }

    /// Binds boxes to their purpose, so that a box made for another cannot stand in for one.
    private static let context = Array("notelet kept secret".utf8)
}
