package import Cryptography

/// The keys of the service, each derived for one purpose from the installation's master key.
package struct ServiceKeys: Sendable {
    /// Digests of tokens.
    package let digest: SecretKey
    /// Seals what holds tokens.
    package let seal: SecretKey
    /// Mixed into passwords before they are hashed, so that a stolen store alone is worth nothing.
    package let pepper: SecretKey
    /// Makes cursors opaque.
    package let cursors: SecretKey
    /// Tells requests of one idempotency key apart.
    package let fingerprint: SecretKey

    /// Derives all keys.
    package init(_ master: MasterKey) {
        digest = master.subkey(1, context: ServiceKeys.context)
        seal = master.subkey(2, context: ServiceKeys.context)
        pepper = master.subkey(3, context: ServiceKeys.context)
        cursors = master.subkey(4, context: ServiceKeys.context)
        fingerprint = master.subkey(5, context: ServiceKeys.context)
    }

    /// Names the purposes of this module among all of the installation's keys.
    private static let context = "notesvc1"
}
