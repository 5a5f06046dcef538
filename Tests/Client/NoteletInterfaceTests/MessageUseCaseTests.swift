import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Notes")
struct MessageUseCaseTests {
    private let clock = FakeClock()

    @Test("A note goes to a contact that there is, and to no other")
    func notesGoToContacts() async throws {
        let contact = Contact.mock()
        let messages = MockMessageRepository(messagesToReturn: [])
        let useCase = SendMessageUseCase(
            messageRepository: messages,
            contactRepository: MockContactRepository(contactsToReturn: [contact]),
            dateClient: clock.dateClient
        )
        let sender = UUID()
        let sent = try await useCase.execute(
            senderId: sender,
            contactId: contact.id,
            content: "안녕",
            isAnonymous: true
        )
        #expect(sent.direction == .sent && sent.senderId == sender && sent.receiverId == nil)
        #expect(sent.contactId == contact.id && sent.otherName == contact.name)
        #expect(sent.content == "안녕" && sent.sentAt == clock.now && sent.status == .pending)
        await #expect(throws: AppError.data(.notFound())) {
            try await useCase.execute(
                senderId: sender,
                contactId: UUID(),
                content: "안녕",
                isAnonymous: true
            )
        }
        #expect(messages.sendMessageCalls.count == 1)
    }

    @Test("A history is the newest first, whichever notes it has")
    func historiesAreSorted() async throws {
        let contact = UUID()
        let notes = [3, 1, 2].map { day in
            Message.mock(
                direction: day == 1 ? .sent : .received,
                contactId: day == 3 ? nil : contact,
                sentAt: clock.now + Double(day)
            )
        }
        let repository = MockMessageRepository(messagesToReturn: notes)
        let useCase = FetchMessageHistoryUseCase(messageRepository: repository)
        func history(_ type: HistoryType) async throws -> [Message] {
            try await useCase.execute(userId: UUID(), type: type)
        }
        #expect(try await history(.received) == [notes[0], notes[2]])
        #expect(try await history(.sent) == [notes[1]])
        #expect(try await history(.forContact(contact)) == [notes[2], notes[1]])
        let all = FetchMessagesUseCase(messageRepository: repository)
        #expect(try await all.execute(userId: UUID()) == [notes[0], notes[2], notes[1]])
    }

    @Test("A note is answered once")
    func notesAreAnsweredOnce() async throws {
        let note = Message.mock()
        let repository = MockMessageRepository(messagesToReturn: [note])
        let useCase = AnswerMessageUseCase(
            messageRepository: repository,
            dateClient: clock.dateClient
        )
        let answered = try await useCase.execute(messageId: note.id, content: "고마워요 :)")
        #expect(answered.status == .answered)
        #expect(answered.answer?.content == "고마워요 :)")
        #expect(answered.answer?.answeredAt == clock.now)
        repository.answer(with: [answered])
        let error = await #expect(throws: AppError.self) {
            try await useCase.execute(messageId: note.id, content: "again")
        }
        #expect(error?.action == .dismiss)
    }

    @Test("A sender has a name where it is known")
    func sendersAreNamed() {
        #expect(Message.mock().displaySenderName == "익명")
        for (name, shown) in [("민지", "민지"), (nil, "알 수 없음")] as [(String?, String)] {
            let note = Message(
                id: UUID(),
                direction: .received,
                otherName: name,
                content: "x",
                isAnonymous: false,
                sentAt: clock.now
            )
            #expect(note.displaySenderName == shown)
        }
        // Of a note that was sent, the other side is its receiver.
        let sent = Message(
            id: UUID(),
            direction: .sent,
            otherName: "민지",
            content: "x",
            isAnonymous: false,
            sentAt: clock.now
        )
        #expect(sent.displaySenderName == "알 수 없음")
    }
}
