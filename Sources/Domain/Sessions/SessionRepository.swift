/// Reads sessions.
package protocol SessionReading: AnyObject {
    /// The session that a token's locator points to.
    func session(at locator: OpaqueID) throws(DomainError) -> Session?
    /// The session of this key.
    func session(_ key: SessionKey) throws(DomainError) -> Session?
    /// Whether there is a session of this key; cheaper than reading it.
    func hasSession(_ key: SessionKey) throws(DomainError) -> Bool
    /// All sessions of a user, in no particular order.
    func sessions(of user: UserNumber) throws(DomainError) -> [Session]
    /// Where tokens of this session point to.
    func locator(of key: SessionKey) -> OpaqueID
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
