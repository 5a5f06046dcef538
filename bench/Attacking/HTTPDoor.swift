import CommandLineInterface
import Networking
import TTRPC

/// The door at which HTTP is spoken, for browsers and others who speak Connect.
struct HTTPDoor: AttackedDoor {
    let address: Address
    let secureAddress: Address
    /// So many that calls do not wait for one another but when each takes a tenth of a second; one
    /// address may have 64 in all.
    let honestConnectionCount = 48
    /// One, as HTTP clients have it.
    let depth = 1
    private let context: TLSClientContext
    private let loop: EventLoop

    /// What takes much of a server's memory, or has work left to it, comes last.
    static let attacks: [Attack] = [
        .flood, .malformed, .churn, .noHandshake, .halfHead, .hugeHead, .hugeBody, .drip,
        .dripBody, .stall, .idle, .gzipBomb, .logIn, .halfOpen, .unreadPages, .slowReader,
    ]

    /// As many streams as one account may have by default.
    private static let streamCountPerAccount = 16

    static func serverArguments(certificatePath: String) -> [String] {
        [
            "--web-listen", "http://127.0.0.1:0", "--web-listen", "https://127.0.0.1:0",
            "--tls-certificate", certificatePath,
        ]
    }

    init(of target: Target, certificatePath: String) throws {
        let places = target.furtherAddresses.compactMap { $0.split(separator: "//").last }
        guard places.count == 2 else {
            throw CommandFailure(.unreachable, "The server has no door for HTTP.")
        }
        address = try Address("tcp://\(places[0])")
        secureAddress = try Address("tls://\(places[1])")
        var options = TLSClientOptions()
        options.authorityPath = certificatePath
        context = try TLSClientContext(options, protocolName: "http/1.1")
        loop = try EventLoop(name: "visitor")
    }

    func script(
        of attack: Attack,
        idleCount: Int,
        _ population: Population
    ) -> AttackScript {
        switch attack {
        case .idle: AttackScript(idleCount, .silence)
        case .slowReader:
            AttackScript(
                1_600,
                .beginning { index in
                    let user = index / Self.streamCountPerAccount % population.users.count
                    return HTTPAttackRequests.watch(of: population.users[user])
                }
            )
        case .unreadPages:
            AttackScript(
                2_000,
                .beginning { index in
                    HTTPAttackRequests.page(of: population.users[index % population.users.count])
                }
            )
        case .logIn:
            // Each from an address and for an account of its own, as limits by either would have
            // the others answered without a look at the password.
            AttackScript(
                connectionCount: 200,
                connectionCountPerAddress: 1,
                conduct: .asking { HTTPAttackRequests.logIn(ofUserAt: $0 % population.users.count) }
            )
        case .halfOpen: .halfOpen(speaking: "http/1.1")
        case .noHandshake:
            AttackScript(
                connectionCount: 64,
                entrance: .secure,
                conduct: .passing(HTTPAttackRequests.noHandshake)
            )
        default: Self.script(of: attack)
        }
    }

    /// The attacks of strangers, who need to know nothing.
    private static func script(of attack: Attack) -> AttackScript {
        typealias Requests = HTTPAttackRequests
        return switch attack {
        case .flood: AttackScript(8, .flooding { _ in Requests.manyCalls })
        case .stall: AttackScript(1_000, .beginning { _ in Requests.halfBody })
        case .halfHead: AttackScript(2_000, .beginning { _ in Requests.halfHead })
        case .hugeHead: AttackScript(1_000, .beginning { _ in Requests.hugeHead })
        case .hugeBody: AttackScript(1_000, .beginning(Requests.hugeBody))
        case .drip: AttackScript(2_000, .dripping(Requests.smallest))
        case .dripBody: AttackScript(1_000, .dripping(Requests.bodyStart, after: Requests.head))
        case .malformed: AttackScript(64, .passing(Requests.malformed))
        case .churn: AttackScript(64, .passing { _ in [] })
        case .gzipBomb: AttackScript(200, .asking { _ in Requests.gzipBomb })
        case .halfOpen, .noHandshake, .logIn, .slowReader, .unreadPages, .idle:
            preconditionFailure("\(attack.rawValue) needs to know more.")
        }
    }

    func load(_ run: LoadRun) async throws -> LoadResult {
        try await run.run(over: ConnectWire.self) { _ in }
    }

    func visit(by entrance: AttackScript.Entrance) async throws {
        let port = try port(of: entrance)
        switch entrance {
        case .plain:
            let socket = try LoopbackSocket(connectingTo: port)
            try socket.send(HTTPAttackRequests.smallest)
            var answer: [UInt8] = []
            try socket.receive(into: &answer)
        case .secure:
            try await HTTPVisit.visit(
                port,
                asking: HTTPAttackRequests.smallest,
                trusting: context,
                on: loop
            )
        }
    }
}
