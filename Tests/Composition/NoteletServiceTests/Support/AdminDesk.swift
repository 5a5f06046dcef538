import Glibc
import HTTP
import NoteletAPI
import TTRPC
import TestSupport
import Testing

@testable import Serving
@testable import WebServing

/// The admin listener of a service in this process, and operators who call it over real sockets.
final class AdminDesk: Sendable {
    let service: TestService
    let address: Address
    let webPath: String
    private let folder = TemporaryDirectory()
    private let server: Server
    private let web: HTTPListener

    /// Opens the desk; unless told otherwise for the user that runs the tests.
    init(of service: TestService, for userIDs: Set<UInt32> = [geteuid()]) throws {
        self.service = service
        let access = AdministrationAccess(userIDs: userIDs) { "user \($0)" }
        var configuration = ServerConfiguration()
        // A busy machine may let a test wait between its connection and its first call.
        configuration.limits.firstFrameTimeout = .seconds(600)
        server = try Server(
            router: Router(administering: service.running, access: access),
            configuration: configuration
        )
        address = try server.listen(on: .unix(path: folder.path("admin.sock")))
        webPath = folder.path("web.sock")
        let door = WebDoor(administering: service.running, access: access, WebConfiguration())
        door.set(ServerLimits())
        var limits = HTTPLimits()
        limits.threadCount = 2
        web = try HTTPListener(
            at: HTTPAddressClaim(#require(HTTPAddress("unix://\(webPath)"))),
            limits: limits,
            handler: door
        )
    }

    deinit {
        server.shutdown()
        web.close()
    }

    /// Asks by HTTP, as curl does over the Unix socket for browsers; the body and then the status.
    func ask(
        _ path: String,
        _ body: String = "{}",
        host: String = "localhost:8080",
        headers: [String] = []
    ) async throws -> String {
        let lines = ["Host: \(host)", "Content-Type: application/json"] + headers
        return try await ProgramRun.run(
            "/usr/bin/curl",
            ["--silent", "--max-time", "60", "--unix-socket", webPath, "--data", body]
                + lines.flatMap { ["--header", $0] }
                + ["--write-out", "%{http_code}", "http://localhost\(path)"]
        ).output
    }

    /// Where nothing but the address lets in.
    func listenPlainly() throws -> Address {
        try server.listen(on: .tcp(host: "127.0.0.1", port: 0))
    }

    /// An operator with a connection of their own.
    func `operator`() async throws -> AdminOperator {
        AdminOperator(client: try await Client.connect(to: address))
    }
}

/// Somebody who calls the methods of operators.
struct AdminOperator: Sendable {
    let client: Client

    /// Calls a unary method.
    @discardableResult
    func call<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) async throws(RPCError) -> Response {
        try await client.call(TTRPC.MethodDescriptor(method), request)
    }

    /// Opens the stream of events, and waits until it is live.
    func tail(
        revealSenders: Bool = false
    ) async throws -> MessageSequence<TailEvent>.AsyncIterator {
        let events: MessageSequence<TailEvent> = try client.serverStream(
            TTRPC.MethodDescriptor(AdministrationAPI.tail),
            TailRequest(revealSenders: revealSenders)
        )
        var iterator = events.makeAsyncIterator()
        guard try await iterator.next()?.kind == .started else {
            throw Unexpected("a tail begins with a word that it did")
        }
        return iterator
    }

    /// The account of a username.
    func user(_ name: String) async throws -> GetUserResponse {
        try await call(AdministrationAPI.getUser, GetUserRequest(reference: .username(name)))
    }
}
