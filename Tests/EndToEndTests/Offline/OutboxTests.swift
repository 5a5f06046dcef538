import Foundation
import NoteletClient
import NoteletInterface
import NoteletOffline
import NoteletRemote
import NoteletTestSupport
import TestSupport
import Testing

/// Writing without a network, over real sockets and with a real server that is gone.
@Suite("Writing offline", .timeLimit(.minutes(2)))
struct OutboxTests {
    /// A receiver, who looks at the server, and a device with a contact for it.
    func town(
        configuration: OfflineConfiguration = .impatient
    ) async throws -> (ServerProcess, Notelet, Device, NoteletInterface.Contact) {
        let server = try await ServerProcess()
        let receiver = try await signUp("receiver", at: server.address)
        let link = try #require(try await receiver.link()?.url)
        let device = try Device(at: server.address, configuration: configuration)
        _ = try await device.signUp("minji")
        _ = try await device.addContact("김민수", link: link)
        try await device.waitUntilSent()
        let contacts = try await device.application.contacts.fetchContacts(
            forUserId: try await device.application.users.fetchCurrentUser().id
        )
        return (server, receiver, device, try #require(contacts.first))
    }

    func received(by notelet: Notelet) async throws -> [String] {
        var contents: [String] = []
        for try await note in notelet.inbox().items { contents.append(note.content) }
        return contents.reversed()
    }

    @Test("What is written while the server is gone shows at once, and arrives once, in order")
    func writesArrive() async throws {
        let (server, receiver, device, contact) = try await town()
        await server.stop(SIGKILL)
        let texts = (1...20).map { "쪽지 \($0)" }
        for text in texts {
            let note = try await device.send(text, to: contact)
            #expect(note.writeState == .pending)
            #expect(note.content == text)
        }
        let user = try await device.application.users.fetchCurrentUser()
        let shown = try await device.application.messages.fetchSentMessages(forUserId: user.id)
        #expect(shown.map(\.content) == texts.reversed())
        #expect(shown.allSatisfy { $0.writeState == .pending && $0.otherName == "김민수" })
        try await device.restart()
        let kept = try await device.application.messages.fetchSentMessages(forUserId: user.id)
        #expect(kept == shown)

        try await server.start()
        try await device.waitUntilSent()
        #expect(try await received(by: receiver) == texts)
        let sent = try await device.application.messages.fetchSentMessages(forUserId: user.id)
        #expect(sent.map(\.content) == texts.reversed())
        #expect(sent.allSatisfy { $0.writeState == .saved })
        await device.application.close()
        #expect(await server.stop() == 0)
    }

    @Test("A note is found by what named it before and after it has gone out")
    func intentionsStay() async throws {
        let (server, _, device, contact) = try await town()
        await server.stop(SIGKILL)
        let pending = try await device.send("안녕", to: contact)
        let observed = device.application.messages.observeMessage(byId: pending.id)
        try await server.start()
        let sent = try await device.wait(for: observed) { $0?.writeState == .saved }
        #expect(sent??.content == "안녕")
        #expect(sent??.id != pending.id)
        // The same intention once more is the same note.
        _ = try await device.application.messages.sendMessage(pending)
        try await device.waitUntilSent()
        let user = try await device.application.users.fetchCurrentUser()
        let all = try await device.application.messages.fetchSentMessages(forUserId: user.id)
        #expect(all.count == 1)
        await device.application.close()
    }

    @Test("A contact can be written to before the service knows it")
    func pendingContacts() async throws {
        let (server, receiver, device, _) = try await town()
        let link = try #require(try await receiver.link()?.url)
        await server.stop(SIGKILL)
        let contact = try await device.addContact("새 친구", link: link)
        #expect(contact.writeState == .pending)
        let note = try await device.send("처음 뵙겠습니다", to: contact)
        #expect(note.otherName == "새 친구" || note.contactId == contact.id)
        try await server.start()
        try await device.waitUntilSent()
        #expect(try await received(by: receiver) == ["처음 뵙겠습니다"])
        let found = try await device.application.contacts.fetchContact(byId: contact.id)
        #expect(found.name == "새 친구" && found.id != contact.id && found.isLinked)
        await device.application.close()
    }

    @Test("What the service refuses is there with its reason until somebody decides")
    func refusals() async throws {
        let (server, receiver, device, linked) = try await town()
        let unlinked = try await device.addContact("모르는 사람")
        try await device.waitUntilSent()
        await server.stop(SIGKILL)
        let refused = try await device.send("닿지 않음", to: unlinked)
        try await device.send("닿음", to: linked)
        try await server.start()
        let outbox = device.application.outbox
        let writes = try await device.wait(for: outbox.observeWrites()) { writes in
            writes.count == 1 && writes[0].state != .pending
        }
        let failed = try #require(writes?.first)
        guard case .failed(let error) = failed.state else {
            Issue.record("The write is \(failed.state).")
            return
        }
        #expect(error.refusal?.reason == "CONTACT_NOT_LINKED")
        #expect(error.text(in: .ko).contains("연결되지 않은"))
        #expect(failed.id == refused.id)
        // Another conversation was not held up.
        #expect(try await received(by: receiver) == ["닿음"])
        let shown = try await device.application.messages.fetchMessage(byId: refused.id)
        #expect(shown.writeState == failed.state)

        // Linked now, changed and tried again.
        var contact = try await device.application.contacts.fetchContact(byId: unlinked.id)
        contact.newLink = try await receiver.link()?.token
        _ = try await device.application.contacts.updateContact(contact)
        // What is tried again goes before what was written later: the link is to be there first.
        try await device.wait(for: outbox.observeWrites()) { $0.map(\.id) == [failed.id] }
        try await outbox.edit(failed.id, content: "이제 닿음")
        try await device.waitUntilSent()
        #expect(try await received(by: receiver) == ["닿음", "이제 닿음"])
        await #expect(throws: AppError.data(.notFound())) { try await outbox.drop(failed.id) }
        await device.application.close()
    }

    @Test("A write that was tried and had no reply for a day is not sent again by itself")
    func staleWrites() async throws {
        let clock = FakeClock(Date())
        var configuration = OfflineConfiguration.impatient
        configuration.dateClient = clock.dateClient
        let (server, receiver, device, contact) = try await town(configuration: configuration)
        // It takes what it is sent, and says nothing any more.
        kill(try #require(server.processIdentifier), SIGSTOP)
        let tried = try await device.send("하루 전", to: contact)
        try await device.waitUntilTried(tried.id)
        await #expect(throws: AppError.self) {
            try await device.application.outbox.edit(tried.id, content: "더 늦게")
        }
        await server.stop(SIGKILL)
        clock.advance(by: 25 * 60 * 60)
        try await server.start()
        let outbox = device.application.outbox
        let writes = try await device.wait(for: outbox.observeWrites()) { writes in
            writes.first?.state == .unknown
        }
        #expect(writes?.map(\.id) == [tried.id])
        #expect(try await received(by: receiver) == [])
        try await outbox.retry(tried.id)
        try await device.waitUntilSent()
        #expect(try await received(by: receiver) == ["하루 전"])
        await device.application.close()
    }
}

extension OutboxTests {
    @Test("A write that never left goes out however long there was no way, and can be changed")
    func writesThatNeverLeft() async throws {
        let clock = FakeClock(Date())
        var configuration = OfflineConfiguration.impatient
        configuration.dateClient = clock.dateClient
        let (server, receiver, device, contact) = try await town(configuration: configuration)
        await server.stop(SIGKILL)
        try await device.wait(for: device.application.sync.observeState()) { state in
            if case .offline = state { true } else { false }
        }
        let note = try await device.send("산에서", to: contact)
        clock.advance(by: 60 * 60 * 60)
        try await device.change(note.id, to: "산 위에서")
        try await server.start()
        try await device.waitUntilSent()
        #expect(try await received(by: receiver) == ["산 위에서"])
        await device.application.close()
    }
}

extension Device {
    /// Changes a write, once it is not on its way.
    func change(_ id: UUID, to content: String) async throws {
        let patience = Patience()
        while true {
            do {
                return try await application.outbox.edit(id, content: content)
            } catch let error as AppError {
                guard case .data(.conflict) = error.kind else { throw error }
            }
            try await patience.pause()
        }
    }

    /// Waits until a write was sent at least once, which makes it unchangeable.
    func waitUntilTried(_ id: UUID) async throws {
        let patience = Patience()
        while true {
            do {
                let write = try await application.outbox.fetchWrites().first { $0.id == id }
                guard case .sendMessage(let message)? = write?.kind else { return }
                try await application.outbox.edit(id, content: message.content)
            } catch let error as AppError {
                if case .data(.conflict) = error.kind { return }
                throw error
            }
            try await patience.pause()
        }
    }
}
