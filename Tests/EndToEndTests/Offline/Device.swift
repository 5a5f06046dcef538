import Foundation
import NoteletClient
import NoteletInterface
import NoteletOffline
import NoteletRemote
import TestSupport

/// A telephone, say: a folder, and an application on it, which can be ended and started again.
final class Device {
    let folder: TemporaryDirectory
    private(set) var application: OfflineApplication
    private let server: String
    private let configuration: OfflineConfiguration

    /// Takes a new device out of its box, or starts one more process on a device that there is.
    init(
        at server: String,
        in folder: TemporaryDirectory = TemporaryDirectory(),
        configuration: OfflineConfiguration = .impatient
    ) throws {
        self.server = server
        self.folder = folder
        self.configuration = configuration
        application = try Self.start(at: server, in: folder, configuration)
    }

    /// Ends the application and starts it again on the same folder.
    func restart() async throws {
        await application.close()
        application = try Self.start(at: server, in: folder, configuration)
    }

    private static func start(
        at server: String,
        in folder: TemporaryDirectory,
        _ configuration: OfflineConfiguration
    ) throws -> OfflineApplication {
        let url = URL(fileURLWithPath: folder.path("device"))
        let sessions = FileSessionStore(path: url.appendingPathComponent("session.json").path)
        // So that a test of a server that is gone is not a test of patience.
        var client = NoteletConfiguration()
        client.retry.attemptCountMax = 3
        client.retry.pauseMin = .milliseconds(5)
        client.retry.pauseMax = .milliseconds(20)
        client.callTimeout = .seconds(5)
        client.attemptTimeout = .seconds(2)
        return OfflineApplication(
            try Notelet(server, sessions: sessions, configuration: client),
            in: url,
            configuration: configuration
        )
    }

    /// Opens an account on the device.
    func signUp(_ name: String) async throws -> NoteletInterface.User {
        try await application.auth.signup(
            username: name,
            email: "\(name)@example.com",
            password: password
        )
    }

    /// Adds a contact with a link.
    func addContact(
        _ name: String,
        link: String? = nil
    ) async throws -> NoteletInterface.Contact {
        let user = try await application.users.fetchCurrentUser()
        return try await AddContactUseCase(contactRepository: application.contacts).execute(
            ownerUserId: user.id,
            name: name,
            relationship: nil,
            memo: nil,
            link: link,
            isPremium: false
        )
    }

    /// Sends a note to a contact.
    @discardableResult
    func send(
        _ content: String,
        to contact: NoteletInterface.Contact
    ) async throws -> NoteletInterface.Message {
        let user = try await application.users.fetchCurrentUser()
        let send = SendMessageUseCase(
            messageRepository: application.messages,
            contactRepository: application.contacts
        )
        return try await send.execute(
            senderId: user.id,
            contactId: contact.id,
            content: content,
            isAnonymous: true
        )
    }

    /// Waits until what is observed is as wanted.
    @discardableResult
    func wait<Value: Sendable>(
        for stream: AsyncStream<Value>,
        _ isWanted: (Value) throws -> Bool
    ) async throws -> Value? {
        for await value in stream where try isWanted(value) { return value }
        return nil
    }

    /// Waits until nothing waits to be sent.
    func waitUntilSent() async throws {
        try await wait(for: application.outbox.observeWrites()) { $0.isEmpty }
    }
}

extension OfflineConfiguration {
    /// As usual, but that nobody waits for long.
    static var impatient: OfflineConfiguration {
        var configuration = OfflineConfiguration()
        configuration.retry.pauseMin = .milliseconds(10)
        configuration.retry.pauseMax = .milliseconds(50)
        configuration.pollInterval = .milliseconds(10)
        return configuration
    }
}
