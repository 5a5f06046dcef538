package import Domain

/// A log-in: what its present pair of tokens is, and how long it lasts.
///
/// All tokens of one log-in form its family; ending the session ends them all. Secrets are kept as
/// digests only.
package struct Session: Equatable, Sendable {
    /// The session's name inside the server, from which the locator of its tokens is made.
    package let key: SessionKey
    /// What its tokens let their holder do.
    package let kind: SessionKind
    /// When its user logged in, from which 180 days count until the session ends for good.
    package let openedAt: Instant
    /// When the present pair was made; of too many sessions the one refreshed longest ago ends.
    package var refreshedAt: Instant
    /// The digest of the access token's secret, 32 bytes.
    package var accessDigest: [UInt8]
    /// When the access token ends, exclusive.
    package var accessExpiresAt: Instant
    /// The digest of the refresh token's secret, 32 bytes.
    package var refreshDigest: [UInt8]
    /// When the refresh token ends, exclusive, and the session with it.
    package var refreshExpiresAt: Instant
    /// The last rotation, while its lost reply may be asked for again.
    package var rotation: Rotation?

    /// How the present pair came about.
    package struct Rotation: Equatable, Sendable {
        /// The digest of the refresh token that was spent.
        package var spentDigest: [UInt8]
        /// When the refresh token was spent, from which 30 seconds of grace count.
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
        kind: SessionKind,
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

    /// The session as if its present pair had been made no later than `moment`.
    func refreshed(at moment: Instant) -> Session {
        var session = Session(
            key: key,
            kind: kind,
            openedAt: min(openedAt, moment),
            refreshedAt: min(refreshedAt, moment),
            accessDigest: accessDigest,
            accessExpiresAt: accessExpiresAt,
            refreshDigest: refreshDigest,
            refreshExpiresAt: refreshExpiresAt,
            rotation: rotation
        )
        let lifetime = SessionLifetime(openedAt: session.openedAt, now: moment)
        session.accessExpiresAt = min(accessExpiresAt, lifetime.accessExpiresAt)
        session.refreshExpiresAt = min(refreshExpiresAt, lifetime.refreshExpiresAt)
        if let rotation { session.rotation?.rotatedAt = min(rotation.rotatedAt, moment) }
        return session
    }

    /// Whether it can still be refreshed, and a ticket used.
    package func isOpen(at moment: Instant) -> Bool {
        moment < refreshExpiresAt
    }

    /// Whether its time was over before a moment.
    package func hasLapsed(before moment: Instant) -> Bool {
        refreshExpiresAt < moment
    }
}

/// What the tokens of a session let their holder do.
package enum SessionKind: UInt8, CaseIterable, Sendable {
    /// Call as an account.
    case account = 1
    /// Call as a guest.
    case guest = 2
    /// Read the answer to the one note of somebody who has nothing else.
    case ticket = 3

    /// Who calls with its tokens; nil where nobody can.
    var identity: IdentityKind? {
        switch self {
        case .account: .account
        case .guest: .guest
        case .ticket: nil
        }
    }

    /// That of whoever calls with its tokens.
    package init(_ kind: IdentityKind) {
        switch kind {
        case .account: self = .account
        case .guest: self = .guest
        }
    }
}

/// Whether somebody has an account.
package enum IdentityKind: Sendable {
    /// Signed up: has a name, and may have a link to receive notes by.
    case account
    /// Has no account: sends anonymous notes and reads their answers.
    case guest
}

/// Who makes a call.
package struct Identity: Hashable, Sendable {
    /// The session of the token that came with the call.
    package let session: SessionKey
    /// Whether the caller has an account.
    package let kind: IdentityKind

    /// Creates the identity behind a session.
    package init(session: SessionKey, kind: IdentityKind) {
        self.session = session
        self.kind = kind
    }

    /// The caller's number, under which records are found.
    package var user: UserNumber { session.user }
}
