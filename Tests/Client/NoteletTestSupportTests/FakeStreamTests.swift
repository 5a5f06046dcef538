import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Fakes of what is observed")
struct FakeStreamTests {
    @Test("A stream begins with what there is, and leaves nothing when it is let go")
    func streams() async {
        let fake = FakeStream(1)
        do {
            var values = fake.makeStream().makeAsyncIterator()
            #expect(await values.next() == 1)
            fake.value = 2
            fake.value = 3
            #expect(await values.next() == 3)
            #expect(fake.observerCount == 1)
        }
        #expect(fake.observerCount == 0)
    }

    @Test("Notes, contacts and accounts are told to who observes one of them")
    func repositories() async {
        let (note, contact, user) = (Message.mock(contactId: UUID()), Contact.mock(), User.mock())
        let messages = MockMessageRepository(messagesToReturn: [.mock(), note])
        var notes = messages.observeMessage(byId: note.id).makeAsyncIterator()
        #expect(await notes.next() == note)
        messages.answer(with: [])
        #expect(await notes.next() == .some(nil))

        let contacts = MockContactRepository()
        var lists = contacts.observeContacts().makeAsyncIterator()
        #expect(await lists.next() == [])
        var seen = contacts.observeContact(byId: contact.id).makeAsyncIterator()
        #expect(await seen.next() == .some(nil))
        contacts.answer(with: [.mock(), contact])
        #expect(await seen.next() == contact)
        #expect(await lists.next()?.last == contact)

        let users = MockUserRepository(currentUser: user)
        var current = users.observeCurrentUser().makeAsyncIterator()
        #expect(await current.next() == user)
        users.currentUser.value = nil
        #expect(await current.next() == .some(nil))
        var nobody = MockUserRepository().observeCurrentUser().makeAsyncIterator()
        #expect(await nobody.next() == .some(nil))
    }

    @Test("A network goes and comes as a test says, whatever attempts have learnt")
    func networks() async {
        let network = FakeNetworkMonitor()
        var connections = network.observeConnection().makeAsyncIterator()
        #expect(await connections.next() == true)
        network.isConnected = false
        #expect(await connections.next() == false)
        network.noteAttempt(isReached: true)
        #expect(!network.isConnected)
        #expect(network.noteAttemptCalls.arguments == [true])
    }

    @Test("An outbox and a copy are as a test says")
    func outboxes() async throws {
        let write = PendingWrite(
            id: UUID(),
            kind: .deleteContact(UUID()),
            createdAt: FakeClock.start,
            state: .unknown
        )
        let outbox = MockOutbox(writesToReturn: [write])
        var writes = outbox.observeWrites().makeAsyncIterator()
        #expect(await writes.next() == [write])
        outbox.dropCalls.handler = { [writes = outbox.writes] id in
            writes.value.removeAll { $0.id == id }
        }
        try await outbox.drop(write.id)
        #expect(await writes.next() == [])
        #expect(try await outbox.fetchWrites() == [])
        outbox.retryCalls.handler = { _ in throw AppError.data(.notFound()) }
        await #expect(throws: AppError.data(.notFound())) { try await outbox.retry(write.id) }
        outbox.editCalls.handler = { _ in }
        try await outbox.edit(write.id, content: "다시")
        #expect(outbox.editCalls.arguments.map(\.content) == ["다시"])

        let sync = MockSync(state: .offline(since: FakeClock.start))
        var states = sync.observeState().makeAsyncIterator()
        #expect(await states.next() == .offline(since: FakeClock.start))
        let state = sync.state
        sync.refreshCalls.handler = { _ in state.value = SyncState.upToDate }
        try await sync.refresh()
        #expect(await states.next() == .upToDate)
    }
}
