import ClientTestSupport
import Foundation
import Locking
import NoteletAPI
import NoteletClient
import TTRPC
import TestSupport
import Testing

/// Several programs that share the file of one session.
@Suite("A shared session", .timeLimit(.minutes(1)))
struct SharedSessionTests {
    @Test("Two programs with one file keep one session: its refresh token is spent once")
    func oneRefresh() async throws {
        let clock = TestClock()
        let refreshes = Log<String>()
        let server = try FakeServer { router in
            router.admitGuests(clock)
            router.answer(AccountsAPI.refresh) { request, _ in
                let number = refreshes.append(request.refreshToken) + 1
                // A spent token is a thief's.
                guard request.refreshToken == "refresh-\(number - 1)" else {
                    throw try RPCError.refusal(.notAuthenticated)
                }
                return RefreshResponse(session: .numbered(number, at: clock.now))
            }
            router.answer(ProfilesAPI.getProfile) { _, context in
                guard context.token == "access-\(refreshes.entries.count + 1)" else {
                    throw try RPCError.refusal(.notAuthenticated)
                }
                return GetProfileResponse(user: User(username: "testuser"))
            }
        }
        let folder = TemporaryDirectory()
        let store = FileSessionStore(path: folder.path("session.json"))
        let programs = try (0..<4).map { _ in try client(of: server, store, clock) }
        try await programs[0].becomeGuest()
        for program in programs { #expect(try await program.isSignedIn()) }
        for round in 1...5 {
            clock.advance(24 * 60 * 60)
            try await withThrowingTaskGroup { group in
                for program in programs {
                    for _ in 0..<5 { group.addTask { try await program.profile().username } }
                }
                for try await name in group { #expect(name == "testuser") }
            }
            #expect(refreshes.entries.count == round)
        }
    }

    @Test("A program that nobody is signed in to sees that somebody signs in to another one")
    func signInElsewhere() async throws {
        let server = try FakeServer { $0.admitGuests(TestClock()) }
        let store = MemorySessionStore()
        let first = try TestClient(server, store: store)
        let second = try TestClient(server, store: store)
        #expect(try await !second.notelet.isSignedIn())
        try await first.notelet.becomeGuest()
        #expect(try await second.notelet.isSignedIn())
        try await second.notelet.forgetSession()
        try await first.notelet.becomeGuest()
        #expect(try await second.notelet.isSignedIn())
    }

    @Test("A session that the store has no room for goes on, and is kept once there is room")
    func fullStore() async throws {
        let clock = TestClock()
        let refreshes = Log<String>()
        let server = try FakeServer { router in
            router.admitGuests(clock)
            router.answer(AccountsAPI.refresh) { request, _ in
                let number = refreshes.append(request.refreshToken) + 1
                return RefreshResponse(session: .numbered(number, at: clock.now))
            }
            router.answer(ProfilesAPI.getProfile) { _, _ in
                GetProfileResponse(user: User(username: "testuser"))
            }
        }
        let store = NarrowStore()
        let notelet = try client(of: server, store, clock)
        try await notelet.becomeGuest()
        store.isFull.withLock { $0 = true }
        for _ in 0..<2 {
            clock.advance(24 * 60 * 60)
            #expect(try await notelet.profile().username == "testuser")
        }
        // The token in the store is spent: to send it again would be a thief's mark.
        #expect(refreshes.entries == ["refresh-1", "refresh-2"])
        #expect(store.kept.load()?.refreshToken == "refresh-1")
        store.isFull.withLock { $0 = false }
        _ = try await notelet.profile()
        #expect(store.kept.load()?.refreshToken == "refresh-3")
        #expect(refreshes.entries.count == 2)
    }

    @Test("A session that could not be kept gives way to who has signed in elsewhere")
    func overtakenWhileFull() async throws {
        let clock = TestClock()
        let server = try FakeServer { router in
            router.admitGuests(clock)
            router.answer(AccountsAPI.refresh) { _, _ in
                RefreshResponse(session: .numbered(7, at: clock.now))
            }
            router.answer(ProfilesAPI.getProfile) { _, _ in GetProfileResponse(user: User()) }
        }
        let store = NarrowStore()
        let notelet = try client(of: server, store, clock)
        try await notelet.becomeGuest()
        store.isFull.withLock { $0 = true }
        clock.advance(24 * 60 * 60)
        _ = try await notelet.profile()
        let other = try TestClient(server, store: store.kept, clock: clock)
        try await other.notelet.becomeGuest()
        store.isFull.withLock { $0 = false }
        _ = try? await notelet.profile()
        #expect(store.kept.load()?.accessToken == "access-2")
    }

    @Test("A lock is one's alone until it is let go, and a pipe in its place is refused")
    func locks() throws {
        let folder = TemporaryDirectory()
        let path = folder.path("lock")
        var first = try FileLock.take(path)
        #expect(try !isFree(path))
        _ = first.take()
        #expect(try isFree(path))
        #expect(try isFree(path))
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(throws: PrivateFile.Refusal.notAFile) {
            _ = try FileLock.take(folder.path("pipe"))
        }
        #expect(throws: PrivateFile.Refusal.system(ENOENT)) {
            _ = try FileLock.take(folder.path("nowhere/lock"))
        }
    }

    /// A client whose steady clock goes with the other one.
    private func client(
        of server: FakeServer,
        _ store: any SessionStore,
        _ clock: TestClock
    ) throws -> Notelet {
        var sources = ClientSources.system
        sources.now = { clock.now }
        sources.uptime = { .seconds(clock.now) }
        return try Notelet(
            "\(server.address)",
            sessions: store,
            configuration: NoteletConfiguration(),
            sources: sources
        )
    }

    /// Whether a lock can be taken, which is let go at once.
    private func isFree(_ path: String) throws -> Bool {
        switch try FileLock.take(path) {
        case .some: true
        case nil: false
        }
    }
}

/// A store that has no room at times.
private final class NarrowStore: SessionStore {
    let kept = MemorySessionStore()
    let isFull = Mutex(false)

    private struct Full: Error {}

    func load() -> StoredSession? { kept.load() }

    func save(_ session: StoredSession?) throws {
        if isFull.withLock({ $0 }) { throw Full() }
        kept.save(session)
    }
}
