import AccountRules
import Domain
import NoteRules
import NoteletAPI
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

/// A damaged record of somebody else stops nobody's deletion.
@Suite struct DamagedDeletionTests {
    private let store: TestStore
    private let gone: UserNumber
    private let other: UserNumber

    init() throws {
        store = try TestStore()
        gone = try store.account("gone")
        other = try store.account("other")
    }

    @Test func aDamagedResetCodeStopsNoDeletion() throws {
        let (gone, other) = (gone, other)
        try store.write { store throws(DomainError) in
            try store.put(
                PendingReset(
                    digest: [UInt8](repeating: 7, count: 32),
                    user: other,
                    expiresAt: .epoch.adding(seconds: 3_600),
                    operatorName: "root"
                )
            )
        }
        try store.damage(.resetCodes) { _ in true }
        try store.write { store throws(DomainError) in try store.remove(gone, at: .epoch) }
        #expect(try store.read { view throws(DomainError) in try view.user(gone) } == nil)
    }

    @Test func aDamagedSessionGoesWithItsAccount() throws {
        let gone = gone
        try store.write { store throws(DomainError) in
            try store.put(SessionTests.session(of: gone, 1))
        }
        try store.damage(.sessions) { _ in true }
        try store.write { store throws(DomainError) in
            try store.remove(gone, at: .epoch)
            while try store.eraseNext(recordCountMax: 3) {}
        }
        #expect(try store.count(of: .sessions) == 0)
    }

    @Test(arguments: [true, false])
    func aNoteGoesWhoseOtherHalfIsDamaged(isReceived: Bool) throws {
        try store.send("note", from: gone, to: other)
        let user = isReceived ? other : gone
        let id = try #require(
            isReceived
                ? OpaqueID(store.received(by: user).items[0].id)
                : OpaqueID(store.sent(by: user).items[0].id)
        )
        try store.damage(isReceived ? .sent : .inbox) { _ in true }
        let isDeleted = try store.write { store throws(DomainError) in
            try store.deleteMessage(MessageID(id), of: user)
        }
        #expect(isDeleted)
        #expect(try store.count(of: isReceived ? .inbox : .sent) == 0)
    }

    /// No backup brings back a guest who logged out.
    @Test func aGuestWhoLogsOutIsDeleted() throws {
        let guest = try store.guest()
        let session = SessionTests.session(of: guest, 1)
        try store.write { store throws(DomainError) in
            try store.put(session)
            let identity = Identity(session: session.key, kind: .guest)
            try LogOut(identity: identity, scope: .thisSession).run(in: store, at: .epoch)
        }
        #expect(try store.count(of: .sessions) == 0)
        #expect(try store.count(of: .erased) == 1)
    }
}
