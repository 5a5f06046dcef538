import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import TTRPC
import Testing

/// Sessions begin, are refreshed once for everybody, and end.
@Suite(.timeLimit(.minutes(1))) struct SessionTests {
    /// A server that takes one access token and refreshes numbered sessions.
    private static func server(
        taking token: @escaping @Sendable () -> String,
        refreshes: Log<String>,
        clock: TestClock
    ) throws -> FakeServer {
        try FakeServer { router in
            router.admitGuests(clock)
            router.answer(AccountsAPI.refresh) { request, context in
                #expect(context.token == nil)
                let number = refreshes.append(request.refreshToken) + 1
                return RefreshResponse(session: .numbered(number, at: clock.now))
            }
            router.answer(ProfilesAPI.getProfile) { _, context in
                guard context.token == token() else {
                    throw try RPCError.refusal(.notAuthenticated)
                }
                return GetProfileResponse(user: User(username: "testuser"))
            }
        }
    }

    @Test("Many calls with a token that has ended cause one refresh")
    func singleFlight() async throws {
        let refreshes = Log<String>()
        let clock = TestClock()
        let server = try Self.server(taking: { "access-2" }, refreshes: refreshes, clock: clock)
        let client = try TestClient(server, clock: clock)
        try await client.notelet.becomeGuest()
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask { try await client.notelet.profile().username }
            }
            for try await name in group { #expect(name == "testuser") }
        }
        #expect(refreshes.entries == ["refresh-1"])
        #expect(client.store.load()?.refreshToken == "refresh-2")
    }

    @Test("Who observes the session hears of log-in and end, and not of refreshes")
    func states() async throws {
        let refreshes = Log<String>()
        let clock = TestClock()
        let server = try Self.server(taking: { "access-2" }, refreshes: refreshes, clock: clock)
        let client = try TestClient(server, clock: clock)
        var states = try await client.notelet.sessionStates().makeAsyncIterator()
        #expect(await states.next() == .signedOut)
        try await client.notelet.becomeGuest()
        let first = await states.next()
        #expect(first != nil && first != .signedOut)
        _ = try await client.notelet.profile()
        #expect(refreshes.entries.count == 1)
        // Somebody who comes later begins with what is.
        var later = try await client.notelet.sessionStates().makeAsyncIterator()
        #expect(await later.next() == first)
        try await client.notelet.forgetSession()
        #expect(await states.next() == .signedOut)
        #expect(await later.next() == .signedOut)
        try await client.notelet.becomeGuest()
        let second = await states.next()
        #expect(second != .signedOut && second != first, "Another log-in is another state.")
    }

    @Test("A session that the server ended, or another program, is over for who observes it")
    func endedElsewhere() async throws {
        let clock = TestClock()
        let server = try FakeServer { router in
            router.admitGuests(clock)
            router.answer(AccountsAPI.refresh) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
            router.answer(ProfilesAPI.getProfile) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
        }
        let client = try TestClient(server, clock: clock)
        try await client.notelet.becomeGuest()
        var states = try await client.notelet.sessionStates().makeAsyncIterator()
        #expect(await states.next() != .signedOut)
        await #expect(throws: NoteletError.self) { _ = try await client.notelet.profile() }
        #expect(await states.next() == .signedOut)
    }

    @Test("Streams of states end with their client")
    func statesEnd() async throws {
        let server = try FakeServer { _ in }
        var client: TestClient? = try TestClient(server)
        let states = try await client?.notelet.sessionStates()
        client = nil
        var seen: [SessionState] = []
        for await state in try #require(states) { seen.append(state) }
        #expect(seen == [.signedOut])
    }

    @Test("A token is replaced before it ends", arguments: [839, 840, 900, 5_000])
    func proactive(age: Int64) async throws {
        let refreshes = Log<String>()
        let clock = TestClock()
        let server = try Self.server(
            taking: { age < 840 ? "access-1" : "access-2" },
            refreshes: refreshes,
            clock: clock
        )
        let store = MemorySessionStore()
        try await TestClient(server, store: store, clock: clock).notelet.becomeGuest()
        clock.advance(age)
        // A client of its own: one that has just got the token would trust it whatever the clock.
        let client = try TestClient(server, store: store, clock: clock)
        _ = try await client.notelet.profile()
        #expect(refreshes.entries.count == (age < 840 ? 0 : 1))
    }

    @Test("A stored token may end at any moment there is", arguments: [Int64.min, .max])
    func anyEnd(of end: Int64) async throws {
        let refreshes = Log<String>()
        let clock = TestClock()
        let server = try Self.server(
            taking: { end == .max ? "access-1" : "access-2" },
            refreshes: refreshes,
            clock: clock
        )
        let stored = """
            {"server": "\(server.address)", "label": "",
             "access_token": "access-1", "access_expires_at": \(end),
             "refresh_token": "refresh-1", "refresh_expires_at": \(end)}
            """
        let session = try JSONDecoder().decode(StoredSession.self, from: Data(stored.utf8))
        let client = try TestClient(server, store: MemorySessionStore(session), clock: clock)
        _ = try await client.notelet.profile()
        #expect(refreshes.entries.count == (end == .max ? 0 : 1))
    }

    @Test("A session that cannot be refreshed has ended, and is forgotten")
    func ended() async throws {
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(AccountsAPI.refresh) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
            router.answer(ProfilesAPI.getProfile) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
        }
        let client = try TestClient(server)
        try await client.notelet.becomeGuest()
        let error = await #expect(throws: NoteletError.self) { try await client.notelet.profile() }
        #expect(error?.code == .notAuthenticated)
        #expect(client.store.load() == nil)
        #expect(try await !client.notelet.isSignedIn())
    }

    @Test("A token that another client of the store refreshed is taken over")
    func sharedStore() async throws {
        let refreshes = Log<String>()
        let clock = TestClock()
        let server = try Self.server(taking: { "access-2" }, refreshes: refreshes, clock: clock)
        let store = MemorySessionStore()
        let first = try TestClient(server, store: store, clock: clock)
        try await first.notelet.becomeGuest()
        let second = try TestClient(server, store: store, clock: clock)
        #expect(try await second.notelet.isSignedIn())
        _ = try await first.notelet.profile()
        _ = try await second.notelet.profile()
        #expect(refreshes.entries == ["refresh-1"])
    }

    @Test("A log-in of another client of the store ends the session here")
    func otherLogIn() async throws {
        let clock = TestClock()
        let server = try Self.server(taking: { "none" }, refreshes: Log(), clock: clock)
        let store = MemorySessionStore()
        let first = try TestClient(server, store: store, clock: clock)
        try await first.notelet.becomeGuest()
        try await TestClient(server, store: store, clock: clock).notelet.becomeGuest()
        let error = await #expect(throws: NoteletError.self) { try await first.notelet.profile() }
        #expect(error?.code == .notAuthenticated)
        #expect(store.load()?.accessToken == "access-2")
        // What is asked for next goes on in that session.
        #expect(try await first.notelet.isSignedIn())
    }

    @Test("Tokens go to no other server than the one that gave them")
    func otherServer() async throws {
        let clock = TestClock()
        let tokens = Log<String?>()
        let giver = try FakeServer { $0.admitGuests(clock) }
        let other = try FakeServer { router in
            router.answer(ProfilesAPI.getProfile) { _, context in
                tokens.append(context.token)
                throw try RPCError.refusal(.notAuthenticated)
            }
        }
        let store = MemorySessionStore()
        try await TestClient(giver, store: store).notelet.becomeGuest()
        await #expect(throws: NoteletError.self) {
            try await TestClient(other, store: store).notelet.profile()
        }
        #expect(tokens.entries == [nil])
        #expect(store.load() != nil)
    }

    @Test("Logging out ends the session, also when the server has forgotten it")
    func logOut() async throws {
        let requests = Log<Bool>()
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(AccountsAPI.refresh) { _, _ in
                throw try RPCError.refusal(.notAuthenticated)
            }
            router.answer(AccountsAPI.logOut) { request, _ in
                if requests.append(request.everywhere) == 2 {
                    throw try RPCError.refusal(.notAuthenticated)
                }
                return LogOutResponse()
            }
        }
        let client = try TestClient(server)
        try await client.notelet.logOut()
        #expect(requests.entries.isEmpty)
        try await client.notelet.becomeGuest()
        try await client.notelet.logOut()
        #expect(client.store.load() == nil)
        try await client.notelet.becomeGuest()
        try await client.notelet.logOutEverywhere()
        #expect(client.store.load() == nil)
        #expect(requests.entries == [false, true])
        try await client.notelet.becomeGuest()
        try await client.notelet.forgetSession()
        #expect(client.store.load() == nil)
    }

    @Test("A slow clock does not make an account look signed out")
    func currentUserWithSlowClock() async throws {
        let refreshes = Log<Void>()
        let server = try FakeServer { router in
            router.admitGuests(TestClock())
            router.answer(AccountsAPI.refresh) { _, _ in
                RefreshResponse(session: .numbered(refreshes.append(()) + 1))
            }
            router.answer(AccountsAPI.getCurrentUser) { _, context in
                let isValid = context.token == "access-2"
                return GetCurrentUserResponse(identity: isValid ? .user(User(username: "a")) : nil)
            }
        }
        let client = try TestClient(server)
        #expect(try await client.notelet.currentUser() == nil)
        try await client.notelet.becomeGuest()
        #expect(try await client.notelet.currentUser() == .user(User(username: "a")))
        #expect(refreshes.entries.count == 1)
    }

    @Test("A store that fails is told apart from the service")
    func failingStore() async throws {
        struct BrokenStore: SessionStore {
            struct Failure: Error {}
            func load() throws -> StoredSession? { throw Failure() }
            func save(_ session: StoredSession?) throws { throw Failure() }
        }
        let server = try FakeServer { $0.admitGuests(TestClock()) }
        let notelet = try Notelet("\(server.address)", sessions: BrokenStore())
        for call in [
            { _ = try await notelet.isSignedIn() }, { try await notelet.becomeGuest() },
        ] {
            let error = await #expect(throws: NoteletError.self) { try await call() }
            #expect(error?.code == .sessionStore)
        }
    }
}
