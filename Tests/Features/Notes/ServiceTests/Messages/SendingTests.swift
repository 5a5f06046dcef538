import NoteletAPI
import Testing

@testable import Serving

@Suite struct SendingTests {
    let service: TestService
    let owner: Person
    let linked: Person
    let stranger: Person
    let contact: Contact

    init() async throws {
        service = try TestService()
        owner = try await service.person("owner")
        linked = try await service.person("linked")
        stranger = try await service.person("stranger")
        contact = try await service.addContact("그 사람", of: owner, link: linked.link)
    }

    private func reason(
        _ content: String = "a",
        through contact: Contact,
        as person: Person
    ) async throws -> RefusalReason? {
        let request = SendToContactRequest(contactID: contact.id, content: content)
        return try await service.reason(MessagesAPI.sendToContact, request, as: person.caller)
    }

    private func reason(
        _ content: String = "a",
        to link: String,
        as person: Person
    ) async throws -> RefusalReason? {
        let request = SendToLinkRequest(link: link, content: content)
        return try await service.reason(MessagesAPI.sendToLink, request, as: person.caller)
    }

    // MARK: To a contact

    @Test func theOwnerWritesToTheLinkedUser() async throws {
        try await service.send(from: owner, through: contact)
        #expect(try await service.received(by: linked).count == 1)
        #expect(try await service.received(by: owner).isEmpty)
        let sent = try #require(try await service.sent(by: owner).first)
        #expect(sent.contactID == contact.id && sent.receiverName == "linked")
    }

    @Test func theLinkedUserWritesToTheOwner() async throws {
        try await service.send(from: linked, through: contact)
        #expect(try await service.received(by: owner).count == 1)
        #expect(try await service.received(by: linked).isEmpty)
        #expect(try await service.sent(by: linked).first?.receiverName == "owner")
    }

    @Test func toAStrangerTheContactDoesNotExist() async throws {
        let guest = try await service.guest()
        #expect(try await reason(through: contact, as: stranger) == .contactNotFound)
        #expect(try await reason(through: contact, as: guest) == .contactNotFound)
        let nothing = Contact(id: [UInt8](repeating: 7, count: 16))
        #expect(try await reason(through: nothing, as: owner) == .contactNotFound)
    }

    @Test func aContactLinkedToNobodyTakesNoNotes() async throws {
        let unlinked = try await service.addContact("아무도", of: owner)
        #expect(try await reason(through: unlinked, as: owner) == .contactNotLinked)
        #expect(try await service.sent(by: owner).isEmpty)
    }

    @Test func whoWasUnlinkedIsAStrangerAgain() async throws {
        let request = UpdateContactRequest(id: contact.id, link: "")
        try await service.call(ContactsAPI.updateContact, request, as: owner.caller)
        #expect(try await reason(through: contact, as: linked) == .contactNotFound)
        #expect(try await reason(through: contact, as: owner) == .contactNotLinked)
    }

    @Test func aLinkedUserWhoIsGoneTakesNoNotes() async throws {
        let request = DeleteAccountRequest(password: TestService.password)
        try await service.call(AccountsAPI.deleteAccount, request, as: linked.caller)
        #expect(try await reason(through: contact, as: owner) == .contactNotLinked)
        await service.keepHouse()
        #expect(try await reason(through: contact, as: owner) == .contactNotLinked)
    }

    @Test func notesOfADeletedContactStayAndItTakesNoMore() async throws {
        try await service.send("남는다", from: owner, through: contact)
        service.clock.advance(seconds: 259_200)
        let again = try await service.renewed(owner)
        let request = DeleteContactRequest(id: contact.id)
        try await service.call(ContactsAPI.deleteContact, request, as: again.caller)
        #expect(try await reason(through: contact, as: again) == .contactNotFound)
        #expect(try await service.sent(by: again).map(\.content) == ["남는다"])
        #expect(try await service.received(by: service.renewed(linked)).map(\.content) == ["남는다"])
    }

    @Test func aNoteOfAContactShowsTheContactWithTheSenderOnly() async throws {
        try await service.send("1", from: linked, through: contact)
        try await service.send("2", from: linked, through: contact, revealing: true)
        let notes = try await service.received(by: owner)
        #expect(notes.map(\.senderName) == ["linked", "익명"])
        #expect(notes.map(\.contactID) == [contact.id, []])
        #expect(notes.map(\.isAnonymous) == [false, true])
    }

    // MARK: To a link

    @Test func aLinkTakesNotesWithoutAContact() async throws {
        try await service.send("안녕", from: stranger, to: owner)
        let note = try #require(try await service.received(by: owner).first)
        #expect(note.content == "안녕" && note.senderName == "익명" && note.contactID.isEmpty)
        let sent = try #require(try await service.sent(by: stranger).first)
        #expect(sent.receiverName == "owner" && sent.isAnonymous && sent.contactID.isEmpty)
    }

    @Test func whoRevealsThemselvesIsShownByUsername() async throws {
        try await service.send(from: stranger, to: owner, revealing: true)
        let note = try #require(try await service.received(by: owner).first)
        #expect(note.senderName == "stranger" && !note.isAnonymous)
    }

    @Test func onesOwnLinkTakesNoNotes() async throws {
        #expect(try await reason(to: owner.link, as: owner) == .ownLink)
    }

    @Test func aLinkForSignedInPeopleTakesNoNotesOfGuests() async throws {
        let guest = try await service.guest()
        let request = UpdateProfileRequest(senderPolicy: .signedIn)
        try await service.call(ProfilesAPI.updateProfile, request, as: owner.caller)
        #expect(try await reason(to: owner.link, as: guest) == .signInToWrite)
        try await service.send(from: stranger, to: owner)
        let note = try #require(try await service.received(by: owner).first)
        #expect(note.senderName == "익명")
    }

    // MARK: Content

    @Test(arguments: [
        "", " ", "\n\t \u{3000}", String(repeating: "a", count: 2_001),
        String(repeating: "가", count: 2_001), "a" + String(repeating: "\u{301}", count: 4_096),
    ])
    func contentIsNeitherEmptyNorTooLong(content: String) async throws {
        for request in [SendToLinkRequest(link: owner.link, content: content)] {
            let method = MessagesAPI.sendToLink
            let refusal = try await service.refusal(method, request, as: stranger.caller)
            #expect(refusal.reason == .invalidValue && refusal.fields["field"] == "content")
        }
        let toContact = SendToContactRequest(contactID: contact.id, content: content)
        let refusal = try await service.refusal(
            MessagesAPI.sendToContact,
            toContact,
            as: owner.caller
        )
        #expect(refusal.fields["field"] == "content")
    }

    @Test(arguments: [
        "a", "  trimmed\n", String(repeating: "가", count: 2_000), "줄\n바꿈\tand\u{0} all",
        String(repeating: "😀", count: 2_000),
    ])
    func contentArrivesTrimmedAndWhole(content: String) async throws {
        try await service.send(content, from: stranger, to: owner)
        let trimmed = content == "  trimmed\n" ? "trimmed" : content
        #expect(try await service.received(by: owner).map(\.content) == [trimmed])
        #expect(try await service.sent(by: stranger).map(\.content) == [trimmed])
    }

    @Test func contentIsBoundInBytesToo() async throws {
        // Two scalars of four bytes are one character here: 8,192 bytes and 1,024 characters.
        let flags = String(repeating: "🇰🇷", count: 1_024)
        #expect(flags.utf8.count == 8_192)
        #expect(try await reason(flags, to: owner.link, as: stranger) == nil)
        #expect(try await reason(flags + "a", to: owner.link, as: stranger) == .invalidValue)
    }
}
