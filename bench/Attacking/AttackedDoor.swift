import CommandLineInterface
import TTRPC

/// A door of a server that is attacked, and by which its honest clients come in.
protocol AttackedDoor: Sendable {
    /// The attacks that are tried here.
    static var attacks: [Attack] { get }

    /// The options of a server that has the door open, with and without TLS, and that proves
    /// itself with the certificate of a file.
    static func serverArguments(certificatePath: String) -> [String]

    /// Finds the door of a server that was started with these options.
    init(of target: Target, certificatePath: String) throws

    /// Where honest clients connect.
    var address: Address { get }

    /// Where TLS is spoken.
    var secureAddress: Address { get }

    /// How many connections the honest clients have together, all from one address.
    var honestConnectionCount: Int { get }

    /// How many calls they have under way on each of them.
    var depth: Int { get }

    /// What an attack does here.
    ///
    /// - Parameters:
    ///   - attack: One of those that are tried here.
    ///   - idleCount: How many connections the attack idle has.
    ///   - population: Whom the attackers can speak for.
    /// - Returns: How it goes.
    func script(
        of attack: Attack,
        idleCount: Int,
        _ population: Population
    ) -> AttackScript

    /// Puts the honest load on the server.
    func load(_ run: LoadRun) async throws -> LoadResult

    /// Connects, and waits for a first answer.
    func visit(by entrance: AttackScript.Entrance) async throws
}

extension AttackedDoor {
    /// The port that attackers connect to.
    func port(of entrance: AttackScript.Entrance) throws -> UInt16 {
        switch entrance == .secure ? secureAddress : address {
        case .tcp(_, let port), .tls(_, let port): return port
        case .unix: throw CommandFailure(.usage, "Only a server on TCP is attacked.")
        }
    }
}
