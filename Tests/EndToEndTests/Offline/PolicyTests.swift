import Foundation
import NoteletClient
import NoteletInterface
import NoteletOffline
import TestSupport
import Testing

/// Where lists come from, and how writes get to the service, as an application chooses.
@Suite("Policies", .timeLimit(.minutes(2)))
struct PolicyTests {
    private func configuration(
        _ reads: ReadPolicy,
        _ writes: WritePolicy = .outbox
    ) -> OfflineConfiguration {
        var configuration = OfflineConfiguration.impatient
        configuration.reads = reads
        configuration.writes = writes
        return configuration
    }

    @Test("The network first: what the service has at that moment, else the copy")
    func networkFirst() async throws {
        let server = try await ServerProcess()
        let device = try Device(at: server.address, configuration: configuration(.networkFirst))
        let user = try await device.signUp("minji")
        let sender = try await signUp("sender", at: server.address)
        let link = try #require(user.personalLink?.url.absoluteString)
        for number in 1...5 {
            try await sender.send("쪽지 \(number)", toLink: link)
            let notes = try await device.application.messages.fetchReceivedMessages(
                forUserId: user.id
            )
            #expect(notes.count == number)
            #expect(notes.first?.content == "쪽지 \(number)")
        }
        await server.stop(SIGKILL)
        let notes = try await device.application.messages.fetchReceivedMessages(forUserId: user.id)
        #expect(notes.count == 5)
        await device.application.close()
    }

    @Test("The copy first: an empty one waits for nothing, and what is behind comes to observers")
    func copyFirst() async throws {
        let server = try await ServerProcess()
        let owner = try await signUp("minji", at: server.address)
        let link = try #require(try await owner.link()?.url)
        let sender = try await signUp("sender", at: server.address)
        for number in 1...700 { try await sender.send("쪽지 \(number)", toLink: link) }
        let device = try Device(at: server.address, configuration: configuration(.copyFirst))
        let user = try await device.application.auth.login(
            email: "minji@example.com",
            password: password
        )
        _ = try await device.application.messages.fetchReceivedMessages(forUserId: user.id)
        let notes = device.application.messages.observeMessages(.received, countMax: 1_000)
        try await device.wait(for: notes) { $0.count == 700 }
        var pages: [[NoteletInterface.Message]] = []
        for try await page in device.application.messages.messagePages(.received, pageSize: 300) {
            pages.append(page)
        }
        #expect(pages.map(\.count) == [300, 300, 100])
        #expect(pages.joined().map(\.content) == (1...700).reversed().map { "쪽지 \($0)" })
        await device.application.close()
    }

    @Test("Remote, then the copy: a write is the service's before it returns, or fails")
    func remoteThenCopy() async throws {
        let server = try await ServerProcess()
        let receiver = try await signUp("receiver", at: server.address)
        let link = try #require(try await receiver.link()?.url)
        let device = try Device(
            at: server.address,
            configuration: configuration(.copyFirst, .remoteThenCopy)
        )
        _ = try await device.signUp("minji")
        let contact = try await device.addContact("김민수", link: link)
        #expect(contact.writeState == .saved && contact.isLinked)
        await #expect(throws: ContactError.duplicateName) {
            try await device.addContact("김민수")
        }
        let note = try await device.send("안녕", to: contact)
        #expect(note.writeState == .saved)
        await server.stop(SIGKILL)
        await #expect(throws: AppError.network(.noConnection)) {
            try await device.send("아무도 없음", to: contact)
        }
        #expect(try await device.application.outbox.fetchWrites() == [])
        await device.application.close()
    }

    @Test("Who signs out leaves no notes behind; what was not sent waits for the same account")
    func signingOut() async throws {
        let server = try await ServerProcess()
        let device = try Device(at: server.address)
        let user = try await device.signUp("minji")
        try await device.wait(for: device.application.sync.observeState()) { $0 == .upToDate }
        try await device.application.auth.logout()
        let folder = URL(fileURLWithPath: device.folder.path("device"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains("account") && !names.contains("session.json"))
        for name in names {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            #expect(data.range(of: Data("minji".utf8)) == nil, "\(name)")
        }
        #expect(try await device.application.auth.getCurrentUser() == nil)
        await #expect(throws: AppError.auth(.unauthorized)) {
            try await device.application.users.fetchCurrentUser()
        }
        let again = try await device.application.auth.login(
            email: user.email,
            password: password
        )
        #expect(again.id == user.id)
        await #expect(throws: AppError.self) {
            try await device.application.auth.login(email: user.email, password: "wrong")
        }
        #expect(try await device.application.users.fetchCurrentUser().id == user.id)
        await device.application.close()
    }
}
