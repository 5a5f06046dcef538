import Foundation
import NoteletClient
import NoteletInterface
import NoteletLocalServer
import NoteletOffline
import NoteletTestSupport
import TestSupport
import Testing

/// A telephone of a test, whose application can be ended and started again.
final class Phone {
    private(set) var application: OfflineApplication
    private let server: LocalServer
    private let folder = TemporaryDirectory(in: .memory)
    private let sessions: URL

    init(_ server: LocalServer) throws {
        self.server = server
        sessions = URL(fileURLWithPath: folder.path("phone"))
        application = try Self.start(server, sessions)
    }

    /// Ends the application, and starts it again on the same folder.
    func restart() async throws {
        await application.close()
        application = try Self.start(server, sessions)
    }

    private static func start(_ server: LocalServer, _ folder: URL) throws -> OfflineApplication {
        var configuration = OfflineConfiguration()
        configuration.retry.pauseMin = .milliseconds(5)
        configuration.retry.pauseMax = .milliseconds(20)
        configuration.pollInterval = .milliseconds(10)
        configuration.eventInterval = .zero
        let file = folder.appendingPathComponent("session.json").path
        return OfflineApplication(
            server.connect(sessions: FileSessionStore(path: file), configuration: .impatient),
            in: folder,
            configuration: configuration
        )
    }

    /// Opens an account.
    @discardableResult
    func signUp(_ name: String) async throws -> NoteletInterface.User {
        try await application.useCases.signup.execute(
            username: name,
            email: "\(name)@example.com",
            password: password
        )
    }

    /// Waits until what is observed is as wanted.
    @discardableResult
    func wait<Value: Sendable>(
        for stream: AsyncStream<Value>,
        until isWanted: (Value) -> Bool
    ) async throws -> Value {
        for await value in stream where isWanted(value) { return value }
        throw CancellationError()
    }
}
