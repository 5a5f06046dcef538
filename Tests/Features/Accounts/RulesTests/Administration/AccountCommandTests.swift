import Records
import Domain
import RuleTestSupport
import Testing
import NoteRules
import AccountRules
import AccountStorage

@Suite struct AccountCommandTests {
    private let records: UseCaseStore
    private let person = Operator(name: "root")

    init() throws {
        records = try UseCaseStore()
    }

    @discardableResult
    private func change(
        _ id: UserID,
        _ change: ChangeAccount.Change
    ) async throws(DomainError) -> User? {
        guard case .account(let user) = try await changed(id, change) else { return nil }
        return user
    }

    private func changed(
        _ id: UserID,
        _ change: ChangeAccount.Change
    ) async throws(DomainError) -> ManagedPerson? {
        let person = person
        return try await records.write { store, context throws(DomainError) in
            try ChangeAccount(id, change).run(in: store, by: person, context)
        }
    }

    private func list(
        after place: UserNumber? = nil,
        size: Int32 = 500,
        _ filter: ListAccounts.Filter = ListAccounts.Filter()
    ) throws -> (names: [String], next: UserNumber?) {
        let command = ListAccounts(after: place, size: try PageSize(size), filter: filter)
        let now = records.context.now
        let (users, next) = try records.store.read { store throws(DomainError) in
            try command.run(in: store, at: now)
        }
        return (users.map(\.username.text), next)
    }

    @Test func anAccountIsFoundByNameAddressAndID() async throws {
        let anna = try await records.account("anna").user
        let references: [AccountReference] = [
            .id(anna.id), .username("ANNA"), .email("Anna@Example.COM"),
        ]
        for reference in references {
            let (person, holdings) = try records.store.read { store throws(DomainError) in
                try ShowAccount(reference).run(in: store)
            }
            #expect(person == .account(anna))
            #expect(
                holdings
                    == AccountHoldings(sessions: 1, contacts: 0, receivedNotes: 0, blocks: 0)
            )
        }
        let wrong: [AccountReference] = [
            .id(UserID(OpaqueID(high: 1, low: 2))), .username("ann"), .username(""),
            .email("anna"), .username(String(repeating: "a", count: 100_000)),
        ]
        for reference in wrong {
            #expect(throws: DomainError.refused(.userNotFound)) {
                try records.store.read { store throws(DomainError) in
                    try ShowAccount(reference).run(in: store)
                }
            }
        }
    }

    @Test func pagesHoldEachAccountOnceInItsOrder() async throws {
        let names = (0..<7).map { "user\($0)" }
        for name in names { _ = try await records.account(name) }
        var seen: [String] = []
        var place: UserNumber?
        repeat {
            let page = try list(after: place, size: 3)
            #expect(page.names.count <= 3)
            seen += page.names
            place = page.next
        } while place != nil
        #expect(seen == names)
        #expect(try list(after: UserNumber(.max)).names.isEmpty)
        #expect(try list(size: 7).next == nil)
    }

    @Test func filtersSelectByStatusAndByPresentPlan() async throws {
        let now = records.context.now
        let anna = try await records.account("anna").user
        let ben = try await records.account("ben").user
        try await change(anna.id, .ban)
        try await change(ben.id, .grantPremium(until: Instant(milliseconds: now.milliseconds + 1)))
        #expect(try list(ListAccounts.Filter(status: .banned)).names == ["anna"])
        #expect(try list(ListAccounts.Filter(status: .active)).names == ["ben"])
        #expect(try list(ListAccounts.Filter(isPremiumOnly: true)).names == ["ben"])
        let both = ListAccounts.Filter(status: .banned, isPremiumOnly: true)
        #expect(try list(both).names.isEmpty)
    }

    @Test func aPlanHasToEndLater() async throws {
        let now = records.context.now
        let anna = try await records.account("anna").user
        for end in [now, Instant(milliseconds: now.milliseconds - 1)] {
            await #expect(throws: DomainError.self) {
                try await change(anna.id, .grantPremium(until: end))
            }
        }
        let end = Instant(milliseconds: now.milliseconds + 1)
        let changed = try await change(anna.id, .grantPremium(until: end))
        #expect(changed?.plan == .premium(expiresAt: end))
    }

    @Test func aRevokedPlanIsTheFreeOneAtOnce() async throws {
        let anna = try await records.account("anna").user
        let end = records.context.now.adding(seconds: 60)
        try await change(anna.id, .grantPremium(until: end))
        #expect(try await change(anna.id, .revokePremium)?.plan == .free)
        #expect(try await change(anna.id, .revokePremium)?.plan == .free)
    }

    @Test("Each way out of an account's status leads out of that status alone")
    func statuses() async throws {
        let anna = try await records.account("anna").user
        let steps: [(ChangeAccount.Change, AccountStatus)] = [
            (.activate, .active), (.unban, .active), (.deactivate, .inactive),
            (.unban, .inactive), (.activate, .active), (.ban, .banned), (.activate, .banned),
            (.deactivate, .inactive), (.ban, .banned), (.unban, .active),
        ]
        for (step, status) in steps {
            #expect(try await change(anna.id, step)?.status == status, "\(step)")
        }
    }

    @Test("Who was put to rest cannot sign in, gets no notes, and keeps what is there")
    func inactive() async throws {
        let (anna, _) = try await records.account("anna")
        let (_, ben) = try await records.account("ben")
        let link = try #require(anna.linkToken).text
        let send = try SendToLink(
            sender: .signedIn(ben),
            link: link,
            content: "안녕",
            disclosure: .anonymous
        )
        try await records.write { store, context throws(DomainError) in
            _ = try send.run(in: store, context)
        }
        try await change(anna.id, .deactivate)
        await #expect(throws: DomainError.refused(.linkNotFound)) {
            try await records.write { store, context throws(DomainError) in
                _ = try send.run(in: store, context)
            }
        }
        await #expect(throws: DomainError.refused(.accountNotActive)) {
            try await records.write { store, context throws(DomainError) in
                _ = try LogIn(user: anna.number, checkedHash: anna.passwordHash)
                    .run(in: store, context)
            }
        }
        let (_, holdings) = try records.store.read { store throws(DomainError) in
            try ShowAccount(.id(anna.id)).run(in: store)
        }
        #expect(holdings.sessions == 0 && holdings.receivedNotes == 1)
    }

    @Test("A guest is banned, signed out and erased by id, and can have nothing of an account")
    func guests() async throws {
        let (token, id) = try await records.write { store, context throws(DomainError) in
            let grant = try CreateGuest().run(in: store, context)
            let outcome = try Authenticate(token: grant.access).run(in: store, context)
            return (grant.access, store.userID(of: outcome.identity.user))
        }
        func isLetIn() -> Bool {
            let context = records.context
            let outcome = try? records.store.read { store throws(DomainError) in
                try Authenticate(token: token).run(in: store, context)
            }
            return outcome != nil
        }
        let refused: [ChangeAccount.Change] = [
            .deactivate, .activate, .revokePremium,
            .grantPremium(until: records.context.now.adding(seconds: 60)),
        ]
        for change in refused {
            await #expect(throws: DomainError.refused(.accountRequired)) {
                try await self.change(id, change)
            }
        }
        let bans: [(ChangeAccount.Change, Bool)] = [(.ban, true), (.ban, true), (.unban, false)]
        for (change, isBanned) in bans {
            guard case .guest(let guest) = try await changed(id, change) else {
                Issue.record("a guest is shown as one")
                return
            }
            #expect(guest.isBanned == isBanned && guest.id == id)
            #expect(isLetIn() == !isBanned)
        }
        #expect(try await changed(id, .ban) != nil)
        #expect(try await changed(id, .delete) == nil)
        #expect(!isLetIn())
        await #expect(throws: DomainError.refused(.userNotFound)) {
            try await change(id, .unban)
        }
    }

    @Test func revokingSessionsEndsThemAndNothingElse() async throws {
        let anna = try await records.account("anna").user
        let changed = try await change(anna.id, .revokeSessions)
        #expect(changed == anna)
        let count = try records.store.read { store throws(DomainError) in
            try store.sessions(of: anna.number).count
        }
        #expect(count == 0)
    }

    @Test func whatIsDeletedIsGoneAndCannotBeChanged() async throws {
        let anna = try await records.account("anna").user
        #expect(try await change(anna.id, .delete) == nil)
        let changes: [ChangeAccount.Change] = [
            .ban, .unban, .deactivate, .activate, .revokePremium, .revokeSessions, .delete,
            .grantPremium(until: records.context.now.adding(seconds: 60)),
        ]
        for change in changes {
            await #expect(throws: DomainError.refused(.userNotFound)) {
                try await self.change(anna.id, change)
            }
        }
        #expect(try list().names.isEmpty)
    }
}
