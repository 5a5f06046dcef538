import Domain
import NoteletAPI
import TTRPC
import Testing

@testable import Serving
@testable import NoteService
@testable import AccountService

/// What is done too often is refused at the number that the defaults name, and not before.
@Suite struct RateLimitTests {
    private let service: TestService

    init() throws {
        service = try TestService(limits: ServiceLimits())
    }

    /// Calls until it is refused as too often; how often it was not, and the seconds to wait.
    private func countUntilLimited<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        as caller: Caller,
        _ request: (Int) -> Request
    ) async throws -> (count: Int, seconds: String?) {
        for count in 0..<200 {
            let outcome = await service.outcome(
                method.summary,
                encode(request(count)),
                as: caller
            )
            guard case .failure(let error) = outcome else { continue }
            let refusal = try NoteletAPI.Refusal(of: Status(error))
            guard refusal.reason == .rateLimited else { continue }
            #expect(Status(error).code == .resourceExhausted && refusal.retryable)
            return (count, refusal.fields["retry_after_seconds"])
        }
        return (200, nil)
    }

    @Test func anAddressOpensSoManyAccounts() async throws {
        let method = AccountsAPI.signUp
        let request = { (number: Int) in
            SignUpRequest(
                username: "user\(number)",
                email: "user\(number)@example.com",
                password: TestService.password
            )
        }
        #expect(try await countUntilLimited(method, as: .nobody, request) == (5, "720"))
        #expect(try await service.reason(method, request(6), as: .nobody.at(2)) == nil)
        service.clock.advance(seconds: 719)
        #expect(try await service.reason(method, request(7), as: .nobody) == .rateLimited)
        service.clock.advance(seconds: 1)
        #expect(try await service.reason(method, request(7), as: .nobody) == nil)
    }

    @Test func aRetriedSignUpGetsItsReplyWhenNoMoreAreLeft() async throws {
        let request = { (number: Int) in
            SignUpRequest(
                username: "user\(number)",
                email: "user\(number)@example.com",
                password: TestService.password
            )
        }
        let method = AccountsAPI.signUp
        let first = try await service.call(method, request(0), as: .nobody, key: "a-key")
        _ = try await countUntilLimited(method, as: .nobody) { request($0 + 1) }
        let again = try await service.call(method, request(0), as: .nobody, key: "a-key")
        #expect(again == first)
    }

    @Test func anAddressSignsInSoOften() async throws {
        let alice = try await service.person("alice")
        let right = LogInRequest(email: alice.user.email, password: TestService.password)
        let method = AccountsAPI.logIn
        #expect(try await countUntilLimited(method, as: .nobody) { _ in right } == (10, "6"))
        #expect(try await service.reason(method, right, as: .nobody.at(2)) == nil)
        service.clock.advance(seconds: 6)
        #expect(try await service.reason(method, right, as: .nobody) == nil)
    }

    @Test(arguments: ["alice@example.com", "nobody@example.com", "no address"])
    func guessesAreSlowedDownWhetherThereIsAnAccountOrNot(email: String) async throws {
        let alice = try await service.person("alice")
        let method = AccountsAPI.logIn
        let wrong = LogInRequest(email: email, password: "wrong horse battery staple")
        for address in 1...5 as ClosedRange<UInt32> {
            let caller = Caller.nobody.at(address)
            #expect(try await service.reason(method, wrong, as: caller) == .wrongCredentials)
        }
        let refusal = try await service.refusal(method, wrong, as: .nobody.at(6))
        #expect(refusal.reason == .rateLimited)
        #expect(refusal.fields == ["retry_after_seconds": "1"])
        // The case of letters makes no other account.
        let shouted = LogInRequest(email: email.uppercased(), password: "wrong horse battery")
        #expect(try await service.reason(method, shouted, as: .nobody.at(7)) == .rateLimited)
        // Who is signed in already changes the password all the same.
        let change = ChangePasswordRequest(
            currentPassword: TestService.password,
            newPassword: "battery staple correct horse"
        )
        let reason = try await service.reason(
            AccountsAPI.changePassword,
            change,
            as: alice.caller
        )
        #expect(reason == nil)
    }

    @Test func aPasswordIsNotGuessedFromWithin() async throws {
        let alice = try await service.person("alice")
        let request = DeleteAccountRequest(password: "wrong horse battery staple")
        let method = AccountsAPI.deleteAccount
        #expect(try await countUntilLimited(method, as: alice.caller) { _ in request } == (5, "1"))
    }

    @Test func anAccountIsAskedForItsPasswordSoOften() async throws {
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        let change = ChangePasswordRequest(
            currentPassword: TestService.password,
            newPassword: TestService.password
        )
        let method = AccountsAPI.changePassword
        #expect(try await countUntilLimited(method, as: alice.caller) { _ in change } == (10, "6"))
        let export = ExportDataRequest(password: TestService.password)
        #expect(throws: DomainError.self) {
            try service.open(
                AccountsAPI.exportData,
                export,
                as: alice.elsewhere,
                on: RecordingStream()
            )
        }
        #expect(try await service.reason(method, change, as: bob.caller) == nil)
        service.clock.advance(seconds: 6)
        #expect(try await service.reason(method, change, as: alice.caller) == nil)
    }

    @Test func anAddressMakesSoManyGuests() async throws {
        let method = AccountsAPI.createGuest
        let counted = try await countUntilLimited(method, as: .nobody) { _ in CreateGuestRequest() }
        #expect(counted == (30, "120"))
        #expect(try await service.reason(method, CreateGuestRequest(), as: .nobody.at(2)) == nil)
    }

    @Test func anAddressLooksUpSoManyLinks() async throws {
        let alice = try await service.person("alice")
        let request = FindByLinkRequest(link: alice.link)
        let method = ProfilesAPI.findByLink
        #expect(try await countUntilLimited(method, as: .nobody) { _ in request } == (60, "1"))
        #expect(try await service.reason(method, request, as: .nobody.at(2)) == nil)
    }

    @Test func anAddressSendsSoManyAnonymousNotes() async throws {
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        let guest = try await service.guest()
        let method = MessagesAPI.sendToLink
        let request = { (_: Int) in SendToLinkRequest(link: alice.link, content: "쪽지") }
        #expect(try await countUntilLimited(method, as: bob.caller, request) == (10, "6"))
        #expect(try await service.reason(method, request(0), as: guest.caller) == .rateLimited)
        #expect(try await service.reason(method, request(0), as: guest.caller.at(2)) == nil)
        let signed = SendToLinkRequest(link: alice.link, content: "쪽지", revealSender: true)
        for _ in 0..<20 {
            #expect(try await service.reason(method, signed, as: bob.caller) == nil)
        }
        #expect(try await service.received(by: alice).count == 31)
    }

    @Test func anAccountSendsSoManyNotesUnderItsName() async throws {
        var limits = ServiceLimits()
        #expect(limits.rates[.namedSends] == Rate(1_000, per: .day))
        limits.liftLimitsPerAddress()
        limits.rates[.namedSends] = Rate(3, per: .day)
        service.dependencies.set(limits)
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        let carol = try await service.person("carol")
        let method = MessagesAPI.sendToLink
        let request = { (number: Int) in
            let link = number == 1 ? carol.link : alice.link
            return SendToLinkRequest(link: link, content: "쪽지", revealSender: true)
        }
        #expect(try await countUntilLimited(method, as: bob.caller, request) == (3, "28800"))
        #expect(try await service.reason(method, request(0), as: bob.caller.at(2)) == .rateLimited)
        let contact = try await service.addContact("alice", of: bob, link: alice.link)
        let throughContact = SendToContactRequest(
            contactID: contact.id,
            content: "쪽지",
            revealSender: true
        )
        let reason = try await service.reason(
            MessagesAPI.sendToContact,
            throughContact,
            as: bob.caller
        )
        #expect(reason == .rateLimited)
        #expect(try await service.reason(method, request(0), as: carol.caller) == nil)
        try await service.send(from: bob, to: alice)
    }

    @Test func oneReceiverIsNotFlooded() async throws {
        var limits = ServiceLimits()
        limits.rates[.anonymousSends] = nil
        limits.rates[.anonymousSendsToReceiver] = Rate(3, per: .day)
        service.dependencies.set(limits)
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        let carol = try await service.person("carol")
        let token = try #require(alice.link.split(separator: "/").last)
        let method = MessagesAPI.sendToLink
        // The same link in other words is the same link.
        let counted = try await countUntilLimited(method, as: bob.caller) { number in
            let link = number == 1 ? "https://example.com/\(token)" : alice.link
            return SendToLinkRequest(link: link, content: "쪽지")
        }
        #expect(counted == (3, "28800"))
        let other = SendToLinkRequest(link: carol.link, content: "쪽지")
        #expect(try await service.reason(method, other, as: bob.caller) == nil)
        let contact = try await service.addContact("alice", of: bob, link: alice.link)
        let throughContact = SendToContactRequest(contactID: contact.id, content: "쪽지")
        let sent = try await countUntilLimited(MessagesAPI.sendToContact, as: bob.caller) { _ in
            throughContact
        }
        #expect(sent.count == 3)
    }

    @Test func whatIsWrongIsNotCounted() async throws {
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        let empty = SendToLinkRequest(link: alice.link, content: " ")
        for _ in 0..<20 {
            let reason = try await service.reason(MessagesAPI.sendToLink, empty, as: bob.caller)
            #expect(reason == .invalidValue)
        }
        try await service.send(from: bob, to: alice)
    }

    @Test func anAccountReportsSoOften() async throws {
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        try await service.send(from: bob, to: alice)
        let note = try #require(try await service.received(by: alice).first)
        let method = MessagesAPI.reportMessage
        let request = { (_: Int) in ReportMessageRequest(messageID: note.id, reason: .spam) }
        #expect(try await countUntilLimited(method, as: alice.caller, request) == (100, "864"))
        service.clock.advance(seconds: 864)
        #expect(try await service.reason(method, request(0), as: alice.caller) == nil)
    }

    @Test func anAccountBlocksSoOften() async throws {
        var limits = ServiceLimits()
        #expect(limits.rates[.blocks] == Rate(1_000, per: .day))
        limits.rates[.blocks] = Rate(3, per: .day)
        service.dependencies.set(limits)
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        try await service.send(from: bob, to: alice)
        let note = try #require(try await service.received(by: alice).first)
        let method = MessagesAPI.blockSender
        let request = { (_: Int) in BlockSenderRequest(messageID: note.id) }
        #expect(try await countUntilLimited(method, as: alice.caller, request) == (3, "28800"))
        let unblock = UnblockSenderRequest(messageID: note.id)
        let reason = try await service.reason(
            MessagesAPI.unblockSender,
            unblock,
            as: alice.caller
        )
        #expect(reason == nil)
    }

    @Test func anAccountChangesItsLinkSoOften() async throws {
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        let method = ProfilesAPI.rotateLink
        let request = { (_: Int) in RotateLinkRequest() }
        #expect(try await countUntilLimited(method, as: alice.caller, request) == (5, "17280"))
        #expect(try await service.reason(method, request(0), as: alice.caller.at(2)) != nil)
        #expect(try await service.reason(method, request(0), as: bob.caller) == nil)
    }

    @Test func anAccountTriesSoManyAddresses() async throws {
        let alice = try await service.person("alice")
        _ = try await service.person("bob")
        let method = AccountsAPI.changeEmail
        let request = { (number: Int) in
            ChangeEmailRequest(
                email: number.isMultiple(of: 2) ? "bob@example.com" : "a\(number)@example.com",
                password: TestService.password
            )
        }
        let wrong = ChangeEmailRequest(email: "a@example.com", password: "wrong")
        #expect(try await service.reason(method, wrong, as: alice.caller) == .wrongCredentials)
        #expect(try await countUntilLimited(method, as: alice.caller, request) == (5, "17280"))
        service.clock.advance(seconds: 17_280)
        let renewed = try await service.renewed(alice)
        #expect(try await service.reason(method, request(1), as: renewed.caller) == nil)
    }

    @Test func theTwoNamesOfAnAccountAreCountedApart() async throws {
        let alice = try await service.person("alice")
        let byEmail = LogInRequest(email: alice.user.email, password: "wrong")
        let byUsername = LogInRequest(password: "wrong", username: "Alice")
        for request in [byEmail, byUsername] {
            for origin: UInt32 in 1...5 {
                let caller = Caller.nobody.at(origin)
                let reason = try await service.reason(AccountsAPI.logIn, request, as: caller)
                #expect(reason == .wrongCredentials)
            }
            let reason = try await service.reason(AccountsAPI.logIn, request, as: .nobody.at(6))
            #expect(reason == .rateLimited)
        }
    }

    @Test func aSharedAddressHasNoLimitsByAddress() async throws {
        var limits = ServiceLimits()
        limits.liftLimitsPerAddress()
        service.dependencies.set(limits)
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        for _ in 0..<150 { try await service.send(from: bob, to: alice) }
        for _ in 0..<150 { try await _ = service.guest() }
        #expect(limits.server.connectionCountPerAddressMax == nil)
        #expect(limits.rates[.linkChanges] != nil)
        #expect(limits.rates.signInFailures != nil)
    }

    @Test func anAccountHasSoManyConnections() async throws {
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        var callers: [Caller] = []
        for _ in 0..<16 {
            callers.append(alice.elsewhere)
            #expect(try await reason(callers[callers.count - 1]) == nil)
        }
        let refusal = try await service.refusal(
            ProfilesAPI.getProfile,
            GetProfileRequest(),
            as: alice.elsewhere
        )
        #expect(refusal.reason == .tooManyConnections && refusal.fields == ["limit": "16"])
        #expect(try await reason(callers[0]) == nil, "Those that are open go on.")
        #expect(try await reason(bob.caller) == nil)
        // A connection that ends, or speaks for another person, makes room.
        callers.removeLast()
        #expect(try await reason(alice.elsewhere) == nil)
        let token = bob.session.accessToken
        #expect(try await reason(Caller(token: token, connection: callers[0].connection)) == nil)
        let user = try service.number(of: alice)
        #expect(service.dependencies.accountConnections.count(of: user) == 14)
    }

    @Test func aConnectionThatMayNotSpeakForAnotherGoesOnAsBefore() async throws {
        var limits = ServiceLimits()
        limits.connectionCountPerAccountMax = 1
        service.dependencies.set(limits)
        let alice = try await service.person("alice")
        let bob = try await service.person("bob")
        let user = try service.number(of: alice)
        #expect(try await reason(alice.caller) == nil)
        #expect(try await reason(bob.caller) == nil)
        let alicesSecond = Caller(token: bob.session.accessToken, connection: alice.connection)
        #expect(try await reason(alicesSecond) == .tooManyConnections)
        #expect(service.dependencies.accountConnections.count(of: user) == 1)
        #expect(try await reason(alice.caller) == nil)
        #expect(try await reason(alice.elsewhere) == .tooManyConnections)
    }

    private func reason(_ caller: Caller) async throws -> RefusalReason? {
        try await service.reason(ProfilesAPI.getProfile, GetProfileRequest(), as: caller)
    }
}
