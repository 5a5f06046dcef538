import CSodium

/// The one secret of an installation, from which the key of every purpose is derived.
///
/// A subkey tells nothing about the master key or about other subkeys, so that keys for new
/// purposes need no new file.
package struct MasterKey: Sendable {
    private let key: SecretKey

    /// Makes `key` a master key.
    package init(_ key: SecretKey) {
        self.key = key
    }

    /// The key of one purpose, always the same for the same number and context.
    ///
    /// The number tells purposes of one context apart; the context names the kind of purposes
    /// in exactly 8 ASCII characters.
    package func subkey(_ number: UInt64, context: String) -> SecretKey {
        SecretKey(storage: derive(number, context: context, byteCount: SecretKey.byteCount))
    }

    /// Derives 16 to 64 bytes: BLAKE2b with the number as salt, `crypto_kdf_derive_from_key`.
    func derive(_ number: UInt64, context: String, byteCount: Int) -> SecretBytes {
        precondition(context.utf8.count == 8, "A context has 8 characters.")
        return unsafe SecretBytes(byteCount: byteCount) { target in
            let code = unsafe key.storage.withBytes { key in
                unsafe crypto_kdf_derive_from_key(
                    target.octets,
                    byteCount,
                    number,
                    context,
                    key.octets
                )
            }
            precondition(code == 0, "A derived key has 16 to 64 bytes.")
        }
    }
}
