package import AccountRules
internal import AccountStorage
package import Domain
internal import Locking
internal import Records

/// Finds out who makes a call.
///
/// What a token was worth is remembered until a session of the same user ends or gets other tokens,
/// by the connection that it came over last, and for all of them.
package struct Authenticator: Sendable {
    let dependencies: ServiceDependencies

    /// Looks tokens up in the store of a service.
    package init(_ dependencies: ServiceDependencies) {
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
        let known: KnownToken
        if let found = dependencies.knownTokens.token(text), found.holds(at: now, revocations) {
            known = found
        } else {
            known = try lookedUp(text)
        }
        try credentials.memory.remember(known, in: dependencies.accountConnections)
        return known.identity
    }

    /// What the store says of a token.
    private func lookedUp(_ text: TokenText) throws(DomainError) -> KnownToken {
        guard let token = text.token else { throw .refused(.notAuthenticated) }
        let (revocations, context) = (dependencies.revocations, dependencies.context)
        let moment = revocations.now
        let outcome = try dependencies.store.read { store throws(DomainError) in
            try Authenticate(token: token).run(in: store, context)
        }
        if let confirmation = outcome.confirmation { confirm(confirmation) }
        let epoch = revocations.count(of: outcome.identity.user, unlessRevokedSince: moment)
        let known = KnownToken(text, outcome, epoch: epoch)
        if epoch != nil { dependencies.knownTokens.keep(known) }
        return known
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
    /// Whether the connection counts for the accounts whose tokens it shows.
    private let takesSeats: Bool
    /// What the connection itself proves of its peer.
    package let proof: ConnectionProof

    fileprivate struct State {
        var last: Entry?
        /// The seats of other accounts, which the connection's streams keep.
        var keptSeats: [KeptSeat] = []
    }

    fileprivate struct Entry {
        let token: KnownToken
        /// Where the connection counts for the account.
        let seat: AccountSeat?
    }

    /// A seat that others keep, or no longer.
    fileprivate struct KeptSeat {
        weak var seat: AccountSeat?
    }

    /// Remembers nothing yet.
    ///
    /// - Parameters:
    ///   - proof: What the connection proves.
    ///   - authenticated: What is called when the connection showed a valid token that it did not
    ///     show before.
    package init(
        _ proof: ConnectionProof = ConnectionProof(),
        authenticated: @escaping @Sendable () -> Void = {}
    ) {
        self.proof = proof
        self.authenticated = authenticated
        takesSeats = true
    }

    /// Remembers nothing yet of a connection that many share, as those of a proxy: it counts for
    /// nobody.
    package static func ofSharedConnection(
        _ proof: ConnectionProof = ConnectionProof()
    ) -> AuthenticationMemory {
        AuthenticationMemory(shared: proof)
    }

    private init(shared proof: ConnectionProof) {
        self.proof = proof
        takesSeats = false
        authenticated = {}
    }

    /// Takes note that the peer has proven who it is otherwise than by a token.
    func markAuthenticated() { authenticated() }

    /// The seat of the account whose token came last, for a stream to keep.
    var seat: AccountSeat? { state.withLock { $0.last?.seat } }

    fileprivate func identity(
        of text: TokenText,
        at now: Instant,
        _ revocations: RevocationCounts
    ) -> Identity? {
        guard let last = state.withLock({ $0.last?.token }), last.text == text,
            last.holds(at: now, revocations)
        else { return nil }
        return last.identity
    }

    /// Takes a token for the last one, and counts the connection as one of its account.
    ///
    /// - Throws: `tooManyConnections`; then all is as before.
    fileprivate func remember(
        _ token: KnownToken,
        in connections: AccountConnections
    ) throws(DomainError) {
        try state.withLock { state throws(DomainError) in
            let seat =
                takesSeats ? try state.seat(for: token.identity.user, in: connections) : nil
            state.replaceLast(by: Entry(token: token, seat: seat))
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
