package import Domain

/// Opens a session for somebody whose right to it was proven.
package struct OpenSession: Sendable {
    /// Whose session it is, account or guest.
    package let user: UserNumber
    /// Whether `user` is an account or a guest.
    package let kind: IdentityKind

    /// Names whose session it is.
    package init(user: UserNumber, kind: IdentityKind) {
        self.user = user
        self.kind = kind
    }

    /// Stores the session, ending the one refreshed longest ago when there are too many.
    package func run(in store: any SessionWriting, _ context: Context) throws(DomainError)
        -> SessionGrant
    {
        let others = try store.sessions(of: user)
        if others.count >= DomainLimits.sessionsPerAccountMax,
            let oldest = others.min(by: { $0.refreshedAt < $1.refreshedAt })
        {
            try store.endSession(oldest.key)
        }
        let key = SessionKey(user: user, random: context.random)
        let pair = SessionPair(random: context.random)
        let lifetime = SessionLifetime(openedAt: context.now, now: context.now)
        try store.put(
            Session(
                key: key,
                kind: SessionKind(kind),
                openedAt: context.now,
                refreshedAt: context.now,
                accessDigest: context.secrets.digest(pair.accessSecret),
                accessExpiresAt: lifetime.accessExpiresAt,
                refreshDigest: context.secrets.digest(pair.refreshSecret),
                refreshExpiresAt: lifetime.refreshExpiresAt
            )
        )
        return pair.grant(at: store.locator(of: key), lifetime)
    }
}

/// The two secrets of a pair of tokens.
struct SessionPair {
    let accessSecret: [UInt8]
    let refreshSecret: [UInt8]

    /// Makes a new pair.
    init(random: any RandomSource) {
        accessSecret = random.bytes(SessionToken.secretByteCount)
        refreshSecret = random.bytes(SessionToken.secretByteCount)
    }

    /// Reads a pair from its `bytes`; nil when they are not one.
    init?(bytes: [UInt8]) {
        guard bytes.count == 2 * SessionToken.secretByteCount else { return nil }
        accessSecret = Array(bytes.prefix(SessionToken.secretByteCount))
        refreshSecret = Array(bytes.suffix(SessionToken.secretByteCount))
    }

    var bytes: [UInt8] { accessSecret + refreshSecret }

    func grant(at locator: OpaqueID, _ lifetime: SessionLifetime) -> SessionGrant {
        SessionGrant(
            access: SessionToken(locator: locator, secret: accessSecret),
            accessExpiresAt: lifetime.accessExpiresAt,
            refresh: SessionToken(locator: locator, secret: refreshSecret),
            refreshExpiresAt: lifetime.refreshExpiresAt
        )
    }
}

/// How long the tokens of a pair last.
struct SessionLifetime {
    let accessExpiresAt: Instant
    let refreshExpiresAt: Instant

    /// The lifetime of a pair made `now` in a session opened at `openedAt`.
    init(openedAt: Instant, now: Instant) {
        let absolute = openedAt.adding(seconds: DomainLimits.refreshAbsoluteSeconds)
        refreshExpiresAt = min(now.adding(seconds: DomainLimits.refreshIdleSeconds), absolute)
        accessExpiresAt = min(
            now.adding(seconds: DomainLimits.accessTokenSeconds),
            refreshExpiresAt
        )
    }

    /// The lifetime that a stored session has.
    init(of session: Session) {
        accessExpiresAt = session.accessExpiresAt
        refreshExpiresAt = session.refreshExpiresAt
    }
}

extension SessionKey {
    /// A key for another session of somebody.
    init(user: UserNumber, random: any RandomSource) {
        let number = random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
        self.init(user: user, number: number)
    }
}
