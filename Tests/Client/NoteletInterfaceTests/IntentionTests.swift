import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

/// What is asked for twice with one intention is asked for by one id.
@Suite("Intentions")
struct IntentionTests {
    private let clock = FakeClock()
    private let user = UUID()
    private let intention = UUID()

    @Test("A note has the id of its intention, and a new one where none is given")
    func notes() async throws {
        let contact = Contact.mock()
        let messages = MockMessageRepository(messagesToReturn: [])
        let send = SendMessageUseCase(
            messageRepository: messages,
            contactRepository: MockContactRepository(contactsToReturn: [contact]),
            dateClient: clock.dateClient
        )
        for given in [intention, intention, nil, nil] {
            let id = given ?? UUID()
            let sent = try await send.execute(
                senderId: user,
                contactId: contact.id,
                content: "안녕",
                isAnonymous: true,
                intention: id
            )
            #expect(sent.id == id)
        }
        _ = try await send.execute(
            senderId: user,
            contactId: contact.id,
            content: "안녕",
            isAnonymous: true
        )
        #expect(Set(messages.sendMessageCalls.arguments.map(\.id)).count == 4)
    }

    @Test("A note goes to a link as it is given, from a guest as well")
    func linkedNotes() async throws {
        let messages = MockMessageRepository(messagesToReturn: [])
        let send = SendMessageToLinkUseCase(
            messageRepository: messages,
            dateClient: clock.dateClient
        )
        for sender in [user, nil] {
            let sent = try await send.execute(
                senderId: sender,
                link: "https://example.org/abc",
                content: "안녕",
                isAnonymous: sender == nil,
                intention: intention
            )
            #expect(sent.id == intention && sent.direction == .sent && sent.senderId == sender)
            #expect(sent.link == "https://example.org/abc" && sent.contactId == nil)
            #expect(sent.content == "안녕" && sent.isAnonymous == (sender == nil))
            #expect(sent.sentAt == clock.now && sent.writeState == .saved)
        }
        let other = try await send.execute(
            senderId: user,
            link: "abc",
            content: "안녕",
            isAnonymous: true
        )
        #expect(other.id != intention)
    }

    @Test("An answer has the id of its intention")
    func answers() async throws {
        let note = Message.mock()
        let repository = MockMessageRepository(messagesToReturn: [note])
        let answer = AnswerMessageUseCase(
            messageRepository: repository,
            dateClient: clock.dateClient
        )
        let answered = try await answer.execute(
            messageId: note.id,
            content: "응",
            intention: intention
        )
        #expect(answered.answer?.id == intention && answered.answer?.messageId == note.id)
        let other = try await answer.execute(messageId: note.id, content: "응")
        #expect(other.answer?.id != intention)
    }

    @Test("A contact has the id of its intention, and the link that it shall have")
    func contacts() async throws {
        let repository = MockContactRepository(contactsToReturn: [])
        let add = AddContactUseCase(
            contactRepository: repository,
            dateClient: clock.dateClient
        )
        let added = try await add.execute(
            ownerUserId: user,
            name: "민지",
            relationship: nil,
            memo: nil,
            link: "abc",
            isPremium: false,
            intention: intention
        )
        #expect(added.id == intention && added.newLink == "abc" && added.ownerUserId == user)
        #expect(added.registeredAt == clock.now && !added.isLinked)
    }

    @Test("A note is deleted by its id")
    func deletions() async throws {
        let note = Message.mock()
        let repository = MockMessageRepository(messagesToReturn: [note])
        let delete = DeleteMessageUseCase(messageRepository: repository)
        try await delete.execute(messageId: note.id)
        await #expect(throws: AppError.data(.notFound())) {
            try await delete.execute(messageId: intention)
        }
        #expect(repository.deleteMessageCalls.arguments == [note.id, intention])
    }
}
