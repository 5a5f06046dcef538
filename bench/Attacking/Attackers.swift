import NoteletAPI
import TTRPC

/// The connections of one attack, driven by one thread.
struct Attackers: ~Copyable {
    private let attack: Attack
    private var sockets: [AttackSocketBox] = []
    private var nextStreamID: UInt32 = 1
    /// How many connections have sent what they begin with.
    private var begunCount = 0
    /// How many bytes have been sent, one after the other on each connection.
    private var dripCount = 0
    private var nextDrip = ContinuousClock.now

    private static let check = RequestTemplate(
        service: HealthAPI.check.service,
        method: HealthAPI.check.name
    )
    /// Requests that are written at once: some 50 KiB.
    private static let requestCountPerBlock: UInt32 = 1_000
    private static let watchCountPerConnection: UInt32 = 32
    /// The beginning of a request of 16,000 bytes, which a stranger may send.
    private static let header: [UInt8] = [0, 0, 0x3E, 0x80, 0, 0, 0, 1, 1, 0]

    /// A socket in an array.
    private final class AttackSocketBox {
        var socket: AttackSocket

        init(_ socket: consuming AttackSocket) { self.socket = socket }
    }

    /// Opens the connections.
    init(_ attack: Attack, count: Int, port: UInt16, _ population: Population) throws {
        self.attack = attack
        for index in 0..<count {
            let address = index / Attack.connectionCountPerAddress
            let socket = try AttackSocket(port: port, fromAddress: address)
            sockets.append(AttackSocketBox(socket))
            // The system keeps only so many that the server has not yet taken.
            if index % 1_000 == 999 { step() }
        }
        if attack == .slowReader { watch(population) }
    }

    /// How many connections the server has left open.
    var openCount: Int { sockets.count { !$0.socket.isClosed } }

    /// Does what the attack does next, as far as it can be done without waiting.
    mutating func step() {
        switch attack {
        case .flood: flood()
        case .stall: begin { _ in Self.header }
        case .drip: drip()
        case .halfOpen:
            begin { $0 % 2 == 0 ? ClientHello.bytes : Array(ClientHello.bytes.prefix(5)) }
        case .slowReader: for box in sockets { box.socket.send() }
        case .idle: break
        }
    }

    private mutating func flood() {
        guard sockets.contains(where: { $0.socket.hasSentAll }) else {
            for box in sockets { box.socket.send() }
            return
        }
        var block: [UInt8] = []
        for _ in 0..<Self.requestCountPerBlock {
            block += Self.frame(Self.check, nextStreamID, token: "")
            nextStreamID += 2
        }
        for box in sockets {
            if box.socket.hasSentAll { box.socket.send(block) } else { box.socket.send() }
        }
    }

    /// Has those that have not yet begun send their first bytes, and no more.
    private mutating func begin(_ firstBytes: (Int) -> [UInt8]) {
        for index in begunCount..<sockets.count { sockets[index].socket.send(firstBytes(index)) }
        begunCount = sockets.count
    }

    /// Has each connection send a byte a second, each at its own moment: who drips hides in time.
    private mutating func drip() {
        while nextDrip <= .now, dripCount < sockets.count * Self.header.count {
            let byte = Self.header[dripCount / sockets.count]
            sockets[dripCount % sockets.count].socket.send([byte])
            nextDrip += .seconds(1) / sockets.count
            dripCount += 1
        }
    }

    /// Watches everything that users have, one user a connection and many times.
    private func watch(_ population: Population) {
        for (index, box) in sockets.enumerated() {
            let user = population.users[index % population.users.count]
            for number in 0..<Self.watchCountPerConnection {
                box.socket.send(
                    Self.frame(CallMaterial.watch, 2 * number + 1, token: user.accessToken)
                )
            }
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
