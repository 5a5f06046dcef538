import ClientTestSupport
import Foundation
import NoteletAPI
import NoteletClient
import NoteletInterface
import NoteletRemote
import TTRPC
import TestSupport
import Testing

@testable import NoteletOffline

/// A folder for copies, and a service that a test makes up and that knows one account.
struct Town {
    let user: NoteletAPI.User
    let userId: UUID
    let folder = TemporaryDirectory(in: .memory)
    /// Each time that the service was asked who is signed in.
    let profileCalls = Log<Void>()
    private let server: FakeServer

    /// Has a service whose feed is empty but for later news, and which does what `fill` registers.
    init(
        _ fill: (inout Router) -> Void = { _ in },
        news: @escaping @Sendable () async throws -> ChangePage? = { nil }
    ) throws {
        try self.init(serving: { router in
            router.serveOwnFeed(news)
            fill(&router)
        })
    }

    /// Has a service with a feed that people share beside the account's own, which is empty, and
    /// which does what `fill` registers.
    init(sharing feed: FakeFeed, _ fill: (inout Router) -> Void = { _ in }) throws {
        try self.init(serving: { router in
            feed.serve(on: &router)
            fill(&router)
        })
    }

    private init(serving fill: (inout Router) -> Void) throws {
        let id = UUID()
        let user = NoteletAPI.User(id: id.bytes, username: "minji", email: "m@example.com")
        let profileCalls = profileCalls
        server = try FakeServer { router in
            router.answer(AccountsAPI.logIn) { _, _ in
                LogInResponse(user: user, session: .numbered(1))
            }
            router.answer(AccountsAPI.logOut) { _, _ in LogOutResponse() }
            router.answer(ProfilesAPI.getProfile) { _, _ in
                profileCalls.append(())
                return GetProfileResponse(user: user)
            }
            fill(&router)
        }
        self.user = user
        userId = id
    }

    /// The folder of the copies, which is made by who needs it.
    var place: URL { URL(fileURLWithPath: folder.path("copies")) }

    /// The names of the files that are there.
    var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []).sorted()
    }

    /// The names of the copy's files that are there.
    var copies: [String] {
        files.filter { name in ["", "-wal", "-shm"].contains { name.hasSuffix(".sqlite" + $0) } }
    }

    /// Whether a file of the copies, also one that was put aside, has a text in it.
    func tells(_ text: String) -> Bool {
        files.contains { name in
            let data = try? Data(contentsOf: place.appendingPathComponent(name))
            return data?.range(of: Data(text.utf8)) != nil
        }
    }

    /// Starts an application, which has the session of an earlier one where that is given.
    func start(
        sessions: MemorySessionStore = MemorySessionStore(),
        in place: URL? = nil,
        configure: (inout OfflineConfiguration) -> Void = { _ in }
    ) throws -> OfflineApplication {
        OfflineApplication(
            try TestClient(server, store: sessions).notelet,
            in: place ?? self.place,
            configuration: Self.configuration(configure)
        )
    }

    /// Starts an application in which the account signs in.
    func signedIn(
        sessions: MemorySessionStore = MemorySessionStore(),
        configure: (inout OfflineConfiguration) -> Void = { _ in }
    ) async throws -> OfflineApplication {
        let application = try start(sessions: sessions, configure: configure)
        _ = try await application.auth.login(email: "m@example.com", password: "secret")
        return application
    }

    /// Cuts all connections, and takes no more.
    func stop() { server.stop() }

    private static func configuration(
        _ configure: (inout OfflineConfiguration) -> Void
    ) -> OfflineConfiguration {
        var configuration = OfflineConfiguration()
        configuration.retry.pauseMin = .milliseconds(1)
        configuration.retry.pauseMax = .milliseconds(10)
        configuration.pollInterval = .milliseconds(5)
        configure(&configuration)
        return configuration
    }
}

extension Router {
    /// Serves a feed of the account that is empty but for later news.
    fileprivate mutating func serveOwnFeed(
        _ news: @escaping @Sendable () async throws -> ChangePage?
    ) {
        answer(SyncAPI.pull) { request, _ in
            ChangePage(cursor: request.cursor + [1], isUpToDate: true)
        }
        stream(SyncAPI.watch) { request, writer, _ in
            try await writer.send(ChangePage(cursor: request.cursor + [1], isUpToDate: true))
            if let page = try await news() { try await writer.send(page) }
            try await waitForCancellation()
        }
    }
}

extension NoteletInterface.Message {
    /// A note to a link, which the service of a town takes only where the test says so.
    static func note(
        _ content: String,
        link: String = "abc",
        from senderId: UUID? = nil
    ) -> NoteletInterface.Message {
        NoteletInterface.Message(
            id: UUID(),
            direction: .sent,
            senderId: senderId,
            link: link,
            content: content,
            isAnonymous: true,
            sentAt: .start
        )
    }
}

extension StoredSession {
    /// The same with other fields, by the names that they have in a file.
    func with(_ changes: [String: Any]) throws -> StoredSession {
        let fields = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(self)) as? [String: Any]
        )
        let changed = fields.merging(changes) { $1 }
        return try JSONDecoder().decode(
            StoredSession.self,
            from: try JSONSerialization.data(withJSONObject: changed)
        )
    }
}
