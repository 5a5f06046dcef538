import Domain
import NoteletAPI
import Testing

@testable import Serving
import Storage

@Suite struct CursorTests {
    @Test func aCursorOfAnotherLifeOfTheStoreIsRefused() async throws {
        let service = try TestService()
        let alice = try await service.person("alice")
        let user = try service.number(of: alice)
        let life = service.store.life
        for (life, reason) in [(life, nil), (life &+ 1, RefusalReason.invalidCursor)] {
            let cursors = SealedCursors(keys: TestService.keys, life: life)
            let request = PullRequest(cursor: cursors.seal(.start, in: .changes, of: user))
            #expect(try await service.reason(SyncAPI.pull, request, as: alice.caller) == reason)
        }
    }

    @Test func aCursorOfAnotherListIsRefused() async throws {
        let service = try TestService()
        let (alice, bob) = (try await service.person("alice"), try await service.person("bob"))
        for _ in 0..<2 { try await service.send(from: alice, to: bob) }
        let sent = try await service.call(
            MessagesAPI.listSent,
            ListSentRequest(pageSize: 1),
            as: alice.caller
        )
        let cursor = sent.nextCursor
        #expect(!cursor.isEmpty)
        let received = ListReceivedRequest(cursor: cursor)
        let reason = try await service.reason(MessagesAPI.listReceived, received, as: alice.caller)
        #expect(reason == .invalidCursor)
        let others = ListSentRequest(cursor: cursor)
        #expect(
            try await service.reason(MessagesAPI.listSent, others, as: bob.caller) == .invalidCursor
        )
        #expect(try await service.reason(MessagesAPI.listSent, others, as: alice.caller) == nil)
    }

    @Test func aCursorOfTheNotesOfAnotherContactIsRefused() async throws {
        let service = try TestService()
        let alice = try await service.person("alice")
        var contacts: [Contact] = []
        for name in ["bob", "carol"] {
            let friend = try await service.person(name)
            let contact = try await service.addContact(name, of: alice, link: friend.link)
            for _ in 0..<2 { try await service.send(from: alice, through: contact) }
            contacts.append(contact)
        }
        let page = try await service.call(
            MessagesAPI.listByContact,
            ListByContactRequest(contactID: contacts[0].id, pageSize: 1),
            as: alice.caller
        )
        #expect(!page.nextCursor.isEmpty)
        for (contact, reason) in zip(contacts, [nil, RefusalReason.invalidCursor]) {
            let request = ListByContactRequest(contactID: contact.id, cursor: page.nextCursor)
            let found = try await service.reason(
                MessagesAPI.listByContact,
                request,
                as: alice.caller
            )
            #expect(found == reason)
        }
    }
}
