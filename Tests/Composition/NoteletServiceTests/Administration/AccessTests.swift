import Glibc
import NoteletAPI
import TTRPC
import Testing

@testable import Serving

/// Who may call the methods of operators, and where.
@Suite struct AccessTests {
    private let service: TestService

    init() throws {
        service = try TestService()
    }

    /// Calls a method with an empty request; the code it ended with.
    private func code(of method: MethodSummary, by client: Client) async -> StatusCode {
        let name = TTRPC.MethodDescriptor(service: method.service, method: method.name)
        do throws(RPCError) {
            switch method.kind {
            case .unary: _ = try await client.call(name, payload: [])
            case .serverStreaming:
                let messages: MessageSequence<TailEvent> = try client.serverStream(
                    name,
                    TailRequest()
                )
                var iterator = messages.makeAsyncIterator()
                _ = try await iterator.next()
            }
            return .ok
        } catch {
            return error.code
        }
    }

    @Test(arguments: ServiceDescriptor.administration.flatMap(\.methods))
    func anotherUserIsRefused(method: MethodSummary) async throws {
        let desk = try AdminDesk(of: service, for: [geteuid() + 1])
        let client = try await desk.operator().client
        #expect(await code(of: method, by: client) == .permissionDenied)
    }

    @Test(arguments: ServiceDescriptor.administration.flatMap(\.methods))
    func whoComesByPlainTCPIsRefused(method: MethodSummary) async throws {
        let desk = try AdminDesk(of: service)
        let client = try await Client.connect(to: desk.listenPlainly())
        #expect(await code(of: method, by: client) == .permissionDenied)
    }

    @Test(arguments: ServiceDescriptor.administration.flatMap(\.methods))
    func whoMayIsHeard(method: MethodSummary) async throws {
        let desk = try AdminDesk(of: service)
        let client = try await desk.operator().client
        let code = await code(of: method, by: client)
        #expect(code != .permissionDenied && code != .unimplemented)
    }

    @Test func noDoorHasTheMethodsOfTheOther() throws {
        let access = AdministrationAccess(userIDs: []) { "\($0)" }
        let inside = Set(Router(administering: service.running, access: access).methods)
        let outside = Set(Router(serving: service.running).methods)
        let declared = ServiceDescriptor.administration.flatMap(\.methods).map { method in
            TTRPC.MethodDescriptor(service: method.service, method: method.name)
        }
        #expect(inside == Set(declared))
        #expect(inside.isDisjoint(with: outside) && !outside.isEmpty)
    }

    @Test func thePublicDoorDoesNotKnowThem() async throws {
        let server = try Server(router: Router(serving: service.running))
        defer { server.shutdown() }
        let address = try server.listen(on: .tcp(host: "127.0.0.1", port: 0))
        let client = try await Client.connect(to: address)
        for method in ServiceDescriptor.administration.flatMap(\.methods) {
            #expect(await code(of: method, by: client) == .unimplemented, "\(method)")
        }
    }

    @Test(arguments: ServiceDescriptor.administration.flatMap(\.methods))
    func whoMayIsHeardByHTTPAndNobodyElse(method: MethodSummary) async throws {
        guard method.kind == .unary else { return }
        let heard = try await AdminDesk(of: service).ask("\(method)")
        #expect(!heard.hasSuffix("403") && !heard.contains("unimplemented"), "\(heard)")
        let refused = try await AdminDesk(of: service, for: [geteuid() + 1]).ask("\(method)")
        #expect(refused.contains("REFUSAL_REASON_OPERATORS_ONLY"), "\(refused)")
        #expect(refused.hasSuffix("403"))
    }

    @Test(
        "A name that a page's maker could lead here is no name of this machine",
        arguments: [
            "example.com", "example.com:8080", "localhost.example.com", "localhost:80.example.com",
            "127.0.0.1.example.com", "", "[::2]", "localhost:8o", "10.0.0.1",
        ]
    )
    func foreignNamesAreRefused(host: String) async throws {
        let desk = try AdminDesk(of: service)
        let answer = try await desk.ask("\(AdministrationAPI.listUsers.summary)", host: host)
        #expect(answer.hasSuffix("403") || answer.hasSuffix("400"), "\(answer)")
    }

    @Test(arguments: ["localhost", "LOCALHOST:1", "127.0.0.1:65000", "[::1]:8080"])
    func ownNamesAreTaken(host: String) async throws {
        let desk = try AdminDesk(of: service)
        let answer = try await desk.ask("\(AdministrationAPI.listUsers.summary)", host: host)
        #expect(answer == "{}200")
    }

    @Test(arguments: [
        ["Origin: http://localhost:9090"], ["Origin: null"], ["Sec-Fetch-Site: cross-site"],
        ["Origin: https://example.com", "Sec-Fetch-Site: cross-site"],
        ["Origin: http://localhost:8080.example.com"],
    ])
    func pagesOfOthersMayNotCall(headers: [String]) async throws {
        let desk = try AdminDesk(of: service)
        let method = "\(AdministrationAPI.listUsers.summary)"
        #expect(try await desk.ask(method, headers: headers).hasSuffix("403"))
        let own = ["Origin: http://localhost:8080", "Sec-Fetch-Site: same-origin"]
        #expect(try await desk.ask(method, headers: own) == "{}200")
    }

    @Test func thePublicMethodsAreNotThere() async throws {
        let desk = try AdminDesk(of: service)
        for method in service.running.methods.keys {
            #expect(try await desk.ask("\(method)").hasSuffix("404"), "\(method)")
        }
    }
}
