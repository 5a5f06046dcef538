import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import NoteletTestSupport
import TTRPC
import Testing

/// Repositories say to the service what they promise.
@Suite("Repositories over the wire", .timeLimit(.minutes(1)))
struct RepositoryTests {
    @Test("The id of what is written is the key under which it is sent")
    func keys() async throws {
        let keys = Log<String>()
        let note = UUID()
        let desk = try await Desk.signedIn { router in
            router.answer(MessagesAPI.sendToContact) { _, context in
                keys.append("contact \(context.key ?? "")")
                return SendResponse(messageID: note.bytes)
            }
            router.answer(MessagesAPI.sendToLink) { request, context in
                keys.append("link \(request.link) \(request.revealSender) \(context.key ?? "")")
                return SendResponse(messageID: note.bytes)
            }
            router.answer(MessagesAPI.answerMessage) { request, context in
                keys.append("answer \(context.key ?? "")")
                let answer = NoteletAPI.Answer(content: request.content, id: UUID().bytes)
                return AnswerMessageResponse(
                    message: ReceivedMessage(id: request.messageID, answer: answer)
                )
            }
            router.answer(ContactsAPI.addContact) { request, context in
                keys.append("add \(context.key ?? "")")
                let contact = NoteletAPI.Contact(id: UUID().bytes, name: request.name)
                return AddContactResponse(contact: contact)
            }
        }
        let toContact = Message(
            id: UUID(),
            direction: .sent,
            contactId: UUID(),
            content: "x",
            isAnonymous: true,
            sentAt: FakeClock.start
        )
        let toLink = Message(
            id: UUID(),
            direction: .sent,
            link: "abc",
            content: "x",
            isAnonymous: false,
            sentAt: FakeClock.start
        )
        let messages = desk.remote.messages
        let sent = try await messages.sendMessage(toContact)
        #expect(sent.id == note && sent.contactId == toContact.contactId)
        #expect(sent.sentAt == FakeClock.start)
        let linked = try await messages.sendMessage(toLink)
        #expect(linked.id == note && linked.link == nil)
        let answer = Answer(id: UUID(), messageId: note, content: "y", answeredAt: FakeClock.start)
        let answered = try await messages.answerMessage(messageId: note, answer: answer)
        #expect(answered.answer?.content == "y" && answered.receiverId == desk.userId)
        let contact = Contact.mock(ownerUserId: desk.userId)
        let added = try await desk.remote.contacts.addContact(contact)
        #expect(added.name == contact.name && added.id != contact.id)
        #expect(
            keys.entries == [
                "contact \(toContact.id)", "link abc true \(toLink.id)", "answer \(answer.id)",
                "add \(contact.id)",
            ]
        )
    }

    @Test("A note for nobody is refused before it is sent")
    func notesForNobody() async throws {
        let desk = try await Desk.signedIn()
        let error = await #expect(throws: AppError.self) {
            _ = try await desk.remote.messages.sendMessage(.mock(direction: .sent))
        }
        guard case .data(.validation)? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Of another's account there is nothing to see")
    func othersAccounts() async throws {
        let desk = try await Desk.signedIn()
        let remote = desk.remote
        let other = UUID()
        let calls: [() async throws -> Void] = [
            { _ = try await remote.contacts.fetchContacts(forUserId: other) },
            { _ = try await remote.messages.fetchSentMessages(forUserId: other) },
            { _ = try await remote.messages.fetchReceivedMessages(forUserId: other) },
            { _ = try await remote.users.updateUser(.mock(id: other)) },
        ]
        for call in calls {
            await #expect(throws: AppError.data(.notFound())) { try await call() }
        }
    }

    @Test("Who is signed in is asked once a session")
    func accountIsKnown() async throws {
        let desk = try await Desk.signedIn()
        let caller = desk.remote.caller
        #expect(try await caller.userId() == desk.userId)
        try await caller.require(desk.userId)
        #expect(try await caller.userId() == desk.userId)
        #expect(desk.profileCalls.entries.count == 1)
        _ = try await desk.remote.auth.login(email: "m@example.com", password: "secret")
        #expect(try await caller.userId() == desk.userId)
        #expect(desk.profileCalls.entries.count == 2)
        try await desk.remote.auth.logout()
        let error = await #expect(throws: AppError.self) { _ = try await caller.userId() }
        #expect(error?.kind == .auth(.unauthorized))
        #expect(desk.profileCalls.entries.count == 2)
    }

    @Test("A guest is nobody, and so is who is not signed in")
    func guests() async throws {
        let identity = Log<GetCurrentUserResponse.Identity?>()
        let user = NoteletAPI.User(id: UUID().bytes, username: "minji")
        let desk = try Desk { router in
            router.answer(AccountsAPI.getCurrentUser) { _, _ in
                GetCurrentUserResponse(identity: identity.entries.last ?? nil)
            }
        }
        #expect(try await desk.remote.auth.getCurrentUser() == nil)
        identity.append(.guest(Guest()))
        #expect(try await desk.remote.auth.getCurrentUser() == nil)
        identity.append(.user(user))
        #expect(try await desk.remote.auth.getCurrentUser()?.username == "minji")
    }

    @Test("A list is read to its end, page by page")
    func lists() async throws {
        let cursors = Log<String>()
        let desk = try await Desk.signedIn { router in
            router.answer(MessagesAPI.listReceived) { request, _ in
                cursors.append("\(request.cursor) \(request.pageSize)")
                let number = request.cursor.first ?? 0
                return ListReceivedResponse(
                    messages: number == 1
                        ? [] : [ReceivedMessage(id: UUID().bytes, content: "\(number)")],
                    nextCursor: number < 2 ? [number + 1] : []
                )
            }
        }
        let notes = try await desk.remote.messages.fetchReceivedMessages(forUserId: desk.userId)
        #expect(notes.map(\.content) == ["0", "2"])
        #expect(notes.allSatisfy { $0.receiverId == desk.userId })
        #expect(cursors.entries == ["[] 500", "[1] 500", "[2] 500"])
    }

    @Test("One page of each kind of notes is asked for where it begins")
    func pages() async throws {
        let requests = Log<String>()
        let contactId = UUID()
        let desk = try await Desk.signedIn { router in
            router.answer(MessagesAPI.listSent) { request, _ in
                requests.append("sent \(request.cursor) \(request.pageSize)")
                return ListSentResponse(messages: [SentMessage(id: UUID().bytes)], nextCursor: [7])
            }
            router.answer(MessagesAPI.listReceived) { request, _ in
                requests.append("received \(request.cursor) \(request.pageSize)")
                return ListReceivedResponse()
            }
            router.answer(MessagesAPI.listByContact) { request, _ in
                requests.append("\(request.contactID == contactId.bytes) \(request.pageSize)")
                let note = SentMessage(id: UUID().bytes, contactID: contactId.bytes)
                // What a later server adds has no side that is known.
                return ListByContactResponse(
                    messages: [NoteletAPI.Message(side: .sent(note)), NoteletAPI.Message()]
                )
            }
        }
        let messages = desk.remote.messages
        let first = try await messages.fetchPage(.sent, at: nil, pageSize: 3)
        #expect(first.items.count == 1 && first.next == PageCursor(bytes: [7]))
        let last = try await messages.fetchPage(.received, at: first.next, pageSize: .max)
        #expect(last.items.isEmpty && last.next == nil)
        let own = try await messages.fetchPage(.forContact(contactId), at: nil, pageSize: 1)
        #expect(own.items.map(\.contactId) == [contactId] && own.next == nil)
        #expect(requests.entries == ["sent [] 3", "received [7] \(Int32.max)", "true 1"])
    }

    @Test("An account is changed as a whole, and an empty picture takes it away")
    func profiles() async throws {
        let requests = Log<UpdateProfileRequest>()
        let desk = try await Desk.signedIn { router in
            router.answer(ProfilesAPI.updateProfile) { request, _ in
                requests.append(request)
                let user = NoteletAPI.User(id: UUID().bytes, username: request.username ?? "")
                return UpdateProfileResponse(user: user)
            }
        }
        let user = User.mock(id: desk.userId, username: "jisoo")
        #expect(try await desk.remote.users.updateUser(user).username == "jisoo")
        #expect(requests.entries == [UpdateProfileRequest(username: "jisoo", profileImageURL: "")])
    }

    @Test("A reply without an id is not understood")
    func strangeReplies() async throws {
        let desk = try await Desk.signedIn { router in
            router.answer(MessagesAPI.sendToLink) { _, _ in SendResponse() }
        }
        let note = Message(
            id: UUID(),
            direction: .sent,
            link: "abc",
            content: "x",
            isAnonymous: true,
            sentAt: FakeClock.start
        )
        await #expect(throws: AppError.network(.unknown)) {
            _ = try await desk.remote.messages.sendMessage(note)
        }
    }
}

private typealias Answer = NoteletInterface.Answer
private typealias Contact = NoteletInterface.Contact
private typealias Message = NoteletInterface.Message
private typealias User = NoteletInterface.User
