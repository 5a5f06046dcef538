package import NoteletAPI
import NoteletClient
import ProtobufCoding
package import TTRPC

/// The far side of the wire: a real server whose methods a test makes up.
package final class FakeServer: Sendable {
    /// Where it listens.
    package let address: Address
    private let server: Server

    /// Serves the methods that `fill` registers.
    package init(
        at address: Address = .tcp(host: "127.0.0.1", port: 0),
        limits: ServerLimits = ServerLimits(),
        _ fill: (inout Router) -> Void
    ) throws {
        var router = Router()
        fill(&router)
        var configuration = ServerConfiguration()
        configuration.limits = limits
        server = try Server(router: router, configuration: configuration)
        self.address = try server.listen(on: address)
    }

    deinit {
        server.shutdown()
    }

    /// How many connections there are.
    package var connectionCount: Int { server.connectionCount }

    /// Cuts all connections.
    package func stop() {
        server.shutdown()
    }
}

extension Router {
    /// Registers a method of the contract.
    package mutating func answer<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ handler: @escaping @Sendable (Request, CallContext) async throws -> Response
    ) {
        unary(TTRPC.MethodDescriptor(service: method.service, method: method.name)) {
            (request: Request, context) in try await handler(request, context)
        }
    }

    /// Registers a method of the contract that answers with a stream.
    package mutating func stream<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ handler:
            @escaping @Sendable (Request, StreamWriter<Response>, CallContext) async throws -> Void
    ) {
        serverStream(TTRPC.MethodDescriptor(service: method.service, method: method.name)) {
            (request: Request, writer: StreamWriter<Response>, context) in
            try await handler(request, writer, context)
        }
    }
}

extension CallContext {
    /// The idempotency key of the call.
    package var key: String? { metadata.first("idempotency-key") }
    /// The access token of the call.
    package var token: String? {
        metadata.first("authorization").map { String($0.dropFirst("Bearer ".count)) }
    }
}

extension RPCError {
    /// A status as the service says no.
    package static func refusal(
        _ reason: RefusalReason,
        fields: [String: String] = [:]
    ) throws -> RPCError {
        let texts = RefusalCatalogue.texts(for: reason, fields: fields)
        let entry = RefusalCatalogue.entry(for: reason)
        let refusal = Refusal(
            reason: reason,
            fields: fields,
            texts: texts,
            retryable: entry?.isRetryable ?? false
        )
        let code = entry?.code.rawValue ?? 2
        let detail = StatusDetail(
            typeURL: "type.googleapis.com/notelet.v1.Refusal",
            value: try ProtobufEncoder().encode(refusal)
        )
        return RPCError(StatusCode(rawValue: code), texts["en"] ?? "", details: [detail])
    }
}
