package import Domain

/// Ends the caller's session, or all of the caller's sessions.
///
/// A guest, whom nobody can be again, is deleted then as an account is that its owner deletes.
package struct LogOut: Sendable {
    /// The caller, account or guest, with the session of the call.
    package let identity: Identity
    /// Which of the caller's sessions end.
    package let scope: Scope

    /// Which sessions end.
    package enum Scope: Sendable {
        /// Ends the session of this call and leaves the others.
        case thisSession
        /// Ends all sessions of the caller, on all devices.
        case everywhere
    }

    /// Names the caller and which sessions end.
    package init(identity: Identity, scope: Scope) {
        self.identity = identity
        self.scope = scope
    }

    /// Ends them.
    package func run(in store: any AccountWriting & SessionWriting, at now: Instant)
        throws(DomainError)
    {
        if identity.kind == .guest { return try store.remove(identity.user, at: now) }
        switch scope {
        case .thisSession:
            try store.endSession(identity.session)
        case .everywhere:
            for session in try store.sessions(of: identity.user) {
                try store.endSession(session.key)
            }
        }
    }
}
