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
}
