import Domain
import NoteletAPI
import ProtobufCoding
import Testing
import AccountRules

@Suite struct OperatorTests {
    let service: TestService
    let alice: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
    }

    private func limit() async throws -> GetContactLimitResponse {
        try await service.call(
            ContactsAPI.getContactLimit,
            GetContactLimitRequest(),
            as: alice.caller
        )
    }

    private func addReason(_ name: String) async throws -> RefusalReason? {
        let request = AddContactRequest(name: name)
        return try await service.reason(ContactsAPI.addContact, request, as: alice.caller)
    }

    @Test func premiumLiftsTheLimitUntilItsEndExclusive() async throws {
        let end = TestClock.start.adding(seconds: 600)
        try await service.grant(.premium(expiresAt: end), to: alice)
        for number in 0..<7 { #expect(try await addReason("\(number)") == nil) }
        var limit = try await limit()
        #expect(limit.maxContacts == nil && limit.remainingSlots == nil && limit.canAdd)
        service.clock.set(Instant(milliseconds: end.milliseconds - 1))
        #expect(try await addReason("last") == nil)
        service.clock.set(end)
        #expect(try await addReason("late") == .contactLimitReached)
        limit = try await self.limit()
        // What was added under the plan stays.
        #expect(limit.currentCount == 8 && limit.maxContacts == 5)
        #expect(limit.remainingSlots == 0 && !limit.canAdd)
        #expect(try await service.contacts(of: alice).count == 8)
    }

    @Test func theProfileTellsThePlanAndNoRequestSetsIt() async throws {
        let end = TestClock.start.adding(seconds: 60)
        try await service.grant(.premium(expiresAt: end), to: alice)
        let profile = try await service.call(
            ProfilesAPI.getProfile,
            GetProfileRequest(),
            as: alice.caller
        )
        #expect(profile.user?.plan?.kind == .premium)
        #expect(profile.user?.plan?.expiresAt?.seconds == end.milliseconds / 1_000)
    }

    @Test(arguments: [AccountRules.AccountStatus.banned, .inactive])
    func whoIsNotActiveIsSignedOutAndUnreachable(status: AccountRules.AccountStatus) async throws {
        let bob = try await service.person("bob")
        let contact = try await service.addContact("alice", of: bob, link: alice.link)
        let stream = RecordingStream()
        _ = try service.open(SyncAPI.watch, WatchRequest(), as: alice.caller, on: stream)
        try await service.set(status, of: alice)
        #expect(stream.reason == .notAuthenticated)
        let profile = try await service.reason(
            ProfilesAPI.getProfile,
            GetProfileRequest(),
            as: alice.caller
        )
        let refresh = try await service.reason(
            AccountsAPI.refresh,
            RefreshRequest(refreshToken: alice.session.refreshToken),
            as: .nobody
        )
        let find = try await service.reason(
            ProfilesAPI.findByLink,
            FindByLinkRequest(link: alice.link),
            as: .nobody
        )
        let toLink = try await service.reason(
            MessagesAPI.sendToLink,
            SendToLinkRequest(link: alice.link, content: "a"),
            as: bob.caller
        )
        let toContact = try await service.reason(
            MessagesAPI.sendToContact,
            SendToContactRequest(contactID: contact.id, content: "a"),
            as: bob.caller
        )
        #expect(profile == .notAuthenticated && refresh == .notAuthenticated)
        #expect(find == .linkNotFound && toLink == .linkNotFound)
        #expect(toContact == .contactNotLinked)
    }

    @Test func whoIsActiveAgainSignsInAgain() async throws {
        let number = try service.number(of: alice)
        for status in [AccountRules.AccountStatus.banned, .active] {
            try await service.write { store, _ throws(DomainError) in
                try SetAccountStatus(user: number, status: status).run(in: store)
            }
        }
        let again = try await service.logIn(alice)
        #expect(again.user.status == .active)
    }
}
