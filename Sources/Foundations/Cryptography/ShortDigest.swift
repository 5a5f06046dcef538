import CSodium

/// A SipHash-2-4 of 128 bits under a key: for what has to be told apart and not to be proved.
///
/// Without the key nobody can make one or find two messages of one digest, and with 2^64 of them
/// at hand two happen to be the same. It costs a sixth of a `Digest`.
package struct ShortDigest: Sendable, Hashable {
    /// The first eight bytes, the most significant first.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    /// Bytes of a digest.
    package static let byteCount = 16

    /// Hashes `message` under the first 16 bytes of a key.
    package init(of message: RawSpan, key: SecretKey) {
        Sodium.prepare()
        var halves: (UInt64, UInt64) = (0, 0)
        unsafe withUnsafeMutableBytes(of: &halves) { target in
            unsafe message.withUnsafeBytes { message in
                unsafe key.storage.withBytes { key in
                    _ = unsafe crypto_shorthash_siphashx24(
                        target.octets,
                        message.octets,
                        UInt64(message.count),
                        key.octets
                    )
                }
            }
        }
        high = UInt64(bigEndian: halves.0)
        low = UInt64(bigEndian: halves.1)
    }
}
