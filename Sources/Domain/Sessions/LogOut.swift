/// Ends the caller's session, or all of the caller's sessions.
package struct LogOut: Sendable {
    package let identity: Identity
    package let scope: Scope

    /// Which sessions end.
    package enum Scope: Sendable {
        case thisSession
        case everywhere
    }

    /// Names the caller and which sessions end.
    package init(identity: Identity, scope: Scope) {
        self.identity = identity
        self.scope = scope
    }

    /// Ends them.
    package func run(in store: any Writing) throws(DomainError) {
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
