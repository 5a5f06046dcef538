/// The connections of one attack, driven by one thread.
struct Attackers: ~Copyable {
    private let script: AttackScript
    private var sockets: [AttackSocketBox] = []
    /// How many connections have sent what they begin with.
    private var begunCount = 0
    /// How many blocks have been made of a flood.
    private var blockCount = 0
    /// How many bytes have been sent, one after the other on each connection.
    private var dripCount = 0
    private var nextDrip = ContinuousClock.now

    /// A socket in an array.
    private final class AttackSocketBox {
        var socket: AttackSocket

        init(_ socket: consuming AttackSocket) { self.socket = socket }
    }

    /// Opens the connections.
    init(_ script: AttackScript, port: UInt16) throws {
        self.script = script
        for index in 0..<script.connectionCount {
            let address = index / script.connectionCountPerAddress
            let socket = try AttackSocket(port: port, fromAddress: address)
            sockets.append(AttackSocketBox(socket))
            // The system keeps only so many that the server has not yet taken.
            if index % 1_000 == 999 { step() }
        }
    }

    /// How many connections the server has left open.
    var openCount: Int { sockets.count { !$0.socket.isClosed } }

    /// Does what the attack does next, as far as it can be done without waiting.
    mutating func step() {
        switch script.conduct {
        case .silence: break
        case .beginning(let firstBytes): begin(firstBytes)
        case .dripping(let bytes): drip(bytes)
        case .flooding(let block): flood(block)
        }
    }

    /// Has those that have not yet begun send their first bytes, and no more.
    private mutating func begin(_ firstBytes: (Int) -> [UInt8]) {
        // Of what is longer than the system takes at once, the rest follows.
        for box in sockets[..<begunCount] where !box.socket.hasSentAll { box.socket.send() }
        for index in begunCount..<sockets.count { sockets[index].socket.send(firstBytes(index)) }
        begunCount = sockets.count
    }

    /// Has each connection send a byte a second, each at its own moment: who drips hides in time.
    private mutating func drip(_ bytes: [UInt8]) {
        while nextDrip <= .now, dripCount < sockets.count * bytes.count {
            sockets[dripCount % sockets.count].socket.send([bytes[dripCount / sockets.count]])
            nextDrip += .seconds(1) / sockets.count
            dripCount += 1
        }
    }

    private mutating func flood(_ block: (Int) -> [UInt8]) {
        guard sockets.contains(where: { $0.socket.hasSentAll }) else {
            for box in sockets { box.socket.send() }
            return
        }
        let bytes = block(blockCount)
        blockCount += 1
        for box in sockets {
            if box.socket.hasSentAll { box.socket.send(bytes) } else { box.socket.send() }
        }
    }
}
