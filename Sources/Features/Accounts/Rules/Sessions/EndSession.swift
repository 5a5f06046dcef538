package import Domain

/// Ends one of the caller's sessions; that of the call as `LogOut` does.
package struct EndSession: Sendable {
    /// The caller, account or guest, with the session of the call.
    package let identity: Identity
    /// The session that ends.
    package let session: SessionID

    /// Names the caller and the session.
    package init(identity: Identity, session: SessionID) {
        self.identity = identity
        self.session = session
    }

    /// Ends it.
    ///
    /// - Throws: `sessionNotFound` where it is none of the caller's, or has ended.
    package func run(in store: any AccountWriting & SessionWriting, at now: Instant)
        throws(DomainError)
    {
        let key = store.sessionKey(of: session)
        guard key.user == identity.user, let found = try store.session(key),
            found.isOpen(at: now)
        else { throw .refused(.sessionNotFound) }
        if key == identity.session {
            try LogOut(identity: identity, scope: .thisSession).run(in: store, at: now)
        } else {
            try store.endSession(key)
        }
    }
}
