package import Domain
package import TTRPC

/// Whom or what a limit counts, as a keyed digest: nobody's address or name is kept.
///
/// The digest is SipHash with a key that each process draws for itself, as for `PeerOrigin`.
package struct RateKey: Hashable, Sendable {
    /// The digest.
    package let digest: UInt64

    /// Counts by address.
    package init(_ origin: PeerOrigin) {
        digest = origin.digest
    }

    /// Counts by address for each of many things, such as links.
    package init(_ origin: PeerOrigin, _ thing: some Hashable) {
        digest = Self.digest(of: origin.digest, thing)
    }

    /// Counts what was counted by one thing for each of many others.
    package init(_ key: RateKey, _ thing: some Hashable) {
        digest = Self.digest(of: key.digest, thing)
    }

    /// Counts by account or guest.
    package init(_ user: UserNumber) {
        digest = Self.digest(of: user.rawValue, "user")
    }

    /// Counts by the e-mail address of an account that there may be.
    package init(email: String) {
        digest = Self.digest(of: email, "email")
    }

    /// Counts by the username of an account that there may be.
    package init(username: String) {
        digest = Self.digest(of: username, "username")
    }

    static func digest(of first: some Hashable, _ second: some Hashable) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(first)
        hasher.combine(second)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
