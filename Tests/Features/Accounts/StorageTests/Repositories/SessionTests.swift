import AccountRules
import Domain
import Locking
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

@Suite struct SessionTests {
    let store: TestStore

    init() throws {
        store = try TestStore()
    }

    static func session(
        of user: UserNumber,
        _ number: UInt64,
        rotation: Session.Rotation? = nil
    ) -> Session {
        Session(
            key: SessionKey(user: user, number: number),
            kind: .guest,
            openedAt: .epoch,
            refreshedAt: .epoch.adding(seconds: 1),
            accessDigest: [1, 2, 3],
            accessExpiresAt: .epoch.adding(seconds: 2),
            refreshDigest: [4, 5, 6],
            refreshExpiresAt: .epoch.adding(seconds: 3),
            rotation: rotation
        )
    }

    @Test func aSessionIsFoundByItsLocator() throws {
        let rotation = Session.Rotation(
            spentDigest: [7],
            rotatedAt: .epoch,
            sealedSuccessor: [8, 9]
        )
        let plain = Self.session(of: UserNumber(1), .max)
        let rotated = Self.session(of: UserNumber(2), 0, rotation: rotation)
        try store.write { transaction throws(DomainError) in
            try transaction.put(plain)
            try transaction.put(rotated)
        }
        try store.reopen()
        try store.read { view throws(DomainError) in
            #expect(try view.session(at: view.locator(of: plain.key)) == plain)
            #expect(try view.session(at: view.locator(of: rotated.key)) == rotated)
            #expect(try view.session(at: OpaqueID(high: 1, low: 0)) == nil)
            #expect(try view.sessions(of: UserNumber(1)) == [plain])
            #expect(try view.sessions(of: UserNumber(3)).isEmpty)
        }
    }

    @Test func endingTellsStreamsOnce() throws {
        let ended = Mutex<[SessionKey]>([])
        store.store.observe { news in ended.withLock { $0 += news.endedSessions } }
        let session = Self.session(of: UserNumber(1), 5)
        try store.write { transaction throws(DomainError) in try transaction.put(session) }
        for _ in 0..<2 {
            try store.write { transaction throws(DomainError) in
                try transaction.endSession(session.key)
            }
        }
        #expect(ended.withLock { $0 } == [session.key])
        #expect(
            try store.read { view throws(DomainError) in
                try view.session(session.key)
            } == nil
        )
    }

    /// Sessions of three users in the order of their keys, which is not that of their ends.
    private func putSessions() throws -> [Session] {
        let facts: [(user: UInt64, number: UInt64, seconds: Int64)] = [
            (1, 5, 30), (1, 9, 10), (2, 1, 50), (2, 7, 20), (3, 0, 40),
        ]
        let sessions = facts.map { fact in
            var session = Self.session(of: UserNumber(fact.user), fact.number)
            session.refreshExpiresAt = .epoch.adding(seconds: fact.seconds)
            return session
        }
        try store.write { transaction throws(DomainError) in
            for session in sessions { try transaction.put(session) }
        }
        return sessions
    }

    private func lapsed(
        before seconds: Int64,
        orRefreshedAfter latest: Int64 = 1,
        after place: SessionKey? = nil,
        recordCountMax: Int = 10,
        foundCountMax: Int = 10
    ) throws(DomainError) -> LapsedSessions {
        try store.read { view throws(DomainError) in
            try view.lapsedSessions(
                before: .epoch.adding(seconds: seconds),
                orRefreshedAfter: .epoch.adding(seconds: latest),
                after: place,
                recordCountMax: recordCountMax,
                foundCountMax: foundCountMax
            )
        }
    }

    @Test func thoseWhoseTimeIsOverAreFoundAndNoOthers() throws {
        let keys = try putSessions().map(\.key)
        #expect(try lapsed(before: 10) == LapsedSessions(keys: [], next: nil))
        #expect(try lapsed(before: 11).keys == [keys[1]])
        #expect(try lapsed(before: 31).keys == [keys[0], keys[1], keys[3]])
        #expect(try lapsed(before: 31, after: keys[0]).keys == [keys[1], keys[3]])
        #expect(try lapsed(before: 100, after: keys[4]) == LapsedSessions(keys: [], next: nil))
    }

    @Test func thoseThatWereRefreshedInATimeToComeAreFoundAndShortened() throws {
        let sessions = try putSessions()
        #expect(try lapsed(before: 11, orRefreshedAfter: 0).keys == sessions.map(\.key))
        let early = Instant.epoch.adding(seconds: -30 * 86_400)
        try store.write { transaction throws(DomainError) in
            try ClearLapsedSessions(sessions.map(\.key)).run(
                in: transaction,
                at: early,
                lived: early
            )
        }
        for key in sessions.map(\.key) {
            let session = try #require(
                try store.read { view throws(DomainError) in try view.session(key) }
            )
            #expect(session.refreshedAt == early && session.openedAt <= early)
            let last = early.adding(seconds: DomainLimits.refreshIdleSeconds)
            #expect(session.refreshExpiresAt <= last)
            #expect(session.accessExpiresAt <= session.refreshExpiresAt)
        }
    }

    @Test func aStepLooksAtSoManyAndFindsSoMany() throws {
        let keys = try putSessions().map(\.key)
        // Two are looked at, of which one is over.
        let first = try lapsed(before: 15, recordCountMax: 2)
        #expect(first == LapsedSessions(keys: [keys[1]], next: keys[1]))
        let second = try lapsed(before: 15, after: first.next, recordCountMax: 2)
        #expect(second == LapsedSessions(keys: [], next: keys[3]))
        let last = try lapsed(before: 15, after: second.next, recordCountMax: 2)
        #expect(last == LapsedSessions(keys: [], next: nil))
        let one = try lapsed(before: 100, foundCountMax: 1)
        #expect(one == LapsedSessions(keys: [keys[0]], next: keys[0]))
        #expect(try lapsed(before: 100, foundCountMax: 5) == LapsedSessions(keys: keys, next: nil))
    }

    @Test func aDamagedSessionIsPassedOver() throws {
        let keys = try putSessions().map(\.key)
        try store.damage(.sessions) { $0 == 1 }
        #expect(try lapsed(before: 31).keys == [keys[0], keys[3]])
    }

    @Test func aSessionThatWasRefreshedMeanwhileIsNotCleared() throws {
        let sessions = try putSessions()
        let now = Instant.epoch.adding(seconds: 25 + DomainLimits.lapsedSessionKeptSeconds)
        try store.write { transaction throws(DomainError) in
            try ClearLapsedSessions(sessions.map(\.key)).run(in: transaction, at: now, lived: now)
        }
        try store.read { view throws(DomainError) in
            let isThere = try sessions.map { session throws(DomainError) in
                try view.session(session.key) != nil
            }
            #expect(isThere == [true, false, true, false, true])
        }
    }

    @Test func removingAnAccountEndsItsSessionsOnly() throws {
        let user = try store.account("user")
        let other = UserNumber(user.rawValue + 1)
        try store.write { transaction throws(DomainError) in
            try transaction.put(Self.session(of: user, 1))
            try transaction.put(Self.session(of: user, 2))
            try transaction.put(Self.session(of: other, 1))
            try transaction.remove(user, at: .epoch)
        }
        try store.read { view throws(DomainError) in
            #expect(try view.sessions(of: user).isEmpty)
            #expect(try view.sessions(of: other).count == 1)
        }
    }
}
