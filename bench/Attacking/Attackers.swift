/// The connections of one attack, driven by one thread.
struct Attackers: ~Copyable {
    /// How many connections have been opened so far.
    private(set) var openedCount = 0
    private let script: AttackScript
    private let port: UInt16
    /// The number of the first address that they come from.
    private let firstAddress: Int
    private var sockets: [AttackSocketBox] = []
    /// How many connections have sent what they begin with.
    private var begunCount = 0
    /// How many blocks have been made of a flood.
    private var blockCount = 0
    /// How many bytes have been sent, one after the other on each connection.
    private var dripCount = 0
    private var nextDrip = ContinuousClock.now

    /// Passers-by that come in a step: up to 4,000 in a second.
    private static let passingCountPerStep = 8
    /// Passers-by come from so many addresses in turn.
    private static let passingAddressCount = 240
    /// Who asks again and again does so no more than twenty times in a second.
    private static let askingPause = Duration.milliseconds(50)

    /// A socket in an array, and whether it waits for an answer.
    private final class AttackSocketBox {
        var socket: AttackSocket
        var isAnswered = true
        var nextQuestion = ContinuousClock.now

        init(_ socket: consuming AttackSocket) { self.socket = socket }
    }

    /// Opens the connections, but for those of passers-by.
    ///
    /// - Parameters:
    ///   - script: What they do.
    ///   - port: Where the server listens.
    ///   - firstAddress: The number of the first address that they come from.
    /// - Throws: `CommandFailure` if the system gives them no connections.
    init(_ script: AttackScript, port: UInt16, firstAddress: Int) throws {
        self.script = script
        self.port = port
        self.firstAddress = firstAddress
        if case .passing = script.conduct { return }
        for index in 0..<script.connectionCount {
            try open(fromAddress: index / script.connectionCountPerAddress)
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
        case .dripping(let bytes, let firstBytes):
            begin { _ in firstBytes }
            drip(bytes)
        case .flooding(let block): flood(block)
        case .asking(let request): ask(request)
        case .passing(let bytes): pass(bytes)
        }
    }

    private mutating func open(fromAddress address: Int) throws {
        let socket = try AttackSocket(port: port, fromAddress: firstAddress + address)
        sockets.append(AttackSocketBox(socket))
        openedCount += 1
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

    /// Has each ask that has its answer.
    private func ask(_ request: (Int) -> [UInt8]) {
        let now = ContinuousClock.now
        for (index, box) in sockets.enumerated() {
            box.socket.send()
            if box.socket.discardReceived() { box.isAnswered = true }
            guard box.isAnswered, box.nextQuestion <= now else { continue }
            box.socket.send(request(index))
            box.isAnswered = false
            box.nextQuestion = now + Self.askingPause
        }
    }

    /// Has some come and say something, and as many of those before them go.
    private mutating func pass(_ bytes: (Int) -> [UInt8]) {
        for _ in 0..<Self.passingCountPerStep {
            let address = openedCount / script.connectionCountPerAddress
            // Who finds no way in comes again with the next step.
            guard (try? open(fromAddress: address % Self.passingAddressCount)) != nil else {
                return
            }
            sockets[sockets.count - 1].socket.send(bytes(openedCount - 1))
        }
        sockets.removeFirst(max(0, sockets.count - script.connectionCount))
    }
}
