import Foundation
import NoteletInterface
import NoteletLocalServer
import NoteletOffline
import NoteletTestSupport
import Testing

/// The tests of an application of notes: its own code would stand where use cases are called here.
///
/// The server is the real one, within the test: its rules are not told again by fakes, and its
/// clock and its network are the test's.
@Suite(.timeLimit(.minutes(1)))
struct NotesTests {
    private let clock = FakeClock()
    private let network = FakeNetworkMonitor()
    private let server: LocalServer

    init() throws {
        var configuration = LocalServerConfiguration()
        configuration.dateClient = clock.dateClient
        server = try LocalServer(configuration)
    }

    /// A device with an application, on which somebody has an account.
    private func device(of name: String) async throws -> Device {
        let device = Device(server, clock, network)
        _ = try await device.application.useCases.signup.execute(
            username: name,
            email: "\(name)@example.com",
            password: "correct horse battery staple"
        )
        return device
    }

    @Test("A note arrives on the other device as it is sent, and its answer comes back")
    func conversation() async throws {
        let (minji, jun) = (try await device(of: "minji"), try await device(of: "jun"))
        let contact = try await jun.addContact("민지", link: minji.link())
        try await jun.send("점심 먹을래?", to: contact)
        let note = try await minji.firstNote()
        #expect(note.content == "점심 먹을래?" && note.senderId == nil)
        let answer = minji.application.useCases.answerMessage
        _ = try await answer.execute(messageId: note.id, content: "좋아")
        let sent = jun.application.messages.observeMessages(.sent, countMax: 1)
        for await notes in sent where notes.first?.answer?.content == "좋아" { break }
    }

    @Test("What is written while the server is gone arrives when it is back")
    func outage() async throws {
        let (minji, jun) = (try await device(of: "minji"), try await device(of: "jun"))
        let contact = try await jun.addContact("민지", link: minji.link())
        network.isConnected = false
        await server.stop()
        try await jun.send("나중에 봐", to: contact)
        try await server.start()
        network.isConnected = true
        #expect(try await minji.firstNote().content == "나중에 봐")
    }

    @Test("A contact can be deleted after three days, which pass at once")
    func lockedContact() async throws {
        let jun = try await device(of: "jun")
        let contact = try await jun.addContact("민지", link: nil)
        let delete = jun.application.useCases.deleteContact
        await #expect(throws: DeleteContactError.self) {
            try await delete.execute(contactId: contact.id)
        }
        clock.advance(by: 3 * 86_400)
        try await delete.execute(contactId: contact.id)
        #expect(try await jun.contacts().isEmpty)
    }
}
