/// A person's connection to a Notelet server: sends, reads and answers anonymous notes.
///
///     let notelet = try Notelet("tcp://127.0.0.1:7575")
///     try await notelet.signUp(
///         username: "testuser",
///         email: "test@example.com",
///         password: "correct horse battery staple"
///     )
///     let link = try await notelet.link()
///     print(link?.shareableText ?? "The link is switched off.")
///     for try await page in notelet.watch() {
///         for change in page.changes {
///             if case .received(let note) = change.kind { print(note.senderName, note.content) }
///         }
///     }
///
/// It connects with the first call, and again whenever the connection was lost. A call that did not
/// get through is tried again a few times; one that changes something carries the same idempotency
/// key each time, so that it happens at most once; ``IdempotencyKey`` says when to bring your own.
/// Sign in once: the session is kept in a `SessionStore` and refreshed by itself.
///
/// Any number of tasks may use it at a time. Letting go of it closes the connection.
public final class Notelet: Sendable {
    /// The address of the server, as it was understood.
    public let server: String

    let caller: Caller
    let sessions: SessionKeeper
    /// The log-in that its calls are of; nil for whichever there is.
    let label: String?

    /// Prepares a connection; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - address: `https://host`, whose server must have a certificate for that host that the
    ///     system trusts, or `http://host:port`, which is not encrypted. On Linux also
    ///     `tls://host:port`, whose server must have a certificate for that host, and
    ///     `tcp://host:port` and `unix:///path`, which are not encrypted.
    ///   - sessions: What keeps the session; in memory unless given.
    ///   - configuration: How patient to be, and whom to trust.
    /// - Throws: `NoteletError` with `invalidAddress` or `unusableCertificate`.
    public convenience init(
        _ address: String,
        sessions: any SessionStore = MemorySessionStore(),
        configuration: NoteletConfiguration = NoteletConfiguration()
    ) throws(NoteletError) {
        try self.init(
            address,
            sessions: sessions,
            configuration: configuration,
            sources: .system
        )
    }

    /// Prepares a connection that takes time and chance from elsewhere.
    package convenience init(
        _ address: String,
        sessions: any SessionStore,
        configuration: NoteletConfiguration,
        sources: ClientSources
    ) throws(NoteletError) {
        self.init(
            over: try Carrier(to: address, configuration),
            sessions: sessions,
            configuration: configuration,
            sources: sources
        )
    }

    /// Prepares a connection over what carries calls, whatever that is; nothing is sent yet.
    package init(
        over carrier: Carrier,
        sessions: any SessionStore,
        configuration: NoteletConfiguration,
        sources: ClientSources
    ) {
        server = carrier.server
        caller = Caller(carrier: carrier, configuration: configuration, sources: sources)
        self.sessions = SessionKeeper(in: sessions, of: server, caller: caller)
        label = nil
    }

    private init(server: String, caller: Caller, sessions: SessionKeeper, label: String) {
        self.server = server
        self.caller = caller
        self.sessions = sessions
        self.label = label
    }

    /// Calls a method of the service that answers once.
    ///
    /// The other methods of this type are short forms of it; all methods of the contract are there
    /// as descriptors, such as `MessagesAPI.sendToLink`.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - request: The request.
    ///   - key: What names the intention, for a method that changes something.
    /// - Returns: The response.
    /// - Throws: `NoteletError`.
    public func call<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ request: Request,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> Response {
        var ticket = caller.ticket(for: method.summary, named: key)
        let token = try await tokenForCall(of: method.summary)
        do throws(NoteletError) {
            return try await caller.call(method, request, token: token, &ticket)
        } catch {
            guard error.code == .notAuthenticated, let token else { throw error }
            let next = try await refreshed(token, within: ticket)
            return try await caller.call(method, request, token: next, &ticket)
        }
    }

    /// The token that a call begins with; that there is none to be had is before anything is done.
    private func tokenForCall(
        of method: MethodSummary
    ) async throws(NoteletError) -> AccessToken? {
        do throws(NoteletError) {
            return try await token(for: method)
        } catch {
            throw error.knowing(mayBeDone: false)
        }
    }

    /// The token that follows one which the server took no longer in the midst of a call.
    private func refreshed(
        _ token: AccessToken,
        within ticket: Caller.Ticket
    ) async throws(NoteletError) -> AccessToken {
        do throws(NoteletError) {
            return try await sessions.refresh(spent: token)
        } catch {
            // How the refresh ended says nothing of the call.
            throw error.knowing(mayBeDone: ticket.mayBeDone)
        }
    }

    /// Calls a method, and takes out of the response what it was called for.
    package func call<Request, Response, Value>(
        _ method: MethodDescriptor<Request, Response>,
        _ request: Request,
        giving value: (Response) -> Value?,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> Value {
        let response = try await call(method, request, idempotencyKey: key)
        guard let value = value(response) else { throw .incomplete(method.summary) }
        return value
    }

    /// Whether a session is kept; the server may have ended it.
    ///
    /// - Throws: `NoteletError` with `sessionStore`.
    public func isSignedIn() async throws(NoteletError) -> Bool {
        try await sessions.hasSession()
    }

    /// Whether somebody is signed in: the present state, then each change, until this client is let
    /// go.
    ///
    ///     for await state in try await notelet.sessionStates() {
    ///         show(state == .signedOut ? loginScreen : mainScreen)
    ///     }
    ///
    /// Refreshes are no change. Who is slow misses states in between, never the last one.
    /// - Throws: `NoteletError` with `sessionStore`.
    public func sessionStates() async throws(NoteletError) -> AsyncStream<SessionState> {
        try await sessions.states()
    }

    /// What tells the log-in of the session from others; nil where nobody is signed in.
    ///
    /// - Throws: `NoteletError` with `sessionStore`.
    package func sessionLabel() async throws(NoteletError) -> String? {
        try await sessions.label()
    }

    /// Takes over what another program that shares the session store has made of it.
    ///
    /// - Throws: `NoteletError` with `sessionStore`.
    package func noticeOtherPrograms() async throws(NoteletError) {
        try await sessions.noticeOthers()
    }

    /// The same connection for one log-in alone: its calls fail with `notAuthenticated` as soon as
    /// somebody else is signed in, so that nothing goes out under another name.
    ///
    /// - Parameter label: As `sessionLabel`.
    /// - Returns: The connection.
    package func bound(to label: String) -> Notelet {
        Notelet(server: server, caller: caller, sessions: sessions, label: label)
    }

    /// Closes the connection; calls that are under way, and later ones, fail with `unreachable`.
    public func close() async {
        await caller.close()
    }

    /// The token that a method is called with; nil where it needs none or there is none.
    ///
    /// - Throws: `notAuthenticated` where the session is found to be over, or is not that of the
    ///   log-in which this connection is for.
    func token(for method: MethodSummary) async throws(NoteletError) -> AccessToken? {
        switch method.token {
        case .none:
            return nil
        case .required:
            return try await sessions.accessToken(of: label)
        case .optional:
            do throws(NoteletError) {
                return try await sessions.accessToken(of: label)
            } catch {
                // Who was signed in is not to write as a stranger without a word.
                guard error.code == .notAuthenticated, label == nil, !method.isWrite else {
                    throw error
                }
                return nil
            }
        }
    }
}
