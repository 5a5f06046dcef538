import NoteletAPI
import ProtobufCoding
import TTRPC
import Testing

@testable import Serving

@Suite struct LinkTests {
    let service: TestService
    let alice: Person

    init() async throws {
        service = try TestService()
        alice = try await service.person("alice")
    }

    private func find(_ link: String) async throws -> DoorAnswer {
        let request = encode(FindByLinkRequest(link: link))
        return try await service.answer(ProfilesAPI.findByLink.summary, request, as: .nobody)
    }

    private func rotate() async throws -> PersonalLink {
        let method = ProfilesAPI.rotateLink
        let response = try await service.call(method, RotateLinkRequest(), as: alice.caller)
        return try #require(response.personalLink)
    }

    private func switchOff() async throws {
        let method = ProfilesAPI.switchOffLink
        try await service.call(method, SwitchOffLinkRequest(), as: alice.caller)
    }

    @Test func aLinkGivesThePublicPartOnly() async throws {
        let bytes = try await find(alice.link).result.get()
        let response = try ProtobufDecoder().decode(FindByLinkResponse.self, from: bytes)
        let expected = PublicProfile(username: "alice", senderPolicy: .anyone, id: alice.user.id)
        #expect(response.profile == expected)
        #expect(!contains(bytes, Array(alice.user.email.utf8)))
    }

    @Test func theTokenAloneIsAsGoodAsTheLink() async throws {
        let token = try #require(alice.user.personalLink?.token)
        #expect(try await find(token) == find(alice.link))
    }

    @Test func aRotatedLinkIsDeadAndTheNewOneLives() async throws {
        let next = try await rotate()
        #expect(next.url != alice.link)
        #expect(next.shareableText == "익명으로 쪽지를 보내주세요: " + next.url)
        #expect(try await find(next.url).result.get().isEmpty == false)
        #expect(try await find(alice.link).failure?.code == .notFound)
        let again = try await rotate()
        #expect(again.token != next.token)
    }

    @Test func aLinkThatIsOffComesBackByRotationOnly() async throws {
        try await switchOff()
        try await switchOff()
        let profile = ProfilesAPI.getProfile
        let user = try await service.call(profile, GetProfileRequest(), as: alice.caller).user
        #expect(user?.personalLink == nil)
        let next = try await rotate()
        #expect(next.url != alice.link)
        _ = try await find(next.url).result.get()
    }

    @Test(arguments: Door.allCases)
    func deadLinksCannotBeToldApart(door: Door) async throws {
        try service.enter(by: door)
        let bob = try await service.person("bob")
        let banned = try await service.person("banned")
        let deleted = try await service.person("deleted")
        try await service.ban(banned)
        let request = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, request, as: deleted.caller)
        _ = try await rotate()
        let rotated = alice.link
        let offs = try await rotate().url
        try await switchOff()
        let links = [
            "https://app.anonymous-message.com/receive/AAAAAAAAAAAAAAAAAAAAAA", rotated, offs,
            banned.link, deleted.link, "", "/", "nothing like a link", String(offs.dropLast()),
            offs + "/", offs + "A",
        ]
        let unknown = try await find("AAAAAAAAAAAAAAAAAAAAAA")
        #expect(unknown.failure?.code == .notFound)
        for link in links { #expect(try await find(link) == unknown) }
        for link in links {
            let sending = encode(SendToLinkRequest(link: link, content: "a"))
            for caller in [bob.caller, .visitor] {
                let method = MessagesAPI.sendToLink.summary
                #expect(try await service.answer(method, sending, as: caller) == unknown)
            }
            let adding = encode(AddContactRequest(name: "a", link: link.isEmpty ? "/" : link))
            let method = ContactsAPI.addContact.summary
            #expect(try await service.answer(method, adding, as: bob.caller) == unknown)
        }
    }

    @Test func theBaseOfLinksIsTheOperatorsChoice() async throws {
        let other = try TestService(linkBaseURL: "https://example.org/r/")
        let person = try await other.person("alice")
        #expect(person.link == "https://example.org/r/" + (person.user.personalLink?.token ?? ""))
    }
}
