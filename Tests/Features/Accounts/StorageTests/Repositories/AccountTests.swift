import AccountRules
import AccountStorage
import Domain
import Storage
import Testing

@Suite struct AccountTests {
    let store: TestStore
    private static let link = LinkToken(link: "AAAAAAAAAAAAAAAAAAAAAA")
    private static let otherLink = LinkToken(link: "AAAAAAAAAAAAAAAAAAAAAQ")

    init() throws {
        store = try TestStore()
    }

    @Test func numbersAreNeverGivenTwice() throws {
        let first = try store.guest()
        try store.removeAndErase(first)
        try store.reopen()
        #expect(try store.guest() > first)
    }

    @Test func anAccountComesBackAsItWasStored() throws {
        let number = try store.guest()
        let user = User(
            number: number,
            id: try store.read { $0.userID(of: number) },
            username: Username(stored: "Jaemin"),
            email: EmailAddress(stored: "J@example.com"),
            passwordHash: PasswordHash("$argon2id$..."),
            profileImageURL: ImageURL(stored: "https://example.com/a.png"),
            linkToken: Self.link,
            senderPolicy: .signedIn,
            plan: .premium(expiresAt: Instant(milliseconds: 5)),
            status: .inactive,
            createdAt: .epoch
        )
        try store.write { transaction throws(DomainError) in try transaction.add(user) }
        try store.reopen()
        #expect(try store.read { view throws(DomainError) in try view.user(number) } == user)
        let none = UserNumber(99)
        #expect(try store.read { view throws(DomainError) in try view.user(none) } == nil)
    }

    @Test func namesAreFoundRegardlessOfCaseAndComposition() throws {
        let number = try store.account("Cafe\u{301}", link: Self.link)
        try store.read { view throws(DomainError) in
            #expect(try view.userNumber(named: Username(stored: "CAF\u{c9}")) == number)
            #expect(try view.userNumber(named: Username(stored: "cafe")) == nil)
            let email = EmailAddress(stored: "CAF\u{c9}@EXAMPLE.com")
            #expect(try view.userNumber(withEmail: email) == number)
        }
        let link = try #require(Self.link)
        #expect(
            try store.read { view throws(DomainError) in
                try view.userNumber(behind: link)
            } == number
        )
    }

    @Test func anUpdateMovesUniqueEntries() throws {
        let number = try store.account("before", link: Self.link)
        try store.write { transaction throws(DomainError) in
            guard var user = try transaction.user(number) else { return }
            user.username = Username(stored: "after")
            user.email = EmailAddress(stored: "after@example.com")
            user.linkToken = Self.otherLink
            try transaction.update(user)
        }
        let link = try #require(Self.link)
        let otherLink = try #require(Self.otherLink)
        try store.read { view throws(DomainError) in
            #expect(try view.userNumber(named: Username(stored: "before")) == nil)
            #expect(try view.userNumber(named: Username(stored: "after")) == number)
            let old = EmailAddress(stored: "before@example.com")
            #expect(try view.userNumber(withEmail: old) == nil)
            #expect(try view.userNumber(behind: link) == nil)
            #expect(try view.userNumber(behind: otherLink) == number)
            #expect(try view.user(number)?.linkToken == Self.otherLink)
        }
    }

    @Test func aTakenNameIsRefusedAndLeavesNoTrace() throws {
        _ = try store.account("first")
        let second = try store.account("second")
        #expect(throws: DomainError.refused(.usernameTaken)) {
            try store.write { transaction throws(DomainError) in
                guard var user = try transaction.user(second) else { return }
                user.email = EmailAddress(stored: "new@example.com")
                user.username = Username(stored: "FIRST")
                try transaction.update(user)
            }
        }
        try store.read { view throws(DomainError) in
            let new = EmailAddress(stored: "new@example.com")
            #expect(try view.userNumber(withEmail: new) == nil)
            #expect(try view.userNumber(named: Username(stored: "second")) == second)
        }
    }

    @Test func aQuietUpdateStaysOutOfTheFeed() throws {
        let number = try store.account("user")
        let place = try store.changes(of: number).place
        try store.write { transaction throws(DomainError) in
            guard var user = try transaction.user(number) else { return }
            user.passwordHash = PasswordHash("new")
            try transaction.updateQuietly(user)
        }
        #expect(try store.changes(of: number, after: place).changes.isEmpty)
        try store.write { transaction throws(DomainError) in
            guard let user = try transaction.user(number) else { return }
            try transaction.update(user)
        }
        #expect(try store.changes(of: number, after: place).changes.count == 1)
        #expect(try store.changes(of: number).changes.count == 1, "the earlier entry is gone")
    }

    @Test func updatingNobodyIsRefused() throws {
        let number = try store.account("user")
        let stored = try store.read { view throws(DomainError) in try view.user(number) }
        let user = try #require(stored)
        try store.removeAndErase(number)
        #expect(throws: DomainError.refused(.notAuthenticated)) {
            try store.write { transaction throws(DomainError) in try transaction.update(user) }
        }
    }

    @Test func aRemovedAccountIsOutOfSightAtOnce() throws {
        let number = try store.account("gone", link: Self.link)
        try store.write { transaction throws(DomainError) in
            try transaction.remove(number, at: .epoch)
        }
        let link = try #require(Self.link)
        try store.read { view throws(DomainError) in
            #expect(try view.user(number) == nil)
            #expect(try view.userNumber(named: Username(stored: "gone")) == nil)
            #expect(try view.userNumber(behind: link) == nil)
        }
        #expect(try store.account("gone") != number)
    }
}
