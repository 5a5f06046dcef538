/// Finds out who makes a call.
package struct Authenticate: Sendable {
    /// The token that came with the call; any text of the right form gets here.
    package let token: SessionToken

    /// Takes the token that came with the call.
    package init(token: SessionToken) {
        self.token = token
    }

    /// What a valid access token says.
    package struct Outcome: Sendable {
        /// The caller for whom the token speaks.
        package let identity: Identity
        /// When the token ends, exclusive; nobody may rely on the outcome from then on.
        package let expiresAt: Instant
        /// Whether this use proves that the last refresh's reply arrived; then
        /// `ConfirmRotation` must follow.
        package let confirmsRotation: Bool
    }

    /// Checks the token.
    ///
    /// - Throws: `notAuthenticated` when it is unknown, expired or revoked.
    package func run(in store: any Reading, _ context: Context) throws(DomainError) -> Outcome {
        guard let session = try store.session(at: token.locator),
            context.secrets.equal(context.secrets.digest(token.secret), session.accessDigest),
            context.now < session.accessExpiresAt
        else { throw .refused(.notAuthenticated) }
        return Outcome(
            identity: Identity(session: session.key, kind: session.kind),
            expiresAt: session.accessExpiresAt,
            confirmsRotation: session.rotation != nil
        )
    }
}

/// Ends the grace of a spent refresh token once its successor was used.
package struct ConfirmRotation: Sendable {
    /// The session whose access token was used.
    package let session: SessionKey

    /// Names the session.
    package init(session: SessionKey) {
        self.session = session
    }

    /// Forgets the rotation, if the session still is and still has one.
    package func run(in store: any Writing) throws(DomainError) {
        guard var stored = try store.session(session), stored.rotation != nil else { return }
        stored.rotation = nil
        try store.put(stored)
    }
}
