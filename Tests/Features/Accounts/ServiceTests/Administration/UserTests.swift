import AccountRules
import Domain
import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

/// What operators do to accounts.
@Suite struct UserTests {
    private let service: TestService
    private let desk: AdminDesk
    private let root: AdminOperator
    private let alice: Person

    init() async throws {
        service = try TestService()
        desk = try AdminDesk(of: service)
        root = try await desk.operator()
        alice = try await service.person("alice")
    }

    private var request: ChangeUserRequest { ChangeUserRequest(id: alice.user.id) }

    private func profileReason() async throws -> RefusalReason? {
        try await service.reason(
            ProfilesAPI.getProfile,
            GetProfileRequest(),
            as: alice.caller
        )
    }

    private func reason<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws -> RefusalReason? {
        do throws(RPCError) {
            try await root.call(method, request)
            return nil
        } catch {
            return try NoteletAPI.Refusal(of: error.status).reason
        }
    }

    @Test func anAccountIsShownWithWhatItHas() async throws {
        let bob = try await service.person("bob")
        try await service.addContact("bob", of: alice, link: bob.link)
        try await service.send(from: bob, to: alice)
        let references: [GetUserRequest.Reference] = [
            .id(alice.user.id), .username("Alice"), .email("alice@example.com"),
        ]
        for reference in references {
            let shown = try await root.call(
                AdministrationAPI.getUser,
                GetUserRequest(reference: reference)
            )
            #expect(shown.user?.id == alice.user.id && shown.user?.status == .active)
            #expect(shown.user?.plan?.kind == .free && shown.user?.hasLink == true)
            #expect(shown.holdings == UserHoldings(sessions: 1, contacts: 1, receivedNotes: 1))
        }
        let nobody = GetUserRequest(reference: .username("nobody"))
        #expect(try await reason(AdministrationAPI.getUser, nobody) == .userNotFound)
        let empty = GetUserRequest()
        #expect(try await reason(AdministrationAPI.getUser, empty) == .invalidValue)
        let short = GetUserRequest(reference: .id([1]))
        #expect(try await reason(AdministrationAPI.getUser, short) == .invalidValue)
    }

    @Test func aBannedAccountIsOutUntilItIsUnbanned() async throws {
        let banned = try await root.call(AdministrationAPI.banUser, request)
        #expect(banned.user?.status == .banned)
        #expect(try await profileReason() == .notAuthenticated)
        let again = try await root.call(AdministrationAPI.unbanUser, request)
        #expect(again.user?.status == .active)
        #expect(try await service.logIn(alice).user.status == .active)
    }

    @Test func premiumIsGrantedUntilAMomentToCome() async throws {
        let end = TestClock.start.adding(seconds: 1)
        var grant = GrantPremiumRequest(id: alice.user.id, expiresAt: Timestamp(end))
        let changed = try await root.call(AdministrationAPI.grantPremium, grant)
        #expect(changed.user?.plan == NoteletAPI.Plan(kind: .premium, expiresAt: Timestamp(end)))
        grant.expiresAt = Timestamp(TestClock.start)
        #expect(try await reason(AdministrationAPI.grantPremium, grant) == .invalidValue)
        grant.expiresAt = nil
        #expect(try await reason(AdministrationAPI.grantPremium, grant) == .invalidValue)
    }

    @Test func revokedSessionsEndTheirStreams() async throws {
        let stream = RecordingStream()
        _ = try service.open(SyncAPI.watch, WatchRequest(), as: alice.caller, on: stream)
        try await root.call(AdministrationAPI.revokeSessions, request)
        #expect(stream.reason == .notAuthenticated)
        #expect(try await profileReason() == .notAuthenticated)
    }

    @Test func aDeletedAccountIsGoneAndItsRecordsFollow() async throws {
        let deleted = try await root.call(AdministrationAPI.deleteUser, request)
        #expect(deleted.user == nil)
        #expect(try await reason(AdministrationAPI.deleteUser, request) == .userNotFound)
        #expect(try await profileReason() == .notAuthenticated)
        await service.keepHouse()
        let page = try await root.call(AdministrationAPI.listUsers, ListUsersRequest())
        #expect(page.users.isEmpty)
    }

    @Test func pagesJoinToTheWholeList() async throws {
        for number in 0..<4 { _ = try await service.person("user\(number)") }
        var names: [String] = []
        var request = ListUsersRequest(pageSize: 2)
        repeat {
            let page = try await root.call(AdministrationAPI.listUsers, request)
            names += page.users.map(\.username)
            request.afterID = page.nextAfterID
        } while !request.afterID.isEmpty
        #expect(names == ["alice", "user0", "user1", "user2", "user3"])
        for wrong in [
            ListUsersRequest(pageSize: 501), ListUsersRequest(status: .init(rawValue: 9)),
            ListUsersRequest(afterID: [1]),
        ] {
            #expect(try await reason(AdministrationAPI.listUsers, wrong) == .invalidValue)
        }
        let strange = ListUsersRequest(afterID: [UInt8](repeating: 7, count: 16))
        #expect(try await reason(AdministrationAPI.listUsers, strange) == .invalidCursor)
    }

    @Test func eachChangeIsRecordedAndNoRefusalIs() async throws {
        try await root.call(AdministrationAPI.banUser, request)
        try await root.call(AdministrationAPI.unbanUser, request)
        let nobody = ChangeUserRequest(id: [UInt8](repeating: 0, count: 16))
        #expect(try await reason(AdministrationAPI.banUser, nobody) == .userNotFound)
        try await root.call(AdministrationAPI.deleteUser, request)
        let id = try #require(OpaqueID(alice.user.id)).uuid
        let audit = try service.audit()
        #expect(audit.map(\.action) == ["user ban \(id)", "user unban \(id)", "user delete \(id)"])
        #expect(Set(audit.map(\.operatorName)).count == 1)
        #expect(audit[0].operatorName.hasPrefix("user "))
    }

    @Test func twoOperatorsAtOnceBothHaveTheirWay() async throws {
        let other = try await desk.operator()
        let people = [alice, try await service.person("bob")]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (person, operators) in zip(people, [[root, other], [other, root]]) {
                for someone in operators {
                    group.addTask {
                        let request = ChangeUserRequest(id: person.user.id)
                        for _ in 0..<10 {
                            try await someone.call(AdministrationAPI.banUser, request)
                            try await someone.call(AdministrationAPI.unbanUser, request)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try service.audit().count == 80)
        for person in people {
            let shown = try await root.user(person.user.username)
            #expect(shown.user?.status == .active || shown.user?.status == .banned)
        }
    }
}
