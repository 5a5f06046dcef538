extension Notelet {
    /// Opens an account and signs in.
    ///
    /// - Parameters:
    ///   - username: 2 to 30 letters, digits, `_`, `-` or `.`; unique.
    ///   - email: Unique, too.
    ///   - password: At least 15 characters, without the username or the e-mail name in it.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The new account.
    /// - Throws: `NoteletError`, `refused` with `usernameTaken`, `emailTaken` or `weakPassword`.
    @discardableResult
    public func signUp(
        username: String,
        email: String,
        password: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> User {
        let request = SignUpRequest(username: username, email: email, password: password)
        let response = try await call(AccountsAPI.signUp, request, idempotencyKey: key)
        return try await signIn(response.user, response.session, by: AccountsAPI.signUp.summary)
    }

    /// Signs in by the e-mail address.
    ///
    /// - Parameters:
    ///   - email: The e-mail address of the account.
    ///   - password: The password.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The account.
    /// - Throws: `NoteletError`, `refused` with `wrongCredentials`.
    @discardableResult
    public func logIn(
        email: String,
        password: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> User {
        let request = LogInRequest(email: email, password: password)
        let response = try await call(AccountsAPI.logIn, request, idempotencyKey: key)
        return try await signIn(response.user, response.session, by: AccountsAPI.logIn.summary)
    }

    /// Signs in by the username.
    ///
    /// - Parameters:
    ///   - username: The name that the account has at present.
    ///   - password: The password.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The account.
    /// - Throws: `NoteletError`, `refused` with `wrongCredentials`.
    @discardableResult
    public func logIn(
        username: String,
        password: String,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> User {
        let request = LogInRequest(password: password, username: username)
        let response = try await call(AccountsAPI.logIn, request, idempotencyKey: key)
        return try await signIn(response.user, response.session, by: AccountsAPI.logIn.summary)
    }

    /// Becomes a guest: somebody without account who can write and read the answers.
    ///
    /// - Parameter key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`.
    public func becomeGuest(
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        let response = try await call(
            AccountsAPI.createGuest,
            CreateGuestRequest(),
            idempotencyKey: key
        )
        guard let session = response.session else {
            throw .incomplete(AccountsAPI.createGuest.summary)
        }
        try await sessions.start(session)
    }

    /// Ends the session, at the server and here; does nothing when nobody is signed in.
    ///
    /// - Parameter key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`; the session is still there then.
    public func logOut(
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        try await logOut(LogOutRequest(), idempotencyKey: key)
    }

    /// Ends all sessions of the account, this one included.
    ///
    /// - Parameter key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`; the session is still there then.
    public func logOutEverywhere(
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        try await logOut(LogOutRequest(everywhere: true), idempotencyKey: key)
    }

    /// The open sessions of who is signed in, the last refreshed first.
    ///
    /// - Returns: At most 20; `isCurrent` says which is that of this client.
    /// - Throws: `NoteletError`.
    public func openSessions() async throws(NoteletError) -> [OpenSession] {
        try await call(AccountsAPI.listSessions, ListSessionsRequest()).sessions
    }

    /// Ends one of the open sessions, such as that of a lost telephone.
    ///
    /// - Parameters:
    ///   - id: As `OpenSession.id`; that of this client's session signs out as `logOut` does, also
    ///     a guest, who is deleted by it, but for what is kept here.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `sessionNotFound`.
    public func endSession(
        _ id: [UInt8],
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        let request = EndSessionRequest(sessionID: id)
        _ = try await call(AccountsAPI.endSession, request, idempotencyKey: key)
    }

    /// Forgets the session without telling the server, which keeps it until it ends by itself.
    ///
    /// - Throws: `NoteletError` with `sessionStore`.
    public func forgetSession() async throws(NoteletError) {
        guard let label = try await sessions.label() else { return }
        try await sessions.end(label)
    }

    /// Who is signed in: an account, a guest, or nobody.
    ///
    /// - Returns: The account or the guest; nil for nobody.
    /// - Throws: `NoteletError`.
    public func currentUser() async throws(NoteletError) -> GetCurrentUserResponse.Identity? {
        let method = AccountsAPI.getCurrentUser
        let token = try await token(for: method.summary)
        let response = try await call(method, GetCurrentUserRequest())
        if let identity = response.identity { return identity }
        guard let token else { return nil }
        // To this method a token that has ended is none, so a slow clock shows only here.
        do throws(NoteletError) {
            _ = try await sessions.refresh(spent: token)
        } catch {
            guard error.code == .notAuthenticated else { throw error }
            return nil
        }
        return try await call(method, GetCurrentUserRequest()).identity
    }

    private func signIn(
        _ user: User?,
        _ session: Session?,
        by method: MethodSummary
    ) async throws(NoteletError) -> User {
        guard let user, let session else { throw .incomplete(method) }
        try await sessions.start(session)
        return user
    }

    private func logOut(
        _ request: LogOutRequest,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        guard let label = try await sessions.label() else { return }
        // The log-in that this connection is for is over.
        if let own = self.label, own != label { return }
        do throws(NoteletError) {
            _ = try await bound(to: label).call(AccountsAPI.logOut, request, idempotencyKey: key)
        } catch {
            // A session that has ended already is what was asked for.
            guard error.code == .notAuthenticated else { throw error }
        }
        try await sessions.end(label)
    }
}
