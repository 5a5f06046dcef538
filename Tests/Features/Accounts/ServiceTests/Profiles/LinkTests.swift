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

    private func find(_ link: String) async -> CallOutcome {
        let request = encode(FindByLinkRequest(link: link))
        return await service.outcome(ProfilesAPI.findByLink.summary, request, as: .nobody)
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
        let bytes = try await find(alice.link).get()
        let response = try ProtobufDecoder().decode(FindByLinkResponse.self, from: bytes)
        let expected = PublicProfile(username: "alice", senderPolicy: .anyone, id: alice.user.id)
        #expect(response.profile == expected)
        #expect(!contains(bytes, Array(alice.user.email.utf8)))
    }

    @Test func theTokenAloneIsAsGoodAsTheLink() async throws {
        let token = try #require(alice.user.personalLink?.token)
        #expect(try await find(token).get() == find(alice.link).get())
    }

    @Test func aRotatedLinkIsDeadAndTheNewOneLives() async throws {
        let next = try await rotate()
        #expect(next.url != alice.link)
        #expect(next.shareableText == "익명으로 쪽지를 보내주세요: " + next.url)
        #expect(try await find(next.url).get().isEmpty == false)
        #expect(await failure(find(alice.link))?.code == .notFound)
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
        _ = try await find(next.url).get()
    }

    @Test func deadLinksCannotBeToldApart() async throws {
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
        let unknown = await failure(find("AAAAAAAAAAAAAAAAAAAAAA"))
        #expect(unknown?.code == .notFound)
        for link in links { #expect(await failure(find(link)) == unknown) }
        for link in links {
            let sending = SendToLinkRequest(link: link, content: "a")
            let outcome = await service.outcome(
                MessagesAPI.sendToLink.summary,
                encode(sending),
                as: bob.caller
            )
            #expect(failure(outcome) == unknown)
            let adding = AddContactRequest(name: "a", link: link.isEmpty ? "/" : link)
            let added = await service.outcome(
                ContactsAPI.addContact.summary,
                encode(adding),
                as: bob.caller
            )
            #expect(failure(added) == unknown)
        }
    }

    @Test func theBaseOfLinksIsTheOperatorsChoice() async throws {
        let other = try TestService(linkBaseURL: "https://example.org/r/")
        let person = try await other.person("alice")
        #expect(person.link == "https://example.org/r/" + (person.user.personalLink?.token ?? ""))
    }

    private func failure(_ outcome: CallOutcome) -> Status? {
        guard case .failure(let error) = outcome else { return nil }
        return Status(error)
    }
}
