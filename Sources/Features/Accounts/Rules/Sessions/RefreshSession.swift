package import Domain

/// Trades a refresh token for the next pair of tokens.
package struct RefreshSession: Sendable {
    /// The refresh token that came in the request; any text of the right form gets here.
    package let token: SessionToken

    /// Takes the refresh token.
    package init(token: SessionToken) {
        self.token = token
    }

    /// What came of it.
    ///
    /// Both cases are writes: a refusal here must not undo the end of the session.
    package enum Outcome: Equatable, Sendable {
        /// The next pair of tokens, or the same successor again for a reply that was lost.
        case granted(SessionGrant)
        /// A spent token came back, so one of two holders is a thief: the session has ended.
        case reuseEndedSession
    }

    /// Refuses a token that can be told to be worthless by reading alone.
    ///
    /// - Throws: `notAuthenticated` when the token is unknown or expired, or its user banned.
    package func check(in store: any SessionReading, _ context: Context) throws(DomainError) {
        _ = try session(in: store, context)
    }

    /// Rotates the session's tokens.
    ///
    /// A spent token yields the same successor again for 30 seconds while that is unused, because
    /// the first reply may have been lost.
    /// - Throws: `notAuthenticated` when the token is unknown or expired, or its user banned.
    package func run(in store: any SessionWriting, _ context: Context) throws(DomainError)
        -> Outcome
    {
        let session = try session(in: store, context)
        let digest = context.secrets.digest(token.secret)
        if context.secrets.equal(digest, session.refreshDigest) {
            return .granted(try rotate(session, in: store, context))
        }
        if let again = successor(of: digest, in: session, context) {
            return .granted(again.grant(at: token.locator, SessionLifetime(of: session)))
        }
        try store.endSession(session.key)
        return .reuseEndedSession
    }

    private func session(
        in store: any SessionReading,
        _ context: Context
    ) throws(DomainError) -> Session {
        guard let session = try store.session(at: token.locator),
            session.kind.identity != nil,
            session.isOpen(at: context.now),
            try !store.isBanned(session.key.user)
        else { throw .refused(.notAuthenticated) }
        return session
    }

    private func rotate(
        _ session: Session,
        in store: any SessionWriting,
        _ context: Context
    ) throws(DomainError) -> SessionGrant {
        let pair = SessionPair(random: context.random)
        let lifetime = SessionLifetime(openedAt: session.openedAt, now: context.now)
        var next = session
        next.rotation = Session.Rotation(
            spentDigest: session.refreshDigest,
            rotatedAt: context.now,
            sealedSuccessor: context.secrets.seal(pair.bytes)
        )
        next.refreshedAt = context.now
        next.accessDigest = context.secrets.digest(pair.accessSecret)
        next.accessExpiresAt = lifetime.accessExpiresAt
        next.refreshDigest = context.secrets.digest(pair.refreshSecret)
        next.refreshExpiresAt = lifetime.refreshExpiresAt
        try store.renew(next)
        return pair.grant(at: token.locator, lifetime)
    }

    private func successor(
        of spent: [UInt8],
        in session: Session,
        _ context: Context
    ) -> SessionPair? {
        guard let rotation = session.rotation,
            context.secrets.equal(spent, rotation.spentDigest),
            context.now <= rotation.rotatedAt.adding(seconds: DomainLimits.refreshGraceSeconds)
        else { return nil }
        return context.secrets.open(rotation.sealedSuccessor).flatMap(SessionPair.init(bytes:))
    }
}
