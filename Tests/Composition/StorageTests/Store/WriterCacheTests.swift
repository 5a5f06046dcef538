import AccountRules
import Domain
import NoteRules
import Testing

@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage

/// What the writing thread remembers is what is stored, whatever changes it.
@Suite struct WriterCacheTests {
    private static let link = LinkToken(link: "AAAAAAAAAAAAAAAAAAAAAA")
    private static let otherLink = LinkToken(link: "AAAAAAAAAAAAAAAAAAAAAQ")

    private let store: TestStore
    private let owner: UserNumber
    private let session: Session

    init() throws {
        store = try TestStore()
        owner = try store.account("owner", link: Self.link)
        let session = Session.of(owner)
        self.session = session
        try store.write { transaction throws(DomainError) in try transaction.put(session) }
    }

    /// The facts of the owner as a transaction sees them, asked twice: of the store, and again.
    private struct Facts: Equatable {
        var isThereSession: Bool
        var linkOwner: UserNumber?
        var otherLinkOwner: UserNumber?
        var policy: SenderPolicy?
        var isBlocked: Bool
        var isBlockedByName = false
    }

    private static func facts(
        _ session: SessionKey,
        in transaction: StoreTransaction
    ) throws(DomainError) -> Facts {
        let asked = try ask(session, transaction)
        let again = try ask(session, transaction)
        #expect(again == asked)
        return asked
    }

    private static func ask(
        _ session: SessionKey,
        _ transaction: StoreTransaction
    ) throws(DomainError) -> Facts {
        guard let link, let otherLink else { throw .storeUnavailable("A link is no link.") }
        return Facts(
            isThereSession: try transaction.hasSession(session),
            linkOwner: try transaction.userNumber(behind: link),
            otherLinkOwner: try transaction.userNumber(behind: otherLink),
            policy: try transaction.correspondent(session.user)?.senderPolicy,
            isBlocked: try transaction.isBlocked(
                UserNumber(7),
                by: session.user,
                sending: .anonymous
            ),
            isBlockedByName: try transaction.isBlocked(
                UserNumber(7),
                by: session.user,
                sending: .username
            )
        )
    }

    private var facts: Facts {
        get throws {
            let key = session.key
            return try store.write { transaction throws(DomainError) in
                try Self.facts(key, in: transaction)
            }
        }
    }

    private static func changeAll(
        of owner: UserNumber,
        _ session: SessionKey,
        in transaction: StoreTransaction
    ) throws(DomainError) {
        guard var user = try transaction.user(owner) else { throw .refused(.notAuthenticated) }
        user.linkToken = otherLink
        user.senderPolicy = .signedIn
        try transaction.update(user)
        try transaction.endSession(session)
        _ = try transaction.send("a", from: UserNumber(7), to: owner)
        let received = try transaction.newestReceived(by: owner)
        _ = try transaction.blockSender(of: received, receivedBy: owner, at: .epoch)
    }

    @Test func factsFollowTheirRecords() throws {
        var expected = Facts(
            isThereSession: true,
            linkOwner: owner,
            otherLinkOwner: nil,
            policy: .anyone,
            isBlocked: false
        )
        #expect(try facts == expected)
        try store.write { [owner, session] transaction throws(DomainError) in
            try Self.changeAll(of: owner, session.key, in: transaction)
        }
        expected = Facts(
            isThereSession: false,
            linkOwner: nil,
            otherLinkOwner: owner,
            policy: .signedIn,
            isBlocked: true
        )
        #expect(try facts == expected)
        try store.write { [owner] transaction throws(DomainError) in
            let received = try transaction.newestReceived(by: owner)
            _ = try transaction.unblockSender(of: received, receivedBy: owner)
        }
        expected.isBlocked = false
        #expect(try facts == expected)
        try store.write { [owner] transaction throws(DomainError) in
            try transaction.remove(owner, at: .epoch)
        }
        (expected.otherLinkOwner, expected.policy) = (nil, nil)
        #expect(try facts == expected)
    }

    @Test func whatAFailedTransactionReadIsForgotten() throws {
        let before = try facts
        for isWarm in [true, false] {
            if !isWarm { try store.reopen() }
            #expect(throws: DomainError.refused(.messageNotFound)) {
                try store.write { [owner, session] transaction throws(DomainError) in
                    try Self.changeAll(of: owner, session.key, in: transaction)
                    let changed = try Self.facts(session.key, in: transaction)
                    #expect(!changed.isThereSession && changed.isBlocked)
                    #expect(changed.otherLinkOwner == owner && changed.policy == .signedIn)
                    throw .refused(.messageNotFound)
                }
            }
            #expect(try facts == before)
        }
    }

    @Test func placesStayDistinctWhenTwoUsersShareASlot() throws {
        let user = UserNumber(101)
        let other = UserNumber(101 + UInt64(AccountCache.slotCountMax))
        for index in 0..<5 {
            try store.write { transaction throws(DomainError) in
                _ = try transaction.send("a\(index)", from: user, to: other)
                _ = try transaction.send("b\(index)", from: other, to: user)
            }
        }
        for person in [user, other] {
            var count = 0
            let (place, hasMore) = try store.read { view throws(DomainError) in
                try view.visitChanges(of: person, after: .start, limit: 100) { _ in
                    count += 1
                    return .next
                }
            }
            #expect((count, place, hasMore) == (10, Sequence(10), false))
        }
    }
}

extension Session {
    fileprivate static func of(_ user: UserNumber) -> Session {
        Session(
            key: SessionKey(user: user, number: 5),
            kind: .account,
            openedAt: .epoch,
            refreshedAt: .epoch,
            accessDigest: [UInt8](repeating: 1, count: 32),
            accessExpiresAt: .epoch,
            refreshDigest: [UInt8](repeating: 2, count: 32),
            refreshExpiresAt: .epoch
        )
    }
}

extension MessageReading {
    /// The receiver's id of the note that came last.
    fileprivate func newestReceived(by user: UserNumber) throws(DomainError) -> MessageID {
        var id: MessageID?
        _ = try visitReceived(by: user, before: nil, limit: 1) { bytes in
            // The first field of a received note is its id, of 16 bytes.
            id = bytes.withUnsafeBytes { OpaqueID(Array($0[2..<18])) }.map(MessageID.init)
            return .last
        }
        guard let id else { throw .refused(.messageNotFound) }
        return id
    }
}
