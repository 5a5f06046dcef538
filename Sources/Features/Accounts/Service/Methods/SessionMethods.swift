internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving
internal import TTRPC

/// Signing in and out.
extension AccountMethods {
    func logIn(_ method: AccountsAPI.LogIn) -> ServedMethod {
        endpoint.changeOpenlyAfterHashing(method, for: .vital, replyForm: .sealed) {
            request,
            origin throws(DomainError) in
            try limiter[.signIns].pass(RateKey(origin))
            return { () throws(DomainError) in
                let command = try checkedLogIn(request, from: origin, dependencies)
                return { store, context throws(DomainError) in
                    let (user, session) = try command.run(in: store, context)
                    return LogInResponse(
                        user: NoteletAPI.User(user, linkBaseURL: dependencies.linkBaseURL),
                        session: NoteletAPI.Session(session)
                    )
                }
            }
        }
    }

    func refresh(_ method: AccountsAPI.Refresh) -> ServedMethod {
        endpoint.changeOpenly(method, for: .vital, replyForm: .sealed) {
            request,
            _ throws(DomainError) in
            let command = try RefreshSession(request)
            // A token that nobody has is no matter for the writer, whom all wait for.
            let context = dependencies.context
            try dependencies.store.read { store throws(DomainError) in
                try command.check(in: store, context)
            }
            return { store, context throws(DomainError) in
                switch try command.run(in: store, context) {
                case .granted(let grant):
                    return RefreshResponse(session: NoteletAPI.Session(grant))
                case .reuseEndedSession:
                    return RefreshResponse(session: nil)
                }
            }
        }
        .mappingOutcome { outcome in
            // A response without a session is a refusal whose change had to be committed.
            outcome.flatMap { response in
                response.isEmpty ? .failure(.refused(.notAuthenticated)) : .success(response)
            }
        }
    }

    func logOut(_ method: AccountsAPI.LogOut) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, caller, _ in
            { store, context throws(DomainError) in
                let scope: LogOut.Scope = request.everywhere ? .everywhere : .thisSession
                try LogOut(identity: caller, scope: scope).run(in: store, at: context.now)
            }
        }
    }

    func listSessions(_ method: AccountsAPI.ListSessions) -> ServedMethod {
        endpoint.read(method) { _, caller, store, context throws(DomainError) in
            let sessions = try ListSessions(identity: caller).run(in: store, at: context.now)
            return ListSessionsResponse(
                sessions: sessions.map { session in
                    NoteletAPI.OpenSession(
                        session,
                        id: store.sessionID(of: session.key),
                        isCurrent: session.key == caller.session
                    )
                }
            )
        }
    }

    func endSession(_ method: AccountsAPI.EndSession) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, caller, _ throws(DomainError) in
            let id = try SessionID(request.sessionID, field: "session_id")
            return { store, context throws(DomainError) in
                try EndSession(identity: caller, session: id).run(in: store, at: context.now)
            }
        }
    }
}

extension RefreshSession {
    fileprivate init(_ request: RefreshRequest) throws(DomainError) {
        guard let token = SessionToken(text: request.refreshToken) else {
            throw .refused(.notAuthenticated)
        }
        self.init(token: token)
    }
}

extension SignInName {
    /// The name that a request gives.
    fileprivate init(_ request: LogInRequest) throws(DomainError) {
        self =
            request.email.isEmpty
            ? .username(try Username(request.username)) : .email(try EmailAddress(request.email))
    }
}

extension RateKey {
    /// Counts the attempts at the name that a request gives.
    ///
    /// The two names of an account have a count each: one for both would tell whoever makes
    /// attempts at both that they are of one account, and so whose an address is.
    fileprivate init(_ request: LogInRequest) {
        self =
            request.email.isEmpty
            ? RateKey(username: request.username.lowercased())
            : RateKey(email: request.email.lowercased())
    }
}

/// Checks name and password; runs on the password pool.
///
/// A name without an account costs the same time and earns the same refusal as a wrong
/// password, so that nobody learns who has an account.
private func checkedLogIn(
    _ request: LogInRequest,
    from origin: PeerOrigin,
    _ dependencies: ServiceDependencies
) throws(DomainError) -> LogIn {
    let account = RateKey(request)
    let device = RateKey(origin, account)
    let failures = dependencies.limiter.signInFailures
    try failures.attempt(account, from: device)
    let found: (user: UserNumber, hash: PasswordHash)?
    if let name = try? SignInName(request) {
        found = try dependencies.store.read { store throws(DomainError) in
            try FindCredentials(of: name).run(in: store)
        }
    } else {
        found = nil
    }
    // A longer one than any is wrong, and hashing its beginning costs what others cost.
    let password = TypedPassword(request.password).composed
    guard let found else {
        dependencies.passwords.verifyNothing(password)
        throw .refused(.wrongCredentials)
    }
    guard dependencies.passwords.verify(password, against: found.hash) else {
        throw .refused(.wrongCredentials)
    }
    failures.succeed(account, from: device)
    return LogIn(user: found.user, checkedHash: found.hash)
}
