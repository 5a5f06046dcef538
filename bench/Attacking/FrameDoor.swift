import CommandLineInterface
import NoteletAPI
import TTRPC

/// The door at which the server's own protocol is spoken, in frames.
struct FrameDoor: AttackedDoor {
    let address: Address
    let secureAddress: Address
    let honestConnectionCount = 8
    let depth = 16
    private let credentials: ClientCredentials

    static let attacks: [Attack] = [.flood, .stall, .drip, .halfOpen, .slowReader, .idle]

    private static let check = RequestTemplate(
        service: HealthAPI.check.service,
        method: HealthAPI.check.name
    )
    /// Requests that are written at once: some 50 KiB.
    private static let requestCountPerBlock = 1_000
    private static let watchCountPerConnection = 32
    /// The beginning of a request of 16,000 bytes, which a stranger may send.
    private static let header: [UInt8] = [0, 0, 0x3E, 0x80, 0, 0, 0, 1, 1, 0]
    /// A request without a method, which is answered like any other.
    private static let emptyRequest: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 1, 0]

    static func serverArguments(certificatePath: String) -> [String] {
        ["--listen", "tls://127.0.0.1:0", "--tls-certificate", certificatePath]
    }

    init(of target: Target, certificatePath: String) throws {
        guard let secure = target.furtherAddresses.first else {
            throw CommandFailure(.unreachable, "The server listens nowhere by TLS.")
        }
        address = target.address
        secureAddress = try Address(secure)
        credentials = try ClientCredentials(authorityFile: certificatePath)
    }

    func script(
        of attack: Attack,
        idleCount: Int,
        _ population: Population
    ) -> AttackScript {
        switch attack {
        case .flood: AttackScript(8, .flooding(Self.checks))
        case .stall: AttackScript(1_000, .beginning { _ in Self.header })
        case .drip: AttackScript(2_000, .dripping(Self.header))
        case .halfOpen: .halfOpen(speaking: "ttrpc")
        case .slowReader:
            AttackScript(
                64,
                .beginning { Self.watches(of: population.users[$0 % population.users.count]) }
            )
        case .idle: AttackScript(idleCount, .silence)
        case .halfHead, .hugeHead, .hugeBody, .dripBody, .malformed, .churn, .noHandshake,
            .gzipBomb, .logIn, .unreadPages:
            preconditionFailure("\(attack.rawValue) is not tried with frames.")
        }
    }

    func load(_ run: LoadRun) async throws -> LoadResult {
        try await run.run { _ in }
    }

    func visit(by entrance: AttackScript.Entrance) async throws {
        switch entrance {
        case .plain:
            let socket = try LoopbackSocket(connectingTo: port(of: .plain))
            try socket.send(Self.emptyRequest)
            var answer: [UInt8] = []
            try socket.receive(into: &answer)
        case .secure:
            let client = try await Client.connect(to: secureAddress, credentials: credentials)
            defer { client.close() }
            let check = TTRPC.MethodDescriptor(
                service: HealthAPI.check.service,
                method: HealthAPI.check.name
            )
            _ = try await client.call(check, payload: [])
        }
    }

    /// A block of requests, each of a stream of its own.
    private static func checks(block: Int) -> [UInt8] {
        let numbers = block * requestCountPerBlock..<(block + 1) * requestCountPerBlock
        return numbers.flatMap { frame(check, UInt32(2 * $0 + 1), token: "") }
    }

    /// Watches everything that a user has, many times.
    private static func watches(of user: Population.User) -> [UInt8] {
        (0..<watchCountPerConnection).flatMap { number in
            frame(CallMaterial.watch, UInt32(2 * number + 1), token: user.accessToken)
        }
    }

    private static func frame(
        _ template: RequestTemplate,
        _ streamID: UInt32,
        token: String
    ) -> [UInt8] {
        var buffer = ByteBuffer()
        var envelope = RequestTemplate.Envelope(streamID: streamID)
        var token = token
        token.withUTF8 { utf8 in
            envelope.token = UnsafeRawBufferPointer(utf8)
            template.append(
                to: &buffer,
                envelope,
                UnsafeRawBufferPointer(start: nil, count: 0)
            )
        }
        return Array(buffer.bytes)
    }
}
