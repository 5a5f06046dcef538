@testable import TTRPC

/// The messages of the service that the interoperability tests of the protocol know.
struct EchoPayload: Codable, Equatable, Sendable {
    var seq: UInt32 = 0
    var msg = ""

    enum CodingKeys: Int, CodingKey {
        case seq = 1
        case msg = 2
    }
}

struct Part: Codable, Equatable, Sendable {
    var add: Int32 = 0

    enum CodingKeys: Int, CodingKey { case add = 1 }
}

struct Sum: Codable, Equatable, Sendable {
    var sum: Int32 = 0
    var num: Int32 = 0

    enum CodingKeys: Int, CodingKey {
        case sum = 1
        case num = 2
    }
}

/// The methods of the service under test.
enum Methods {
    static let echo = method("Echo")
    static let raw = method("Raw")
    static let never = method("Never")
    static let fail = method("Fail")
    static let echoStream = method("EchoStream")
    static let sumStream = method("SumStream")
    static let divideStream = method("DivideStream")
    static let flood = method("Flood")

    static func method(_ name: String) -> MethodDescriptor {
        MethodDescriptor(service: "svc", method: name)
    }
}

extension Router {
    /// A service with a method of each kind.
    static func underTest() -> Router {
        var router = Router()
        router.unary(Methods.echo) { (message: EchoPayload, _) in
            EchoPayload(seq: message.seq + 1, msg: message.msg)
        }
        router.registerUnary(Methods.raw) { _, payload, reply in reply.succeed(payload) }
        router.unary(Methods.never) { (_: EchoPayload, _) -> EchoPayload in
            try await Task.sleep(for: .seconds(3_600))
            return EchoPayload()
        }
        router.unary(Methods.fail) { (message: EchoPayload, _) -> EchoPayload in
            let detail = StatusDetail(typeURL: "type.example/Refusal", value: [8, 1])
            throw RPCError(.notFound, message.msg, details: [detail])
        }
        router.bidirectional(Methods.echoStream) {
            (requests: MessageSequence<EchoPayload>, writer: StreamWriter<EchoPayload>, _) in
            for try await request in requests {
                try await writer.send(EchoPayload(seq: request.seq + 1, msg: request.msg))
            }
        }
        router.clientStream(Methods.sumStream) { (parts: MessageSequence<Part>, _) in
            var sum = Sum()
            for try await part in parts {
                sum.sum += part.add
                sum.num += 1
            }
            return sum
        }
        router.serverStream(Methods.divideStream) {
            (sum: Sum, writer: StreamWriter<Part>, _) in
            for index in 0..<sum.num {
                try await writer.send(Part(add: index == 0 ? sum.sum : 0))
            }
        }
        router.serverStream(Methods.flood) { (sum: Sum, writer: StreamWriter<EchoPayload>, _) in
            let text = String(repeating: "x", count: 1_000)
            for index in 0..<UInt32(sum.num) {
                try await writer.send(EchoPayload(seq: index, msg: text))
            }
        }
        return router
    }
}

/// A server on a port of the system's choice, which ends with the test.
final class RunningServer: Sendable {
    let server: Server
    let address: Address

    init(
        _ router: Router = .underTest(),
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = ServerConfiguration()
        configuration.eventLoopCount = 1
        configure(&configuration)
        server = try Server(router: router, configuration: configuration)
        address = try server.listen(on: .tcp(host: "127.0.0.1", port: 0))
    }

    deinit {
        server.shutdown()
    }

    func connect() async throws -> Client {
        try await Client.connect(to: address)
    }
}
