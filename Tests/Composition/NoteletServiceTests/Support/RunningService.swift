import NoteletAPI
import TTRPC

@testable import Serving

/// The whole service behind a server on a port of the system's choice, which ends with the test.
final class RunningService: Sendable {
    let service: TestService
    private let server: Server
    private let address: Address

    init(
        offering offered: OfferedFeatures? = nil,
        sharedFeeds: [SharedFeedSource] = []
    ) throws {
        service = try TestService(offered: offered, sharedFeeds: sharedFeeds)
        var configuration = ServerConfiguration()
        configuration.eventLoopCount = 1
        server = try Server(
            router: Router(serving: service.running),
            configuration: configuration
        )
        address = try server.listen(on: .tcp(host: "127.0.0.1", port: 0))
    }

    deinit {
        server.shutdown()
    }

    func connect() async throws -> Client { try await Client.connect(to: address) }
}

extension Client {
    /// Opens a watch, of the own feed from the beginning on unless it says something else.
    func watch(
        as person: Person,
        _ request: WatchRequest = WatchRequest()
    ) -> ClientStream {
        openStream(
            MethodDescriptor(SyncAPI.watch.summary),
            .serverStream,
            request: encode(request),
            options: CallOptions(person)
        )
    }

    /// Makes a call that needs a token and reads.
    func showToken(of person: Person) async throws {
        _ = try await call(
            MethodDescriptor(AccountsAPI.getCurrentUser.summary),
            payload: encode(GetCurrentUserRequest()),
            options: CallOptions(person)
        )
    }
}

extension CallOptions {
    fileprivate init(_ caller: Person) {
        self.init(metadata: ["authorization": "Bearer \(caller.session.accessToken)"])
    }
}

extension TTRPC.MethodDescriptor {
    fileprivate init(_ method: MethodSummary) {
        self.init(service: method.service, method: method.name)
    }
}
