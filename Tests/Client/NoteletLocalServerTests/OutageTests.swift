import Foundation
import NoteletClient
import NoteletInterface
import NoteletLocalServer
import NoteletOffline
import NoteletTestSupport
import TestSupport
import Testing

/// What happens to networks and servers, made to happen within the process.
@Suite("Outages of a server in the process", .timeLimit(.minutes(1)))
struct OutageTests {
    @Test("Connections that were cut are made anew, and a watch goes on where it was")
    func cut() async throws {
        let server = try LocalServer()
        let (minji, jun) = (try await server.person("minji"), try await server.person("jun"))
        let link = try await minji.linkURL()
        var contents: [String] = []
        var sentCount = 0
        for try await page in minji.watch() where page.isUpToDate {
            for case .received(let note)? in page.changes.map(\.kind) {
                contents.append(note.content)
            }
            if contents.count == 3 { break }
            guard sentCount == contents.count else { continue }
            sentCount += 1
            await server.cutConnections()
            try await jun.send("\(sentCount)", toLink: link)
        }
        #expect(contents == ["1", "2", "3"])
    }

    @Test("Nobody reaches a server that is stopped, and what it had acknowledged is there again")
    func restart() async throws {
        let server = try LocalServer()
        let (minji, jun) = (try await server.person("minji"), try await server.person("jun"))
        let link = try await minji.linkURL()
        try await jun.send("하나", toLink: link)
        await server.stop()
        await server.stop()
        #expect(server.connectionCount == 0)
        let gone = await #expect(throws: NoteletError.self) {
            try await jun.send("둘", toLink: link)
        }
        #expect(gone?.code == .unreachable)
        try await server.start()
        try await server.start()
        try await jun.send("셋", toLink: link)
        #expect(try await minji.contents() == ["셋", "하나"])
    }

    @Test("A call that a stop meets is made at the next start")
    func waiting() async throws {
        let server = try LocalServer()
        let (minji, jun) = (try await server.person("minji"), try await server.person("jun"))
        let link = try await minji.linkURL()
        for number in 1...3 {
            async let stopping: Void = server.stop()
            async let sending = jun.send("\(number)", toLink: link)
            await stopping
            try await server.start()
            _ = try await sending
        }
        #expect(try await minji.contents() == ["3", "2", "1"])
    }

    @Test("The lines of README.md do what is said of them")
    func readme() async throws {
        let directory = TemporaryDirectory(in: .memory)
        let folder = URL(fileURLWithPath: directory.path("device"))
        let clock = FakeClock()
        let server = try LocalServer(LocalServerConfiguration(dateClient: clock.dateClient))
        var configuration = OfflineConfiguration()
        configuration.dateClient = clock.dateClient
        let notelet = OfflineApplication(server.connect(), in: folder, configuration: configuration)
        let useCases = notelet.useCases
        let user = try await useCases.signup.execute(
            username: "minji",
            email: "minji@example.com",
            password: password
        )
        await server.stop()
        #expect(server.connectionCount == 0)
        #expect(try await notelet.users.fetchCurrentUser().displayName == "minji")
        try await server.start()
        try await notelet.sync.refresh()
        #expect(server.connectionCount > 0)
        await server.cutConnections()
        try await notelet.sync.refresh()
        let contact = try await useCases.addContact.execute(
            ownerUserId: user.id,
            name: "준",
            relationship: nil,
            memo: nil,
            isPremium: false
        )
        await #expect(throws: DeleteContactError.contactLocked(remainingDays: 3)) {
            try await useCases.deleteContact.execute(contactId: contact.id)
        }
        for await writes in notelet.outbox.observeWrites() where writes.isEmpty { break }
        clock.advance(by: 3 * 86_400)
        try await useCases.deleteContact.execute(contactId: contact.id)
        // The server has taken it, so that its clock has moved as well.
        for await writes in notelet.outbox.observeWrites() where writes.isEmpty { break }
        #expect(try await notelet.contacts.fetchContacts(forUserId: user.id).isEmpty)
        await notelet.close()
    }

    @Test("An application that keeps a copy writes while the server is stopped")
    func offline() async throws {
        let folder = TemporaryDirectory(in: .memory)
        let server = try LocalServer()
        let minji = try await server.person("minji")
        var configuration = OfflineConfiguration()
        configuration.retry.pauseMin = .milliseconds(10)
        configuration.retry.pauseMax = .milliseconds(50)
        let application = OfflineApplication(
            server.connect(configuration: .impatient),
            in: URL(fileURLWithPath: folder.path("device")),
            configuration: configuration
        )
        let useCases = application.useCases
        let user = try await useCases.signup.execute(
            username: "jun",
            email: "jun@example.com",
            password: password
        )
        let contact = try await useCases.addContact.execute(
            ownerUserId: user.id,
            name: "민지",
            relationship: nil,
            memo: nil,
            link: try await minji.linkURL(),
            isPremium: false
        )
        for await state in application.sync.observeState() where state == .upToDate { break }
        await server.stop()
        let note = try await useCases.sendMessage.execute(
            senderId: user.id,
            contactId: contact.id,
            content: "나중에",
            isAnonymous: true
        )
        #expect(note.writeState == .pending)
        try await server.start()
        for await writes in application.outbox.observeWrites() where writes.isEmpty { break }
        #expect(try await minji.contents() == ["나중에"])
        await application.close()
    }
}
