import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// What each method does when the store has only its reserve left: a method that is not in the
/// table fails.
@Suite struct FullStoreTests {
    private let disk = FillingDisk()

    /// Whether a method goes on.
    private func mayGoOn(_ method: MethodSummary) -> Bool? {
        switch method.name {
        // What adds something.
        case "SignUp", "CreateGuest", "AddContact", "UpdateContact", "UpdateProfile", "ChangeEmail",
            "SendToLink", "SendToContact", "AnswerMessage", "ReportMessage", "CreateItem",
            "CreateMember", "UpdateMember", "PutMembers", "ReplaceMembers", "CreatePost",
            "SubmitAnswers", "ClaimMission", "SetTimeZone", "AcceptOrder", "CompleteOrder",
            "ReleaseOrder", "UpdateLocations", "SendText", "MarkRead", "RequestWithdrawal":
            false
        // What was done before, and adds nothing when it is done again.
        case "CheckIn", "StartTracking":
            true
        // What signs in and out.
        case "LogIn", "Refresh", "LogOut", "EndSession", "ChangePassword",
            "ResetPassword":
            true
        // What frees and protects.
        case "DeleteAccount", "DeleteContact", "DeleteMessage", "SwitchOffLink", "RotateLink",
            "BlockSender", "UnblockSender", "MuteWord", "UnmuteWord", "DeleteItem",
            "DeleteMember", "DeletePost", "StopTracking":
            true
        // What reads.
        case "GetCurrentUser", "ListSessions", "GetProfile", "FindByLink", "GetPublicProfile",
            "ListMutedWords",
            "ListContacts", "GetContact", "GetContactLimit", "GetMessage", "GetReply",
            "ListReceived", "ListSent",
            "ListByContact", "ListBlocks", "ListItems", "GetItem", "FetchConfig", "ListMembers",
            "GetMember", "GetMemberDetail", "ListPosts", "ListAvailable", "ListByCategory",
            "GetSurvey", "GetBalance", "ListTransactions", "ListExpiring", "ListMissions",
            "GetStreak", "ListAchievements", "GetAgent", "ListOrders", "ListOwnOrders",
            "GetOrder", "GetLastLocation", "ListMessages", "GetMCash", "ListMCash", "Pull",
            "Check":
            true
        // What is dropped where it cannot be kept, and fails nothing.
        case "LogEvents", "ReportCrash":
            true
        default: nil
        }
    }

    private func reason(_ outcome: CallOutcome) -> RefusalReason? {
        guard case .failure(let error) = outcome else { return nil }
        return try? Refusal(of: Status(error)).reason
    }

    @Test(arguments: ServiceDescriptor.allMethods.filter { $0.kind == .unary })
    func whatAddsIsRefusedAndTheRestGoesOn(method: MethodSummary) async throws {
        let known: Bool? = mayGoOn(method)
        #expect(known != nil, "\(method) must say what it does then")
        guard let goesOn = known else { return }
        let world = try await World(TestService(disk: disk))
        let service = world.service
        let call = { (caller: Caller) async in
            reason(await service.outcome(method, world.payload(of: method), as: caller))
        }
        try await disk.fill(under: service.store)
        let before = try service.contents()
        #expect(await call(world.caller(of: method)) == (goesOn ? nil : .storeFull))
        if goesOn { return }
        #expect(try service.contents() == before)
        try await disk.empty(under: service.store)
        #expect(await call(world.caller(of: method)) == nil)
    }

    @Test func aRetryGetsItsReplyAndARuleItsRefusal() async throws {
        let world = try await World(TestService(disk: disk))
        let (service, alice) = (world.service, world.alice)
        let send = SendToLinkRequest(link: world.bob.link, content: "한 번")
        let key = "0123456789abcdef"
        let first = try await service.call(
            MessagesAPI.sendToLink,
            send,
            as: alice.caller,
            key: key
        )
        try await disk.fill(under: service.store)
        let again = try await service.call(
            MessagesAPI.sendToLink,
            send,
            as: alice.caller,
            key: key
        )
        #expect(encode(first) == encode(again))
        let own = SendToLinkRequest(link: alice.link, content: "나에게")
        let reason = try await service.reason(MessagesAPI.sendToLink, own, as: alice.caller)
        #expect(reason == .ownLink)
    }

    /// What is vital goes on for everybody, however much one person does of it.
    @Test func nobodyUsesUpTheReserve() async throws {
        let service = try TestService(limits: ServiceLimits(), disk: disk)
        let greedy = try await service.person("greedy")
        let other = try await service.person("other")
        try await disk.fill(under: service.store)
        func reason(as person: Person, _ number: Int) async throws -> RefusalReason? {
            try await service.reason(
                ProfilesAPI.muteWord,
                MuteWordRequest(word: "광고"),
                as: person.caller,
                key: "0123456789abcdef\(number)"
            )
        }
        for number in 0..<600 { #expect(try await reason(as: greedy, number) == nil) }
        #expect(try await reason(as: greedy, 600) == .rateLimited)
        // A retry has its reply coming.
        #expect(try await reason(as: greedy, 0) == nil)
        #expect(try await reason(as: other, 0) == nil)
        try await disk.empty(under: service.store)
        #expect(try await reason(as: greedy, 601) == nil)
    }

    @Test func operatorsGoOnAndAddNothing() async throws {
        let world = try await World(TestService(disk: disk))
        let desk = try AdminDesk(of: world.service)
        let person = try await desk.operator()
        let bob = ChangeUserRequest(id: world.bob.user.id)
        try await disk.fill(under: world.service.store)
        for method in [
            AdministrationAPI.banUser, AdministrationAPI.unbanUser,
            AdministrationAPI.deactivateUser,
            AdministrationAPI.activateUser, AdministrationAPI.revokePremium,
            AdministrationAPI.revokeSessions, AdministrationAPI.deleteUser,
        ] {
            _ = try await person.call(method, bob)
        }
        let alice = world.alice.user.id
        _ = try await person.call(
            AdministrationAPI.issueResetCode,
            IssueResetCodeRequest(id: alice, lifetimeSeconds: 3_600)
        )
        _ = try await person.call(AdministrationAPI.addWord, ChangeWordRequest(word: "광고"))
        let end = Timestamp(seconds: 4_000_000_000)
        let error = await #expect(throws: RPCError.self) {
            try await person.call(
                AdministrationAPI.grantPremium,
                GrantPremiumRequest(id: alice, expiresAt: end)
            )
        }
        #expect(try Refusal(of: #require(error?.status)).reason == .storeFull)
    }

    @Test func whatHousekeepingDoesGoesOn() async throws {
        let world = try await World(TestService(disk: disk))
        try await disk.fill(under: world.service.store)
        let housekeeping = Housekeeping(world.service.running)
        try await world.service.call(
            AccountsAPI.deleteAccount,
            DeleteAccountRequest(password: TestService.password),
            as: world.alice.caller
        )
        var outcome = await housekeeping.clear()
        while outcome == .moreWaiting { outcome = await housekeeping.clear() }
        #expect(outcome == .done)
        #expect(await housekeeping.sweepSessions() == .done)
    }
}
