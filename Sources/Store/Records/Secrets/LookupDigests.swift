package import Cryptography
package import Domain
internal import Foundation

/// Keyed hashes by which records are found: who has the file but not the key cannot try names.
///
/// Texts are hashed in Unicode's composed form (NFC), since canonically equivalent ones are equal.
/// What is found by which of them the features say.
package final class LookupDigests: Sendable {
    /// By the numbers of the purposes.
    private let keys: [SecretKey?]

    /// Derives one key for each kind of hash.
    init(masterKey: MasterKey) {
        keys = masterKey.forEachPurpose(where: { !$0.isOfIdentifiers }) { $0 }
    }

    /// The hash of a text.
    package func digest(of text: String, for purpose: KeyPurpose) -> Digest {
        digest(of: text.precomposedStringWithCanonicalMapping.utf8.span.bytes, for: purpose)
    }

    /// The hash of bytes.
    package func digest(of bytes: RawSpan, for purpose: KeyPurpose) -> Digest {
        Digest(of: bytes, key: key(for: purpose))
    }

    /// The key of one kind of hash.
    func key(for purpose: KeyPurpose) -> SecretKey {
        guard let key = keys[Int(purpose.rawValue)] else {
            preconditionFailure("Purpose \(purpose.rawValue) is one of ids.")
        }
        return key
    }

    /// A short hash: it only has to be unique among the keys of one user and day.
    func idempotencyKey(_ idempotencyKey: IdempotencyKey) -> OpaqueID {
        let digest = ShortDigest(
            of: idempotencyKey.text.utf8.span.bytes,
            key: key(for: .idempotencyKey)
        )
        return OpaqueID(high: digest.high, low: digest.low)
    }
}

extension Digest {
    /// The first 16 bytes, for what needs no more.
    package var firstHalf: OpaqueID {
        let half = bytes.span.bytes.unsafeLoadUnaligned(as: (UInt64, UInt64).self)
        return OpaqueID(high: half.0.bigEndian, low: half.1.bigEndian)
    }
}
