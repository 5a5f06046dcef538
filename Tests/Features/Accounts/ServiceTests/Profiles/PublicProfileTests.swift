import AccountRules
import Domain
import NoteletAPI
import Testing

@testable import Serving

/// Who is found by an id, and by whom.
@Suite struct PublicProfileTests {
    let service: TestService
    let alice: Person
    let bob: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
        bob = try await service.person("bob")
    }

    private func find(_ id: [UInt8], as caller: Caller) async throws -> NoteletAPI.PublicProfile? {
        let request = GetPublicProfileRequest(userID: id)
        return try await service.call(ProfilesAPI.getPublicProfile, request, as: caller).profile
    }

    private func reason(_ id: [UInt8]) async throws -> RefusalReason? {
        let request = GetPublicProfileRequest(userID: id)
        return try await service.reason(
            ProfilesAPI.getPublicProfile,
            request,
            as: alice.caller
        )
    }

    @Test func anIDGivesWhatTheLinkGives() async throws {
        let request = FindByLinkRequest(link: bob.link)
        let byLink = try await service.call(ProfilesAPI.findByLink, request, as: .nobody).profile
        let id = try #require(byLink).id
        #expect(id == bob.user.id)
        #expect(try await find(id, as: alice.caller) == byLink)
        let guest = try await service.guest()
        #expect(try await find(id, as: guest.caller) == byLink)
        // Without the link, too, and with what changed since.
        let off = SwitchOffLinkRequest()
        try await service.call(ProfilesAPI.switchOffLink, off, as: bob.caller)
        let update = UpdateProfileRequest(username: "bobby")
        try await service.call(ProfilesAPI.updateProfile, update, as: bob.caller)
        #expect(try await find(id, as: alice.caller)?.username == "bobby")
    }

    @Test func whatCannotBeShownCannotBeToldApart() async throws {
        let guest = try await service.guest()
        let carol = try await service.person("carol")
        let dora = try await service.person("dora")
        let note = try await service.send(from: bob, to: alice)
        try await service.ban(bob)
        try await service.set(.inactive, of: carol)
        let request = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, request, as: dora.caller)
        let received = try #require(try await service.received(by: alice).first)
        let ids = [
            bob.user.id, carol.user.id, dora.user.id, guest.user.id, note, received.id,
            [UInt8](repeating: 0, count: 16), [UInt8](repeating: 7, count: 16),
        ]
        for id in ids { #expect(try await reason(id) == .userNotFound) }
        await service.keepHouse()
        #expect(try await reason(dora.user.id) == .userNotFound)
    }

    @Test func whatIsNoIDIsRefused() async throws {
        for id in [[], [1], [UInt8](repeating: 1, count: 17)] {
            let request = GetPublicProfileRequest(userID: id)
            let refusal = try await service.refusal(
                ProfilesAPI.getPublicProfile,
                request,
                as: alice.caller
            )
            #expect(refusal.reason == .invalidValue && refusal.fields["field"] == "user_id")
        }
    }
}
