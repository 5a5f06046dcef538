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
        server = try LocalServer(LocalServerConfiguration(dateClient: clock.dateClient))
    }

    /// Gives a test two devices with the application, on each of which somebody has an account, and
    /// puts them away when it is over, however it ends.
    private func withDevices(
        _ use: (_ minji: Device, _ jun: Device) async throws -> Void
    ) async throws {
        let (minji, jun) = (Device(server, clock, network), Device(server, clock, network))
        let outcome: Result<Void, any Error>
        do {
            try await minji.signUp(as: "minji")
            try await jun.signUp(as: "jun")
            outcome = .success(try await use(minji, jun))
        } catch {
            outcome = .failure(error)
        }
        await minji.putAway()
        await jun.putAway()
        try outcome.get()
    }

    @Test("A note arrives on the other device as it is sent, and its answer comes back")
    func conversation() async throws {
        try await withDevices { minji, jun in
            let contact = try await jun.addContact("민지", link: minji.link())
            try await jun.send("점심 먹을래?", to: contact)
            let note = try await minji.firstNote()
            #expect(note.content == "점심 먹을래?" && note.senderId == nil)
            let answer = minji.application.useCases.answerMessage
            _ = try await answer.execute(messageId: note.id, content: "좋아")
            let sent = jun.application.messages.observeMessages(.sent, countMax: 1)
            for await notes in sent where notes.first?.answer?.content == "좋아" { break }
        }
    }

    @Test("What is written while the server is gone arrives when it is back")
    func outage() async throws {
        try await withDevices { minji, jun in
            let contact = try await jun.addContact("민지", link: minji.link())
            network.isConnected = false
            await server.stop()
            try await jun.send("나중에 봐", to: contact)
            try await server.start()
            network.isConnected = true
            #expect(try await minji.firstNote().content == "나중에 봐")
        }
    }

    @Test("A contact can be deleted after three days, which pass at once")
    func lockedContact() async throws {
        try await withDevices { _, jun in
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
}
