package import Domain

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
        /// What must follow since this use proves that the last refresh's reply arrived; nil when
        /// that was proven before.
        package let confirmation: ConfirmRotation?
    }

    /// Checks the token.
    ///
    /// - Throws: `notAuthenticated` when it is unknown, expired or revoked, or its user banned.
    package func run(in store: any SessionReading, _ context: Context) throws(DomainError)
        -> Outcome
    {
        guard let session = try store.session(at: token.locator),
            let kind = session.kind.identity,
            context.secrets.equal(context.secrets.digest(token.secret), session.accessDigest),
            context.now < session.accessExpiresAt,
            try !store.isBanned(session.key.user)
        else { throw .refused(.notAuthenticated) }
        return Outcome(
            identity: Identity(session: session.key, kind: kind),
            expiresAt: session.accessExpiresAt,
            confirmation: session.rotation.map { rotation in
                ConfirmRotation(session: session.key, spentDigest: rotation.spentDigest)
            }
        )
    }
}

/// Ends the grace of a spent refresh token once its successor was used.
package struct ConfirmRotation: Sendable {
    /// The session whose access token was used.
    package let session: SessionKey
    /// The digest of the refresh token whose successor was used, 32 bytes.
    package let spentDigest: [UInt8]

    /// Names the session and its rotation.
    package init(session: SessionKey, spentDigest: [UInt8]) {
        self.session = session
        self.spentDigest = spentDigest
    }

    /// Forgets the rotation, if the session still is and was not refreshed again meanwhile.
    package func run(in store: any SessionWriting) throws(DomainError) {
        guard var stored = try store.session(session),
            stored.rotation?.spentDigest == spentDigest
        else { return }
        stored.rotation = nil
        try store.put(stored)
    }
}
