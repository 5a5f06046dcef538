package import Domain

/// Gives whoever sends a note without being signed in a ticket to its answer.
///
/// The sender is a guest of its own, with a session that nobody can call with: the secret of its
/// access token is thrown away, and the ticket is its other token. With the session's end the guest
/// is erased, like any other.
package struct IssueTicket: Sendable {
    /// The guest.
    package let user: UserNumber
    /// How many seconds the ticket lasts.
    package let lifetimeSeconds: Int64

    /// Names the guest and the time.
    package init(user: UserNumber, lifetimeSeconds: Int64) {
        self.user = user
        self.lifetimeSeconds = lifetimeSeconds
    }

    /// Stores what the ticket is checked against.
    package func run(
        in store: any SessionWriting,
        _ context: Context
    ) throws(DomainError) -> TicketGrant {
        let key = SessionKey(user: user, random: context.random)
        let pair = SessionPair(random: context.random)
        let expiresAt = context.now.adding(seconds: lifetimeSeconds)
        try store.put(
            Session(
                key: key,
                kind: .ticket,
                openedAt: context.now,
                refreshedAt: context.now,
                accessDigest: context.secrets.digest(pair.accessSecret),
                accessExpiresAt: context.now,
                refreshDigest: context.secrets.digest(pair.refreshSecret),
                refreshExpiresAt: expiresAt
            )
        )
        let ticket = SessionToken(locator: store.locator(of: key), secret: pair.refreshSecret)
        return TicketGrant(ticket: ticket, expiresAt: expiresAt)
    }
}

/// A ticket to an answer as it is handed out, once.
package struct TicketGrant: Equatable, Sendable {
    /// What the answer is read with.
    package let ticket: SessionToken
    /// When it ends, exclusive.
    package let expiresAt: Instant
}

/// Finds out whose note a ticket is for.
package struct CheckTicket: Sendable {
    /// The ticket that came; any text of the right form gets here.
    package let ticket: SessionToken

    /// Reads a ticket.
    ///
    /// - Throws: `ticketNotFound` where it is none.
    package init(_ text: String) throws(DomainError) {
        guard let ticket = SessionToken(text: text) else { throw .refused(.ticketNotFound) }
        self.ticket = ticket
    }

    /// Checks the ticket.
    ///
    /// - Throws: `ticketNotFound` when it is unknown or has ended, or its guest banned.
    /// - Returns: The guest whose only note it is for, and when it ends.
    package func run(
        in store: any SessionReading,
        _ context: Context
    ) throws(DomainError) -> (user: UserNumber, expiresAt: Instant) {
        guard let session = try store.session(at: ticket.locator), session.kind == .ticket,
            context.secrets.equal(context.secrets.digest(ticket.secret), session.refreshDigest),
            session.isOpen(at: context.now),
            try !store.isBanned(session.key.user)
        else { throw .refused(.ticketNotFound) }
        return (session.key.user, session.refreshExpiresAt)
    }
}
