import Foundation
import NoteletInterface
import NoteletLocalServer
import NoteletOffline
import NoteletTestSupport

/// A device with the application on it, to be put away after its use.
struct Device: Sendable {
    let application: OfflineApplication
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)

    init(_ server: LocalServer, _ clock: FakeClock, _ network: FakeNetworkMonitor) {
        var configuration = OfflineConfiguration()
        configuration.dateClient = clock.dateClient
        configuration.networkMonitor = network
        application = OfflineApplication(
            server.connect(),
            in: folder,
            configuration: configuration
        )
    }

    /// Closes the application, and then removes its folder.
    func putAway() async {
        await application.close()
        try? FileManager.default.removeItem(at: folder)
    }

    func signUp(as name: String) async throws {
        _ = try await application.useCases.signup.execute(
            username: name,
            email: "\(name)@example.com",
            password: "correct horse battery staple"
        )
    }

    func link() async throws -> String? {
        try await application.users.fetchCurrentUser().personalLink?.url.absoluteString
    }

    func contacts() async throws -> [Contact] {
        let user = try await application.users.fetchCurrentUser()
        return try await application.contacts.fetchContacts(forUserId: user.id)
    }

    func addContact(_ name: String, link: String?) async throws -> Contact {
        try await application.useCases.addContact.execute(
            ownerUserId: application.users.fetchCurrentUser().id,
            name: name,
            relationship: nil,
            memo: nil,
            link: link,
            isPremium: false
        )
    }

    func send(_ content: String, to contact: Contact) async throws {
        _ = try await application.useCases.sendMessage.execute(
            senderId: application.users.fetchCurrentUser().id,
            contactId: contact.id,
            content: content,
            isAnonymous: true
        )
    }

    /// Waits for the first note that arrives.
    func firstNote() async throws -> Message {
        for await notes in application.messages.observeMessages(.received, countMax: 1) {
            if let note = notes.first { return note }
        }
        throw CancellationError()
    }
}
