import CommandLineInterface
import TTRPC

/// A private C server, a log in front of a clustered LMDB, that keeps the same notes on the same
/// promise.
final class ClusteredPeer: LoadedPeer {
    /// What it calls its version: that of its LMDB.
    let version: String
    let address: Address
    let processIdentifier: Int32?
    private let script: PeerScript

    /// Builds it, starts it and fills it.
    ///
    /// - Parameters:
    ///   - scripts: The folder bench/peers.
    ///   - folder: Where it may write.
    ///   - plan: The notes that it is filled with.
    /// - Throws: `PeerAbsence` if it is not there; `CommandFailure` if it cannot be filled.
    init(scripts: String, folder: String, _ plan: PreloadPlan) throws {
        script = try PeerScript(
            path: scripts + "/clustered.sh",
            arguments: [folder],
            wordCountMin: 3
        )
        version = "with LMDB \(script.words[1])"
        processIdentifier = Int32(script.words[2])
        let port = UInt16(script.words[0]) ?? 0
        address = .tcp(host: "127.0.0.1", port: port)
        do {
            var connection = try ClusteredConnection(port: port)
            // While it is filled, nothing is promised yet.
            try connection.call([.promise(isKept: false)])
            try ClusteredPreload(plan).run(on: &connection)
            try connection.call([.promise(isKept: true)])
        } catch {
            script.stop()
            throw error
        }
    }

    func caller(_ material: CallMaterial, pageSize: Int, connection: Int) -> ClusteredCaller {
        ClusteredCaller(material, pageSize: pageSize, connection: connection)
    }

    /// Stops it and removes what it wrote.
    func stop() {
        script.stop()
    }
}

/// A connection to the C server for what is done before the measuring.
struct ClusteredConnection: ~Copyable {
    private let socket: LoopbackSocket
    private var received: [UInt8] = []

    /// Connects to a port of this machine.
    init(port: UInt16) throws {
        socket = try LoopbackSocket(connectingTo: port)
    }

    /// Makes calls together, and waits until all are done.
    mutating func call(_ calls: [ClusteredCall]) throws {
        try socket.send(calls.flatMap(\.bytes))
        var waitingCount = calls.count
        while waitingCount > 0 {
            try socket.receive(into: &received)
            waitingCount -= try takeReplies()
        }
    }

    /// Takes the answers that are whole, and returns their number.
    private mutating func takeReplies() throws -> Int {
        var (count, offset) = (0, 0)
        try received.withUnsafeBytes { bytes in
            while let reply = try ClusteredReply.first(
                in: UnsafeRawBufferPointer(rebasing: bytes[offset...])
            ) {
                guard reply.isDone else {
                    throw CommandFailure(.refused, "The C server refused a call of a preload.")
                }
                count += 1
                offset += reply.byteCount
            }
        }
        received.removeFirst(offset)
        return count
    }
}

/// Fills the C server with the notes that the store of Notelet is filled with.
struct ClusteredPreload {
    private let plan: PreloadPlan

    /// Notes on their way at a time.
    private static let batchCount = 1000

    /// Prepares to write the notes of a plan.
    init(_ plan: PreloadPlan) {
        self.plan = plan
    }

    /// Writes all notes, each user's together, in the order in which he received them.
    func run(on connection: inout ClusteredConnection) throws {
        var send = ClusteredCall.send(content: Array(plan.corpus.text(at: 0).utf8))
        for start in stride(from: 0, to: plan.messageCount, by: Self.batchCount) {
            let batch = start..<min(start + Self.batchCount, plan.messageCount)
            try connection.call(
                batch.map { index in
                    let (sender, receiver) = plan.correspondents(ofMessage: index)
                    send.set(sender: sender, receiver: receiver)
                    return send
                }
            )
        }
    }
}
