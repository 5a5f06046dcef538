/// How an attack goes at a door.
struct AttackScript: Sendable {
    /// How many connections the attackers have at a time.
    let connectionCount: Int
    /// How many of them come from one address: fewer than a server allows by default, so that what
    /// is measured is what a server without luck has to bear.
    var connectionCountPerAddress = 50
    /// Where they connect: where the door speaks TLS, or where it does not.
    var entrance = Entrance.plain
    /// What they do there.
    let conduct: Conduct

    /// The two ways in at a door.
    enum Entrance: Sendable {
        /// Without encryption.
        case plain
        /// With TLS.
        case secure
    }

    /// What attackers do on each of their connections, whatever is spoken there.
    enum Conduct: Sendable {
        /// Nothing.
        case silence
        /// Some first bytes, by the number of the connection, and nothing after them.
        case beginning(@Sendable (Int) -> [UInt8])
        /// A byte a second, after some that come at once.
        case dripping([UInt8], after: [UInt8] = [])
        /// Blocks without end, by their number, and what comes back is not read.
        case flooding(@Sendable (Int) -> [UInt8])
        /// A request, by the number of the connection, and again when it was answered.
        case asking(@Sendable (Int) -> [UInt8])
        /// Something, by how many connections there were before; soon the connection is closed, and
        /// another one opened in its place.
        case passing(@Sendable (Int) -> [UInt8])
    }
}

extension AttackScript {
    /// Has so many connections do something without TLS.
    init(_ connectionCount: Int, _ conduct: Conduct) {
        self.init(connectionCount: connectionCount, conduct: conduct)
    }

    /// Handshakes of TLS that end before they have begun: every other one has the server compute.
    static func halfOpen(speaking protocolName: String) -> AttackScript {
        let hello = ClientHello.bytes(speaking: protocolName)
        return AttackScript(
            connectionCount: 5_000,
            entrance: .secure,
            conduct: .beginning { $0 % 2 == 0 ? hello : Array(hello.prefix(5)) }
        )
    }
}
