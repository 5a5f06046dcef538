internal import Domain
internal import Glibc
internal import Locking

/// Finds out who makes a call.
///
/// A connection mostly speaks for one session, so it remembers the last token it saw with what that
/// token was worth; any session that ends anywhere makes all connections forget.
struct Authenticator: Sendable {
    let dependencies: ServiceDependencies

    /// The caller behind the token of a call that needs none; nil when it has none that is valid.
    func identityIfAny(of credentials: CallCredentials) throws(DomainError) -> Identity? {
        guard credentials.accessToken != nil else { return nil }
        do throws(DomainError) {
            return try identity(of: credentials)
        } catch .refused(.notAuthenticated) {
            return nil
        }
    }

    /// The caller behind the token of a call.
    ///
    /// - Throws: `notAuthenticated`.
    func identity(of credentials: CallCredentials) throws(DomainError) -> Identity {
        guard let text = credentials.accessToken else { throw .refused(.notAuthenticated) }
        let epoch = dependencies.revocations.value
        let now = dependencies.clock.now()
        if let known = credentials.memory.identity(of: text, at: now, epoch: epoch) {
            return known
        }
        guard let token = SessionToken(text: String(decoding: text, as: UTF8.self)) else {
            throw .refused(.notAuthenticated)
        }
        let context = dependencies.context
        let outcome = try dependencies.store.read { store throws(DomainError) in
            try Authenticate(token: token).run(in: store, context)
        }
        if outcome.confirmsRotation {
            confirmRotation(of: outcome.identity.session)
        }
        try credentials.memory.takeSeat(
            for: outcome.identity.user,
            in: dependencies.accountConnections
        )
        credentials.memory.remember(outcome, of: text, epoch: epoch)
        return outcome.identity
    }

    private func confirmRotation(of session: SessionKey) {
        dependencies.store.write { store throws(DomainError) in
            try ConfirmRotation(session: session).run(in: store)
        } completion: { _ in
            // Nothing waits for it: should it fail, the grace ends by its time.
        }
    }
}

/// What one connection remembers of its last token.
///
/// Only the thread of the connection uses it.
package final class AuthenticationMemory: Sendable {
    private let last = Mutex<Entry?>(nil)
    private let seat = Mutex<AccountSeat?>(nil)
    private let authenticated: @Sendable () -> Void

    private final class Entry: Sendable {
        let text: [UInt8]
        let outcome: Authenticate.Outcome
        let epoch: UInt64

        init(text: [UInt8], outcome: Authenticate.Outcome, epoch: UInt64) {
            self.text = text
            self.outcome = outcome
            self.epoch = epoch
        }
    }

    /// Remembers nothing yet.
    ///
    /// - Parameter authenticated: What is called when the connection showed a valid token that it
    ///   did not show before.
    package init(authenticated: @escaping @Sendable () -> Void = {}) {
        self.authenticated = authenticated
    }

    /// Counts the connection as one of a user, and no longer as one of who was there before.
    fileprivate func takeSeat(
        for user: UserNumber,
        in connections: AccountConnections
    ) throws(DomainError) {
        try seat.withLock { seat throws(DomainError) in
            if let taken = seat.take() {
                if taken.user == user {
                    seat = consume taken
                    return
                }
            }
            seat = try AccountSeat(user, in: connections)
        }
        authenticated()
    }

    /// A token of its own: the one that is remembered, if it has the same bytes.
    package func copy(of text: RawSpan) -> [UInt8] {
        if let last = last.withLock({ $0 }), text.isEqual(to: last.text) { return last.text }
        return text.withUnsafeBytes { [UInt8]($0) }
    }

    fileprivate func identity(of text: [UInt8], at now: Instant, epoch: UInt64) -> Identity? {
        guard let last = last.withLock({ $0 }), last.epoch == epoch, last.text == text,
            now < last.outcome.expiresAt
        else { return nil }
        return last.outcome.identity
    }

    fileprivate func remember(_ outcome: Authenticate.Outcome, of text: [UInt8], epoch: UInt64) {
        // The epoch was read before the store: a session that ended in between makes this stale.
        last.withLock { $0 = Entry(text: text, outcome: outcome, epoch: epoch) }
    }
}

extension RawSpan {
    /// Whether the bytes are the same as those of an array.
    fileprivate func isEqual(to array: [UInt8]) -> Bool {
        guard byteCount == array.count else { return false }
        return withUnsafeBytes { bytes in
            guard let own = bytes.baseAddress else { return true }
            return memcmp(own, array, bytes.count) == 0
        }
    }
}
