import CSodium

/// Authenticated encryption with XChaCha20-Poly1305: secret, and unchanged or refused.
///
/// The sealed form is a random nonce of 24 bytes, which 192 bits make safe to draw for each
/// message under one key, then the ciphertext with its tag of 16 bytes.
package enum SealedBox {
    /// Bytes by which the sealed form is longer than the message.
    package static let overheadByteCount = nonceByteCount + tagByteCount

    private static let nonceByteCount = 24
    private static let tagByteCount = 16

    /// Encrypts `message`; `context` is not stored but must be the same to open it.
    ///
    /// Bind the place of the message into the context, so that it cannot be moved elsewhere.
    package static func seal(_ message: RawSpan, key: SecretKey, context: RawSpan) -> [UInt8] {
        var sealed = RandomBytes().array(count: nonceByteCount)
        sealed.append(contentsOf: repeatElement(0, count: message.byteCount + tagByteCount))
        let code = unsafe sealed.withUnsafeMutableBytes { sealed in
            unsafe withBytes(message, context, key) { message, context, key in
                unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                    sealed.octets + nonceByteCount,
                    nil,
                    message.octets,
                    UInt64(message.count),
                    context.octets,
                    UInt64(context.count),
                    nil,
                    sealed.octets,
                    key.octets
                )
            }
        }
        precondition(code == 0, "Sealing refuses only messages longer than 256 GiB.")
        return sealed
    }

    /// Decrypts what `seal` made with the same key and context.
    ///
    /// - Throws: `.forged` for anything else.
    package static func open(
        _ sealed: RawSpan,
        key: SecretKey,
        context: RawSpan
    ) throws(CryptographyError) -> [UInt8] {
        Sodium.prepare()
        guard sealed.byteCount >= overheadByteCount else { throw .forged }
        var message = [UInt8](repeating: 0, count: sealed.byteCount - overheadByteCount)
        let code = unsafe message.withUnsafeMutableBytes { message in
            unsafe withBytes(sealed, context, key) { sealed, context, key in
                unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                    message.octets,
                    nil,
                    nil,
                    sealed.octets + nonceByteCount,
                    UInt64(sealed.count - nonceByteCount),
                    context.octets,
                    UInt64(context.count),
                    sealed.octets,
                    key.octets
                )
            }
        }
        guard code == 0 else { throw .forged }
        return message
    }

    private static func withBytes(
        _ input: RawSpan,
        _ context: RawSpan,
        _ key: SecretKey,
        _ body: (
            UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer
        ) -> Int32
    ) -> Int32 {
        unsafe input.withUnsafeBytes { input in
            unsafe context.withUnsafeBytes { context in
                unsafe key.storage.withBytes { key in unsafe body(input, context, key) }
            }
        }
    }
}
