/// A log-in: what its present pair of tokens is, and how long it lasts.
///
/// All tokens of one log-in form its family; ending the session ends them all. Secrets are kept as
/// digests only.
package struct Session: Equatable, Sendable {
    package let key: SessionKey
    package let kind: IdentityKind
    package let openedAt: Instant
    package var refreshedAt: Instant
    package var accessDigest: [UInt8]
    package var accessExpiresAt: Instant
    package var refreshDigest: [UInt8]
    package var refreshExpiresAt: Instant
    /// The last rotation, while its lost reply may be asked for again.
    package var rotation: Rotation?

    /// How the present pair came about.
    package struct Rotation: Equatable, Sendable {
        /// The digest of the refresh token that was spent.
        package var spentDigest: [UInt8]
        package var rotatedAt: Instant
        /// The secrets of the pair that was given for it, sealed.
        package var sealedSuccessor: [UInt8]

        /// Records that a refresh token was spent.
        package init(spentDigest: [UInt8], rotatedAt: Instant, sealedSuccessor: [UInt8]) {
            self.spentDigest = spentDigest
            self.rotatedAt = rotatedAt
            self.sealedSuccessor = sealedSuccessor
        }
    }

    /// Creates a session as it is stored.
    package init(
        key: SessionKey,
        kind: IdentityKind,
        openedAt: Instant,
        refreshedAt: Instant,
        accessDigest: [UInt8],
        accessExpiresAt: Instant,
        refreshDigest: [UInt8],
        refreshExpiresAt: Instant,
        rotation: Rotation? = nil
    ) {
        self.key = key
        self.kind = kind
        self.openedAt = openedAt
        self.refreshedAt = refreshedAt
        self.accessDigest = accessDigest
        self.accessExpiresAt = accessExpiresAt
        self.refreshDigest = refreshDigest
        self.refreshExpiresAt = refreshExpiresAt
        self.rotation = rotation
    }
}

/// Names a session: whose it is, and a random number.
package struct SessionKey: Hashable, Sendable {
    package let user: UserNumber
    package let number: UInt64

    /// Joins both parts.
    package init(user: UserNumber, number: UInt64) {
        self.user = user
        self.number = number
    }
}

/// Whether somebody has an account.
package enum IdentityKind: UInt8, CaseIterable, Sendable {
    case account = 1
    case guest = 2
}

/// Who makes a call.
package struct Identity: Hashable, Sendable {
    package let session: SessionKey
    package let kind: IdentityKind

    /// Creates the identity behind a session.
    package init(session: SessionKey, kind: IdentityKind) {
        self.session = session
        self.kind = kind
    }

    package var user: UserNumber { session.user }
}
