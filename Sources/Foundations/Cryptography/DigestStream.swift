import CSodium

/// A `Digest` of a message that comes piece by piece.
@safe
package struct DigestStream: ~Copyable {
    private let state: UnsafeMutableRawPointer

    /// "crypto_generichash_state" is aligned to 64 bytes.
    private static let alignment = 64

    /// Begins an empty message.
    package init() {
        Sodium.prepare()
        let state = UnsafeMutableRawPointer.allocate(
            byteCount: crypto_generichash_statebytes(),
            alignment: Self.alignment
        )
        unsafe self.state = unsafe state
        let code = unsafe crypto_generichash_init(
            OpaquePointer(state),
            nil,
            0,
            Digest.byteCount
        )
        precondition(code == 0, "BLAKE2b refuses only lengths that a digest does not have.")
    }

    deinit {
        unsafe state.deallocate()
    }

    /// Appends a piece.
    package mutating func append(_ bytes: RawSpan) {
        _ = unsafe bytes.withUnsafeBytes { bytes in
            unsafe crypto_generichash_update(
                OpaquePointer(state),
                bytes.octets,
                UInt64(bytes.count)
            )
        }
    }

    /// Ends the message.
    package consuming func finish() -> Digest {
        var bytes = [UInt8](repeating: 0, count: Digest.byteCount)
        let code = unsafe crypto_generichash_final(OpaquePointer(state), &bytes, bytes.count)
        guard code == 0, let digest = unsafe Digest(bytes: bytes.span.bytes) else {
            preconditionFailure("BLAKE2b refuses only lengths that a digest does not have.")
        }
        return digest
    }
}
