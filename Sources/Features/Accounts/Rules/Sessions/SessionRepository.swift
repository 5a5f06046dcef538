package import Domain

/// Reads sessions.
package protocol SessionReading: AnyObject {
    /// The session that a token's locator points to.
    func session(at locator: OpaqueID) throws(DomainError) -> Session?
    /// The session of this key.
    func session(_ key: SessionKey) throws(DomainError) -> Session?
    /// Whether there is a session of this key; cheaper than reading it.
    func hasSession(_ key: SessionKey) throws(DomainError) -> Bool
    /// Whether an account or guest was banned without being named; an account that was banned by
    /// its name has a status that says so.
    func isBanned(_ user: UserNumber) throws(DomainError) -> Bool
    /// All sessions of a user, in no particular order.
    func sessions(of user: UserNumber) throws(DomainError) -> [Session]
    /// Where tokens of this session point to.
    func locator(of key: SessionKey) -> OpaqueID
    /// What the owner of a session names it by.
    func sessionID(of key: SessionKey) -> SessionID
    /// The session that an id would be that of, whether or not there is one.
    func sessionKey(of id: SessionID) -> SessionKey
    /// Looks through the sessions of all users, after `place`, for those whose time was over
    /// before a moment, or which were refreshed after one; a damaged one is passed over.
    ///
    /// It looks at `recordCountMax` sessions at most, and stops when it has found `foundCountMax`.
    func lapsedSessions(
        before end: Instant,
        orRefreshedAfter latest: Instant,
        after place: SessionKey?,
        recordCountMax: Int,
        foundCountMax: Int
    ) throws(DomainError) -> LapsedSessions
}

/// What one step of looking for sessions whose time is over has found.
package struct LapsedSessions: Equatable, Sendable {
    /// Those that were found.
    package var keys: [SessionKey]
    /// The last session that was looked at, after which the next step begins; nil at the end.
    package var next: SessionKey?

    /// Joins both.
    package init(keys: [SessionKey], next: SessionKey?) {
        self.keys = keys
        self.next = next
    }
}

/// Writes sessions.
package protocol SessionWriting: SessionReading {
    /// Stores a new or changed session.
    func put(_ session: Session) throws(DomainError)
    /// Stores a session with its next pair of tokens; who remembers the last pair is told once that
    /// is durable.
    func renew(_ session: Session) throws(DomainError)
    /// Ends a session; its streams are told once that is durable.
    func endSession(_ key: SessionKey) throws(DomainError)
}
