package import AccountRules
internal import AccountStorage
package import Domain
internal import Glibc
internal import Locking
internal import Records

/// Finds out who makes a call.
///
/// A connection mostly speaks for one session, so it remembers the last token it saw with what that
/// token was worth, until a session of the same user ends or gets other tokens.
package struct Authenticator: Sendable {
    let dependencies: ServiceDependencies

    /// Looks tokens up in the store of a service.
    init(_ dependencies: ServiceDependencies) {
        self.dependencies = dependencies
    }

    /// The caller behind the token of a call that needs none; nil when it has none that is valid.
    package func identityIfAny(of credentials: CallCredentials) throws(DomainError) -> Identity? {
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
    package func identity(of credentials: CallCredentials) throws(DomainError) -> Identity {
        guard let text = credentials.accessToken else { throw .refused(.notAuthenticated) }
        let revocations = dependencies.revocations
        let now = dependencies.clock.now()
        if let known = credentials.memory.identity(of: text, at: now, revocations) {
            return known
        }
        guard let token = SessionToken(text: text.span) else {
            throw .refused(.notAuthenticated)
        }
        let context = dependencies.context
        let moment = revocations.now
        let outcome = try dependencies.store.read { store throws(DomainError) in
            try Authenticate(token: token).run(in: store, context)
        }
        if let confirmation = outcome.confirmation { confirm(confirmation) }
        try credentials.memory.remember(
            outcome,
            of: text,
            epoch: revocations.count(of: outcome.identity.user, unlessRevokedSince: moment),
            in: dependencies.accountConnections
        )
        return outcome.identity
    }

    private func confirm(_ rotation: ConfirmRotation) {
        dependencies.store.write(.vital) { store throws(DomainError) in
            try rotation.run(in: store)
        } completion: { _ in
            // Nothing waits for it: should it fail, the grace ends by its time.
        }
    }
}

/// What one connection remembers of its last token, and the accounts that it counts for.
///
/// Only the thread of the connection uses it.
package final class AuthenticationMemory: Sendable {
    private let state = Mutex(State())
    private let authenticated: @Sendable () -> Void

    fileprivate struct State {
        var last: Entry?
        /// The seats of other accounts, which the connection's streams keep.
        var keptSeats: [KeptSeat] = []
    }

    fileprivate final class Entry: Sendable {
        let text: [UInt8]
        let outcome: Authenticate.Outcome
        /// The count of the user's revocations for which it holds; nil when it may not hold.
        let epoch: UInt64?
        let seat: AccountSeat

        init(text: [UInt8], outcome: Authenticate.Outcome, epoch: UInt64?, seat: AccountSeat) {
            self.text = text
            self.outcome = outcome
            self.epoch = epoch
            self.seat = seat
        }
    }

    /// A seat that others keep, or no longer.
    fileprivate struct KeptSeat {
        weak var seat: AccountSeat?
    }

    /// Remembers nothing yet.
    ///
    /// - Parameter authenticated: What is called when the connection showed a valid token that it
    ///   did not show before.
    package init(authenticated: @escaping @Sendable () -> Void = {}) {
        self.authenticated = authenticated
    }

    /// The seat of the account whose token came last, for a stream to keep.
    var seat: AccountSeat? { state.withLock { $0.last?.seat } }

    /// A token of its own: the one that is remembered, if it has the same bytes.
    package func copy(of text: RawSpan) -> [UInt8] {
        if let last = state.withLock({ $0.last }), text.isEqual(to: last.text) { return last.text }
        return text.withUnsafeBytes { [UInt8]($0) }
    }

    fileprivate func identity(
        of text: [UInt8],
        at now: Instant,
        _ revocations: RevocationCounts
    ) -> Identity? {
        guard let last = state.withLock({ $0.last }), last.text == text,
            now < last.outcome.expiresAt,
            last.epoch == revocations.count(of: last.outcome.identity.user)
        else { return nil }
        return last.outcome.identity
    }

    /// Takes a token for the last one, and counts the connection as one of its account.
    ///
    /// - Throws: `tooManyConnections`; then all is as before.
    fileprivate func remember(
        _ outcome: Authenticate.Outcome,
        of text: [UInt8],
        epoch: UInt64?,
        in connections: AccountConnections
    ) throws(DomainError) {
        try state.withLock { state throws(DomainError) in
            let seat = try state.seat(for: outcome.identity.user, in: connections)
            state.replaceLast(by: Entry(text: text, outcome: outcome, epoch: epoch, seat: seat))
        }
        authenticated()
    }
}

extension AuthenticationMemory.State {
    /// The one seat of the connection for an account: one that it has, or a new one.
    fileprivate func seat(
        for user: UserNumber,
        in connections: AccountConnections
    ) throws(DomainError) -> AccountSeat {
        if let seat = last?.seat, seat.user == user { return seat }
        let kept = keptSeats.lazy.compactMap(\.seat).first { $0.user == user }
        if let kept { return kept }
        return try AccountSeat(user, in: connections)
    }

    fileprivate mutating func replaceLast(by next: AuthenticationMemory.Entry) {
        let left = AuthenticationMemory.KeptSeat(seat: last?.seat)
        last = next
        // What no stream keeps has gone with the entry.
        keptSeats.removeAll { $0.seat == nil || $0.seat === left.seat }
        if left.seat != nil { keptSeats.append(left) }
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
