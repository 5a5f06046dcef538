import CSodium

/// A BLAKE2b hash of 256 bits, with or without a key.
///
/// Two digests are compared in constant time, so that one of a secret can be looked for.
package struct Digest: Sendable, Hashable {
    /// The hash.
    package let bytes: InlineArray<32, UInt8>

    /// Bytes of a digest.
    package static let byteCount = 32

    /// Takes the bytes of a digest made earlier; `nil` unless there are 32.
    package init?(bytes: RawSpan) {
        guard bytes.byteCount == Self.byteCount else { return nil }
        self.bytes = InlineArray { bytes.unsafeLoad(at: $0) }
    }

    /// Hashes `message`.
    package init(of message: RawSpan) {
        bytes = unsafe Self.hash(message, key: UnsafeRawBufferPointer(start: nil, count: 0))
    }

    /// Hashes `message` together with a key: without the key nobody can make or check it.
    package init(of message: RawSpan, key: SecretKey) {
        bytes = unsafe key.storage.withBytes { unsafe Self.hash(message, key: $0) }
    }

    /// Compares in time that does not tell where two digests differ.
    package static func == (left: Digest, right: Digest) -> Bool {
        unsafe ConstantTime.areEqual(left.bytes.span.bytes, right.bytes.span.bytes)
    }

    /// Feeds all 32 bytes, so that equal digests hash equally.
    package func hash(into hasher: inout Hasher) {
        unsafe bytes.span.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    private static func hash(
        _ message: RawSpan,
        key: UnsafeRawBufferPointer
    ) -> InlineArray<32, UInt8> {
        Sodium.prepare()
        var digest = InlineArray<32, UInt8>(repeating: 0)
        var target = digest.mutableSpan
        let code = unsafe target.withUnsafeMutableBytes { target in
            unsafe message.withUnsafeBytes { message in
                unsafe crypto_generichash(
                    target.octets,
                    target.count,
                    message.octets,
                    UInt64(message.count),
                    key.octets,
                    key.count
                )
            }
        }
        precondition(code == 0, "BLAKE2b refuses only lengths that this type does not have.")
        return digest
    }
}

extension Digest {
    /// The bytes as `b2sum` shows them.
    package var hexadecimal: String {
        var text = ""
        for index in bytes.indices {
            if bytes[index] < 16 { text += "0" }
            text += String(bytes[index], radix: 16)
        }
        return text
    }
}
