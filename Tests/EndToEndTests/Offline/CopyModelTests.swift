import Foundation
import NoteletClient
import NoteletInterface
import NoteletOffline
import NoteletRemote
import TestSupport
import Testing

/// The promise of a complete copy: at every quiet moment it is what the service's lists are.
@Suite("A copy and the lists", .timeLimit(.minutes(3)))
struct CopyModelTests {
    /// What is shown of an account, from either side.
    private struct Picture: Equatable {
        var user: NoteletInterface.User
        var received: [NoteletInterface.Message]
        var sent: [NoteletInterface.Message]
        var contacts: [NoteletInterface.Contact]
        var byContact: [[NoteletInterface.Message]]
    }

    private static func picture(
        users: any UserRepositoryInterface,
        messages: any MessageRepositoryInterface,
        contacts: any ContactRepositoryInterface
    ) async throws -> Picture {
        let user = try await users.fetchCurrentUser()
        let known = try await contacts.fetchContacts(forUserId: user.id)
        var picture = Picture(
            user: user,
            received: try await messages.fetchReceivedMessages(forUserId: user.id),
            sent: try await messages.fetchSentMessages(forUserId: user.id),
            contacts: known,
            byContact: []
        )
        for contact in known {
            let notes = try await messages.fetchMessagesForContact(contactId: contact.id)
            picture.byContact.append(notes)
        }
        return picture
    }

    /// The copy once nothing waits and all was read, and the lists at that moment.
    private func expectEqual(_ device: Device, to other: Notelet) async throws {
        let application = device.application
        try await device.wait(for: application.outbox.observeWrites()) { writes in
            writes.allSatisfy { $0.state != .pending }
        }
        // What was done on another device before is refused to this one, and given up.
        for write in try await application.outbox.fetchWrites() {
            guard case .failed(let error) = write.state else {
                Issue.record("\(write)")
                continue
            }
            let reason = error.refusal?.reason
            #expect(["ALREADY_ANSWERED", "MESSAGE_NOT_FOUND"].contains(reason), "\(write)")
            try await application.outbox.drop(write.id)
        }
        try await application.sync.refresh()
        let copy = try await Self.picture(
            users: application.users,
            messages: application.messages,
            contacts: application.contacts
        )
        let remote = RemoteRepositories(other)
        let lists = try await Self.picture(
            users: remote.users,
            messages: remote.messages,
            contacts: remote.contacts
        )
        #expect(copy.user == lists.user)
        #expect(copy.received == lists.received)
        #expect(copy.sent == lists.sent)
        #expect(copy.contacts == lists.contacts)
        #expect(copy.byContact == lists.byContact)
    }

    /// Somebody signed in as the device's account elsewhere.
    private func secondClient(
        of device: Device,
        at server: ServerProcess
    ) async throws -> Notelet {
        let user = try await device.application.users.fetchCurrentUser()
        let notelet = try Notelet(server.address)
        try await notelet.logIn(email: user.email, password: password)
        return notelet
    }

    @Test("They are the same through restarts of both sides, with whatever is written meanwhile")
    func staysEqual() async throws {
        let server = try await ServerProcess()
        var generator = SeededGenerator(seed: 21)
        let device = try Device(at: server.address)
        let owner = try await device.signUp("owner")
        let link = try #require(owner.personalLink?.url.absoluteString)
        let friend = try await signUp("friend", at: server.address)
        let friendLink = try #require(try await friend.link()?.url)
        _ = try await device.addContact("friend", link: friendLink)
        _ = try await device.addContact("nobody")
        let other = try await secondClient(of: device, at: server)
        for round in 0..<12 {
            // What others do, and what the account does on another device.
            for number in 0..<Int.random(in: 1...8, using: &generator) {
                try await friend.send("r\(round) \(number)", toLink: link, signed: .username)
            }
            try await act(as: other, round: round, using: &generator)
            if round % 4 == 1 { await server.stop(SIGKILL) }
            try await act(on: device, round: round, using: &generator)
            if round % 3 == 2 { try await device.restart() }
            if round % 4 == 1 { try await server.start() }
            try await expectEqual(device, to: other)
        }
        // And so is a first copy.
        let user = try await device.application.users.fetchCurrentUser()
        let fresh = try Device(at: server.address)
        _ = try await fresh.application.auth.login(email: user.email, password: password)
        try await expectEqual(fresh, to: other)
        // The sender of some notes is gone, and shown no more.
        try await friend.deleteAccount(password: password)
        for device in [device, fresh] {
            let messages = device.application.messages
            for type in [HistoryType.received, .sent] {
                let notes = messages.observeMessages(type, countMax: .max)
                try await device.wait(for: notes) { notes in
                    notes.allSatisfy { $0.otherName != "friend" }
                }
            }
            try await device.wait(for: device.application.contacts.observeContacts()) {
                $0.allSatisfy { !$0.isLinked }
            }
        }
        try await expectEqual(device, to: other)
        try await expectEqual(fresh, to: other)
        await device.application.close()
        await fresh.application.close()
        #expect(await server.stop() == 0)
    }

    private func act(
        as other: Notelet,
        round: Int,
        using generator: inout SeededGenerator
    ) async throws {
        let notes = try await other.inbox().first(40)
        if let note = notes.randomElement(using: &generator), note.answer == nil {
            try await other.answer(note.id, with: "a\(round)")
        }
        if let note = notes.randomElement(using: &generator), round.isMultiple(of: 2) {
            try await other.deleteMessage(note.id)
        }
        if let note = try await other.sent().first(40).randomElement(using: &generator),
            round.isMultiple(of: 3)
        {
            try await other.deleteMessage(note.id)
        }
        if let contact = try await other.contacts().first(10).randomElement(using: &generator) {
            let change = UpdateContactRequest(id: contact.id, memo: "m\(round)")
            try await other.updateContact(change)
            if contact.isLinked { try await other.send("s\(round)", toContact: contact.id) }
        }
        if round == 5 { try await other.updateProfile(username: "owner5") }
    }

    private func act(
        on device: Device,
        round: Int,
        using generator: inout SeededGenerator
    ) async throws {
        let user = try await device.application.users.fetchCurrentUser()
        let contacts = try await device.application.contacts.fetchContacts(forUserId: user.id)
        let messages = device.application.messages
        for contact in contacts where contact.isLinked {
            try await device.send("d\(round)", to: contact)
        }
        let received = try await messages.fetchReceivedMessages(forUserId: user.id)
        if let note = received.filter({ $0.answer == nil }).randomElement(using: &generator) {
            let answer = AnswerMessageUseCase(messageRepository: messages)
            _ = try await answer.execute(messageId: note.id, content: "da\(round)")
        }
        if let note = received.randomElement(using: &generator),
            note.answer?.writeState != .pending
        {
            try await messages.deleteMessage(byId: note.id)
        }
        if var contact = contacts.randomElement(using: &generator) {
            contact.relationship = "d\(round)"
            _ = try await device.application.contacts.updateContact(contact)
        }
    }
}

extension PageSequence {
    /// The first items.
    fileprivate func first(_ count: Int) async throws -> [Item] {
        var found: [Item] = []
        for try await item in items {
            found.append(item)
            if found.count == count { break }
        }
        return found
    }
}
