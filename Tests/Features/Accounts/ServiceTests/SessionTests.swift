import Domain
import NoteletAPI
import ProtobufCoding
import Testing

@testable import Serving
import Storage

@Suite struct SessionTests {
    let service: TestService
    let alice: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
    }

    private func accessReason(_ caller: Caller) async throws -> RefusalReason? {
        try await service.reason(ProfilesAPI.getProfile, GetProfileRequest(), as: caller)
    }

    private func accessReason(_ session: Session) async throws -> RefusalReason? {
        try await accessReason(Caller(token: session.accessToken))
    }

    private func refreshReason(_ token: String) async throws -> RefusalReason? {
        let request = RefreshRequest(refreshToken: token)
        return try await service.reason(AccountsAPI.refresh, request, as: .nobody)
    }

    // MARK: Access tokens

    @Test func anAccessTokenEndsAtFifteenMinutesExactly() async throws {
        #expect(try await accessReason(alice.caller) == nil)
        service.clock.advance(seconds: 15 * 60, milliseconds: -1)
        #expect(try await accessReason(alice.caller) == nil)
        #expect(try await accessReason(alice.elsewhere) == nil)
        service.clock.advance(milliseconds: 1)
        #expect(try await accessReason(alice.caller) == .notAuthenticated)
        #expect(try await accessReason(alice.elsewhere) == .notAuthenticated)
    }

    @Test func aConnectionTakesNoTokenForTheOneBefore() async throws {
        #expect(try await accessReason(alice.caller) == nil)
        let altered = String(alice.session.accessToken.reversed())
        let other = Caller(token: altered, connection: alice.connection)
        #expect(try await accessReason(other) == .notAuthenticated)
        #expect(try await accessReason(alice.caller) == nil)
    }

    @Test func theClientIsToldWhenItsTokensEnd() {
        let start = TestClock.startSeconds
        #expect(alice.session.accessExpiresAt?.seconds == start + 900)
        #expect(alice.session.refreshExpiresAt?.seconds == start + 30 * 86_400)
    }

    @Test func aTokenIsNothingWithoutItsSecretOrItsLocator() async throws {
        let other = try await service.logIn(alice)
        let (mine, others) = (alice.session.accessToken, other.session.accessToken)
        // 16 bytes of locator are 21 characters and a third.
        let mixed = String(mine.prefix(21)) + String(others.dropFirst(21))
        for token in [mixed, String(mine.dropLast()) + "!", mine + "A", "", "Bearer " + mine] {
            #expect(try await accessReason(Caller(token: token)) == .notAuthenticated)
        }
        #expect(try await accessReason(Caller(token: alice.session.refreshToken)) != nil)
        #expect(try await refreshReason(mine) == .notAuthenticated)
    }

    // MARK: Refresh

    @Test func aRefreshGivesTwoNewTokensAndEndsBothOldOnes() async throws {
        let connection = alice.connection
        #expect(try await accessReason(alice.caller) == nil)
        let next = try await service.refresh(alice.session.refreshToken)
        #expect(next.accessToken != alice.session.accessToken)
        #expect(next.refreshToken != alice.session.refreshToken)
        #expect(try await accessReason(alice.caller) == .notAuthenticated)
        let caller = Caller(token: next.accessToken, connection: connection)
        #expect(try await accessReason(caller) == nil)
    }

    /// Whether the connection of a caller knows who speaks without asking the store, which this
    /// closes.
    private func isRemembered(_ caller: Caller) -> Bool {
        service.store.close()
        let authenticator = Authenticator(service.dependencies)
        return (try? authenticator.identity(of: caller.credentials())) != nil
    }

    @Test func aRefusedRefreshMakesNoConnectionForget() async throws {
        #expect(try await accessReason(alice.caller) == nil)
        let guest = try await service.guest()
        let unknown = String(guest.session.refreshToken.reversed())
        for token in ["", "token", unknown] {
            #expect(try await refreshReason(token) == .notAuthenticated)
        }
        #expect(isRemembered(alice.caller))
    }

    @Test func aTokenIsKnownOverEveryConnectionUntilItsSessionChanges() async throws {
        #expect(try await accessReason(alice.caller) == nil)
        _ = try await service.refresh(alice.session.refreshToken)
        #expect(try await accessReason(alice.elsewhere) == .notAuthenticated)
        let bob = try await service.person("bob")
        #expect(try await accessReason(bob.caller) == nil)
        #expect(isRemembered(bob.elsewhere))
        service.clock.advance(seconds: 15 * 60)
        #expect(!isRemembered(bob.elsewhere))
    }

    @Test func aRefreshMakesNobodyElsesConnectionForget() async throws {
        let bob = try await service.person("bob")
        #expect(try await accessReason(alice.caller) == nil)
        _ = try await service.refresh(bob.session.refreshToken)
        #expect(isRemembered(alice.caller))
    }

    @Test func aRepeatedReplyMakesNoConnectionForget() async throws {
        let bob = try await service.person("bob")
        let session = try await service.refresh(bob.session.refreshToken)
        #expect(try await accessReason(alice.caller) == nil)
        #expect(try await service.refresh(bob.session.refreshToken) == session)
        #expect(isRemembered(alice.caller))
    }

    @Test func aLostReplyIsGivenAgainForThirtySeconds() async throws {
        let first = try await service.refresh(alice.session.refreshToken)
        service.clock.advance(seconds: 30)
        #expect(try await service.refresh(alice.session.refreshToken) == first)
        #expect(try await accessReason(first) == nil)
    }

    @Test func afterThirtySecondsASpentTokenEndsTheFamily() async throws {
        let next = try await service.refresh(alice.session.refreshToken)
        service.clock.advance(seconds: 30, milliseconds: 1)
        #expect(try await refreshReason(alice.session.refreshToken) == .notAuthenticated)
        #expect(try await accessReason(next) == .notAuthenticated)
        #expect(try await refreshReason(next.refreshToken) == .notAuthenticated)
    }

    @Test func theGraceEndsOnceTheNewAccessTokenWasUsed() async throws {
        let next = try await service.refresh(alice.session.refreshToken)
        #expect(try await accessReason(next) == nil)
        // What the use wrote is ahead of what follows.
        try await service.write { _, _ in }
        #expect(try await refreshReason(alice.session.refreshToken) == .notAuthenticated)
        #expect(try await accessReason(next) == .notAuthenticated)
    }

    @Test func theGraceEndsOnceTheNewRefreshTokenWasUsed() async throws {
        let second = try await service.refresh(alice.session.refreshToken)
        let third = try await service.refresh(second.refreshToken)
        #expect(try await refreshReason(alice.session.refreshToken) == .notAuthenticated)
        #expect(try await accessReason(third) == .notAuthenticated)
    }

    @Test func reuseEndsTheSessionOnceAndForAll() async throws {
        let other = try await service.logIn(alice)
        let next = try await service.refresh(alice.session.refreshToken)
        service.clock.advance(seconds: 31)
        #expect(try await refreshReason(alice.session.refreshToken) == .notAuthenticated)
        // The refusal was a write: the session is gone from the store, and no other with it.
        #expect(try service.sessionCount(of: other) == 1)
        #expect(try await refreshReason(next.refreshToken) == .notAuthenticated)
        #expect(try await accessReason(other.caller) == nil)
    }

    @Test func reuseUnderAnIdempotencyKeyIsRefusedEachTime() async throws {
        _ = try await service.refresh(alice.session.refreshToken)
        service.clock.advance(seconds: 31)
        let request = RefreshRequest(refreshToken: alice.session.refreshToken)
        for _ in 0..<2 {
            let reason = try await service.reason(
                AccountsAPI.refresh,
                request,
                as: .nobody,
                key: "one"
            )
            #expect(reason == .notAuthenticated)
        }
    }

    @Test func aRefreshTokenEndsAtThirtyDaysExactly() async throws {
        let other = try await service.logIn(alice)
        service.clock.advance(seconds: 30 * 86_400, milliseconds: -1)
        _ = try await service.refresh(alice.session.refreshToken)
        service.clock.advance(milliseconds: 1)
        #expect(try await refreshReason(other.session.refreshToken) == .notAuthenticated)
    }

    @Test func aLogInEndsAtOneHundredAndEightyDays() async throws {
        var session = alice.session
        for _ in 0..<8 {
            service.clock.advance(seconds: 20 * 86_400)
            session = try await service.refresh(session.refreshToken)
        }
        let end = TestClock.startSeconds + 180 * 86_400
        #expect(session.refreshExpiresAt?.seconds == end)
        service.clock.advance(seconds: 20 * 86_400, milliseconds: -1)
        session = try await service.refresh(session.refreshToken)
        #expect(session.accessExpiresAt == session.refreshExpiresAt)
        service.clock.advance(milliseconds: 1)
        #expect(try await refreshReason(session.refreshToken) == .notAuthenticated)
        #expect(try await accessReason(session) == .notAuthenticated)
    }

    // MARK: Logging out

    @Test func loggingOutEndsThisSessionAndItsWatch() async throws {
        let other = try await service.logIn(alice)
        let stream = RecordingStream()
        _ = try service.open(SyncAPI.watch, WatchRequest(), as: alice.caller, on: stream)
        stream.runJobs()
        try await service.call(AccountsAPI.logOut, LogOutRequest(), as: alice.caller)
        // The reply came after the end of the watch.
        #expect(stream.reason == .notAuthenticated)
        #expect(try await accessReason(alice.caller) == .notAuthenticated)
        #expect(try await refreshReason(alice.session.refreshToken) == .notAuthenticated)
        #expect(try await accessReason(other.caller) == nil)
    }

    @Test func loggingOutEverywhereEndsAllSessionsAndNobodyElses() async throws {
        let other = try await service.logIn(alice)
        let bob = try await service.person("bob")
        #expect(try await accessReason(other.caller) == nil)
        let request = LogOutRequest(everywhere: true)
        try await service.call(AccountsAPI.logOut, request, as: alice.caller)
        for person in [alice, other] {
            #expect(try await accessReason(person.caller) == .notAuthenticated)
            #expect(try await refreshReason(person.session.refreshToken) == .notAuthenticated)
        }
        #expect(try await accessReason(bob.caller) == nil)
    }

    // MARK: The list of sessions

    private func openSessions(of person: Person) async throws -> [OpenSession] {
        let request = ListSessionsRequest()
        return try await service.call(AccountsAPI.listSessions, request, as: person.caller).sessions
    }

    private func endReason(_ id: [UInt8], as person: Person) async throws -> RefusalReason? {
        let request = EndSessionRequest(sessionID: id)
        return try await service.reason(AccountsAPI.endSession, request, as: person.caller)
    }

    @Test func openSessionsAreListedTheLastRefreshedFirst() async throws {
        service.clock.advance(seconds: 60)
        let other = try await service.logIn(alice)
        _ = try await service.person("bob")
        let start = TestClock.startSeconds
        var listed = try await openSessions(of: alice)
        #expect(listed.map(\.isCurrent) == [false, true])
        #expect(listed.map(\.openedAt?.seconds) == [start + 60, start])
        #expect(listed.map(\.expiresAt?.seconds) == [60, 0].map { start + 30 * 86_400 + $0 })
        service.clock.advance(seconds: 60)
        _ = try await service.refresh(alice.session.refreshToken)
        listed = try await openSessions(of: other)
        #expect(listed.map(\.isCurrent) == [false, true])
        #expect(listed.map(\.refreshedAt?.seconds) == [start + 120, start + 60])
    }

    @Test func aSessionIsListedUntilItCannotBeRefreshed() async throws {
        service.clock.advance(seconds: 30 * 86_400, milliseconds: -1)
        let other = try await service.logIn(alice)
        #expect(try await openSessions(of: other).count == 2)
        let old = try await openSessions(of: other)[1].id
        service.clock.advance(milliseconds: 1)
        #expect(try await openSessions(of: other).count == 1)
        #expect(try await endReason(old, as: other) == .sessionNotFound)
    }

    @Test func anIdOfASessionIsNoPartOfItsTokensAndStaysTheSame() async throws {
        let before = try await openSessions(of: alice)
        let next = try await service.refresh(alice.session.refreshToken)
        let caller = Caller(token: next.accessToken)
        let request = ListSessionsRequest()
        let after = try await service.call(AccountsAPI.listSessions, request, as: caller).sessions
        #expect(before.map(\.id) == after.map(\.id))
        let token = try #require(Base64URL.decode(next.accessToken))
        #expect(before[0].id.count == 16 && before[0].id != Array(token.prefix(16)))
    }

    @Test func aSessionIsEndedFromAnotherWithItsWatch() async throws {
        let other = try await service.logIn(alice)
        let stream = RecordingStream()
        _ = try service.open(SyncAPI.watch, WatchRequest(), as: other.caller, on: stream)
        stream.runJobs()
        let id = try #require(try await openSessions(of: alice).first { !$0.isCurrent }).id
        #expect(try await endReason(id, as: alice) == nil)
        #expect(stream.reason == .notAuthenticated)
        #expect(try await accessReason(other.caller) == .notAuthenticated)
        #expect(try await refreshReason(other.session.refreshToken) == .notAuthenticated)
        #expect(try await openSessions(of: alice).map(\.isCurrent) == [true])
        #expect(try await endReason(id, as: alice) == .sessionNotFound)
    }

    @Test func nobodyEndsSessionsOfOthers() async throws {
        let bob = try await service.person("bob")
        let id = try await openSessions(of: alice)[0].id
        #expect(try await endReason(id, as: bob) == .sessionNotFound)
        #expect(try await endReason([UInt8](repeating: 7, count: 16), as: bob) == .sessionNotFound)
        for length in [0, 15, 17] {
            let id = [UInt8](repeating: 7, count: length)
            #expect(try await endReason(id, as: bob) == .invalidValue)
        }
        #expect(try await accessReason(alice.caller) == nil)
    }

    @Test func endingTheOwnSessionIsLoggingOut() async throws {
        let id = try await openSessions(of: alice)[0].id
        #expect(try await endReason(id, as: alice) == nil)
        #expect(try await accessReason(alice.caller) == .notAuthenticated)
        let guest = try await service.guest()
        let own = try await openSessions(of: guest)[0].id
        #expect(try await endReason(own, as: guest) == nil)
        #expect(try await accessReason(guest.caller) == .notAuthenticated)
    }

    @Test func whoIsSignedOutIsNobodyToGetCurrentUser() async throws {
        try await service.call(AccountsAPI.logOut, LogOutRequest(), as: alice.caller)
        for caller in [Caller.nobody, alice.caller, Caller(token: "garbage")] {
            let who = try await service.call(
                AccountsAPI.getCurrentUser,
                GetCurrentUserRequest(),
                as: caller
            )
            #expect(who.identity == nil)
        }
    }
}
