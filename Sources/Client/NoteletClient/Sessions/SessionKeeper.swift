/// Knows the session, and refreshes it: once, however many calls need it at a time.
actor SessionKeeper {
    private let store: any SessionStore
    private let caller: Caller
    private let server: String
    private var current: StoredSession? {
        didSet {
            let state = SessionState(of: current)
            // A refresh is no change.
            if state != SessionState(of: oldValue) { observers.tell(state) }
        }
    }
    /// Whether `current` counts; else the store is asked, into which another program may sign in.
    private var isLoaded = false
    /// Whether the store could not keep `current`, and so holds tokens that are spent.
    private var isUnsaved = false
    /// How many are about to change what the store holds.
    private var savingCount = 0
    private let observers = SessionObservers()
    /// When the current session came from the server, on the steady clock.
    private var obtainedAt: Duration?
    private var refreshing: Task<Result<AccessToken, NoteletError>, Never>?
    /// Counts log-ins and log-outs, so that a refresh that they overtook is dropped.
    private var generation = 0

    init(in store: any SessionStore, of server: String, caller: Caller) {
        self.store = store
        self.server = server
        self.caller = caller
    }

    /// Whether there is a session, ended or not.
    func hasSession() async throws(NoteletError) -> Bool {
        try await load()
        return current != nil
    }

    /// What tells the log-in of the session from others; nil where nobody is signed in.
    func label() async throws(NoteletError) -> String? {
        try await load()
        return current?.label
    }

    /// The present state, and each that follows.
    func states() async throws(NoteletError) -> AsyncStream<SessionState> {
        try await load()
        return observers.states(from: SessionState(of: current))
    }

    /// Takes over what another program has made of the store: a log-in, or the end of one.
    func noticeOthers() async throws(NoteletError) {
        guard isLoaded, !isUnsaved, savingCount == 0, let present = current else { return }
        let stored = try await loadStored()
        guard savingCount == 0, current == present, stored?.label != present.label else { return }
        generation += 1
        obtainedAt = nil
        current = stored
        isLoaded = stored != nil
    }

    /// The token for a call, refreshed before it ends; nil when nobody is signed in.
    ///
    /// - Parameter label: The log-in that it is to be of; nil for any.
    /// - Returns: The token.
    /// - Throws: `notAuthenticated` if that log-in is over.
    func accessToken(of label: String?) async throws(NoteletError) -> AccessToken? {
        try await load()
        if isUnsaved { await keepAlone() }
        if let label, current?.label != label { throw .signedOut }
        guard let session = current else { return nil }
        let token = AccessToken(of: session)
        guard isDue(session) else { return token }
        do throws(NoteletError) {
            return try await refresh(spent: token)
        } catch {
            // It is only about to end: while there is time left, the call may go on with it.
            if error.isTransient, caller.sources.now() < session.accessExpiresAt { return token }
            throw error
        }
    }

    /// Replaces an access token that the server took no longer.
    ///
    /// - Returns: The token of the same log-in to use now.
    /// - Throws: `notAuthenticated` if the session has ended.
    func refresh(spent token: AccessToken) async throws(NoteletError) -> AccessToken {
        guard let session = current, session.label == token.label else { throw .signedOut }
        if session.accessToken != token.text { return AccessToken(of: session) }
        let task = refreshing ?? Task { await self.refreshNow() }
        refreshing = task
        let next = try await task.value.get()
        guard next.label == token.label else { throw .signedOut }
        return next
    }

    /// Takes over the session of a log-in.
    func start(_ session: Session) async throws(NoteletError) {
        let label = caller.sources.makeRandomName()
        let previous = current
        generation += 1
        isLoaded = true
        current = StoredSession(
            session,
            server: server,
            authorityFile: caller.configuration.authorityFile,
            label: label
        )
        obtainedAt = caller.sources.uptime()
        do throws(NoteletError) {
            try await alone { () throws(NoteletError) in try await self.save() }
        } catch {
            // Who is told that it failed is not signed in by it.
            if current?.label == label {
                current = previous
                isLoaded = previous != nil
            }
            throw error
        }
    }

    /// Forgets the session of a log-in here and in the store, and leaves another that is there.
    func end(_ label: String) async throws(NoteletError) {
        try await alone { () throws(NoteletError) in try await self.forget(label) }
    }

    private func forget(_ label: String) async throws(NoteletError) {
        if current?.label == label {
            generation += 1
            isUnsaved = false
            // The store is not asked until it has forgotten it, too.
            isLoaded = true
            current = nil
        }
        if try await loadStored()?.label == label { try await save() }
        isLoaded = current != nil
    }

    /// Runs a body while no other program, and nobody here, changes what the store holds.
    private func alone(
        _ body: @escaping () async throws(NoteletError) -> Void
    ) async throws(NoteletError) {
        savingCount += 1
        defer { savingCount -= 1 }
        let result = await store.alone { () -> Result<Void, NoteletError> in
            do throws(NoteletError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    private func isDue(_ session: StoredSession) -> Bool {
        let margin = caller.configuration.refreshMargin
        // A token that has just come is fresh whatever this machine's clock says.
        if let obtainedAt, caller.sources.uptime() - obtainedAt < margin { return false }
        // The moment may be any number, as of a session that a file held.
        return caller.sources.now() + margin.components.seconds >= session.accessExpiresAt
    }

    private func load() async throws(NoteletError) {
        guard !isLoaded else { return }
        let stored = try await loadStored()
        guard !isLoaded, let stored else { return }
        isLoaded = true
        obtainedAt = nil
        current = stored
    }

    /// Runs on the actor from its start to its end, and is the only one of its kind.
    private func refreshNow() async -> Result<AccessToken, NoteletError> {
        let generation = self.generation
        let result = await store.alone { () -> Result<AccessToken, NoteletError> in
            do throws(NoteletError) {
                return .success(AccessToken(of: try await nextSession(generation)))
            } catch {
                return .failure(error)
            }
        }
        refreshing = nil
        return result
    }

    private func nextSession(_ generation: Int) async throws(NoteletError) -> StoredSession {
        guard let spent = current else { throw .signedOut }
        // Another client of the same store may have been first.
        if let other = try await successor(of: spent), !isDue(other) {
            return try take(other, generation)
        }
        let newest = try await successor(of: spent) ?? spent
        var ticket = caller.ticket(for: AccountsAPI.refresh.summary)
        let request = RefreshRequest(refreshToken: newest.refreshToken)
        do throws(NoteletError) {
            let response = try await caller.call(AccountsAPI.refresh, request, token: nil, &ticket)
            guard let session = response.session else {
                throw .incomplete(AccountsAPI.refresh.summary)
            }
            let stored = StoredSession(
                session,
                server: server,
                authorityFile: caller.configuration.authorityFile,
                label: newest.label
            )
            let next = try take(stored, generation)
            obtainedAt = caller.sources.uptime()
            await keep()
            return next
        } catch {
            guard error.code == .notAuthenticated, generation == self.generation else {
                throw error
            }
            if let other = try await successor(of: newest) { return try take(other, generation) }
            try await forget(newest.label)
            throw error
        }
    }

    /// What the store holds if that is a later state of the same session.
    ///
    /// - Throws: `notAuthenticated` if the session was ended or replaced by another program.
    private func successor(of session: StoredSession) async throws(NoteletError) -> StoredSession? {
        guard let stored = try await loadStored(), stored.label == session.label else {
            current = nil
            isLoaded = false
            throw .signedOut
        }
        // What the store could not replace is an earlier state.
        return isUnsaved || stored.accessToken == session.accessToken ? nil : stored
    }

    private func take(
        _ session: StoredSession,
        _ generation: Int
    ) throws(NoteletError) -> StoredSession {
        guard generation == self.generation else { throw .signedOut }
        current = session
        return session
    }

    private func loadStored() async throws(NoteletError) -> StoredSession? {
        do {
            let stored = try await store.load()
            return stored?.server == server ? stored : nil
        } catch {
            throw NoteletError(keeping: error)
        }
    }

    /// Saves a session that is good already: where the store is full, say, it is only in memory
    /// until the store takes it with a later call.
    private func keep() async {
        do throws(NoteletError) {
            // Who has signed in meanwhile in another program is not to be signed out by that.
            if let current { _ = try await successor(of: current) }
            try await save()
        } catch {
            isUnsaved = current != nil
        }
    }

    /// The same by itself, and not within a refresh.
    private func keepAlone() async {
        try? await alone { () throws(NoteletError) in await self.keep() }
    }

    private func save() async throws(NoteletError) {
        do {
            try await store.save(current)
            isUnsaved = false
        } catch {
            throw NoteletError(keeping: error)
        }
    }
}

extension NoteletError {
    /// Tells a caller why a session could not be read or kept.
    fileprivate init(keeping error: any Error) {
        let korean = (error as? FileSessionStore.Failure)?.korean
        self.init(.sessionStore, "\(error)", korean: korean)
    }

    /// What is said when there is no session to go on with.
    fileprivate static let signedOut = NoteletError(
        .notAuthenticated,
        RefusalCatalogue.texts(for: .notAuthenticated)["en"] ?? "not signed in",
        refusal: Refusal(
            reason: .notAuthenticated,
            texts: RefusalCatalogue.texts(for: .notAuthenticated)
        )
    )
}
