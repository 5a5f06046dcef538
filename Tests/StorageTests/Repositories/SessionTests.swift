import Domain
import Storage
import Locking
import Testing

@Suite struct SessionTests {
    let store: TestStore

    init() throws {
        store = try TestStore()
    }

    private static func session(
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

    @Test func removingAnAccountEndsItsSessionsOnly() throws {
        let user = try store.account("user")
        let other = UserNumber(user.rawValue + 1)
        try store.write { transaction throws(DomainError) in
            try transaction.put(Self.session(of: user, 1))
            try transaction.put(Self.session(of: user, 2))
            try transaction.put(Self.session(of: other, 1))
            try transaction.remove(user)
        }
        try store.read { view throws(DomainError) in
            #expect(try view.sessions(of: user).isEmpty)
            #expect(try view.sessions(of: other).count == 1)
        }
    }
}
