package import Domain

/// Finds where somebody is signed in.
package struct ListSessions: Sendable {
    /// The caller, account or guest.
    package let identity: Identity

    /// Names the caller.
    package init(identity: Identity) {
        self.identity = identity
    }

    /// Reads the sessions that can still be refreshed, the last refreshed first.
    package func run(
        in store: any SessionReading,
        at now: Instant
    ) throws(DomainError) -> [Session] {
        try store.sessions(of: identity.user)
            .filter { $0.isOpen(at: now) }
            .sorted { $0.refreshedAt > $1.refreshedAt }
    }
}
