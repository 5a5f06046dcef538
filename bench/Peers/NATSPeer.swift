import CommandLineInterface
import TTRPC

/// A private NATS whose JetStream keeps notes on the same promise: a stream with a subject for each
/// receiver, empty at first.
final class NATSPeer: LoadedPeer {
    /// What it calls its version.
    let version: String
    let address: Address
    let processIdentifier: Int32?
    private let script: PeerScript

    /// The name of the stream.
    static let streamName = "notes"
    /// A receiver's subject is this and his number.
    static let subjectPrefix = "note."

    /// Starts it and makes its stream.
    ///
    /// - Parameters:
    ///   - scripts: The folder bench/peers.
    ///   - folder: Where it may write.
    /// - Throws: `PeerAbsence` if it is not there; `CommandFailure` if it makes no stream.
    init(scripts: String, folder: String) throws {
        script = try PeerScript(path: scripts + "/nats.sh", arguments: [folder], wordCountMin: 3)
        version = script.words[1]
        processIdentifier = Int32(script.words[2])
        let port = UInt16(script.words[0]) ?? 0
        address = .tcp(host: "127.0.0.1", port: port)
        do {
            try Self.makeStream(port: port)
        } catch {
            script.stop()
            throw error
        }
    }

    func caller(_ material: CallMaterial, pageSize: Int, connection: Int) -> NATSCaller {
        NATSCaller(material, connection: connection)
    }

    /// Stops it and removes what it wrote.
    func stop() {
        script.stop()
    }

    private static func makeStream(port: UInt16) throws {
        let inbox = "_INBOX.preparation"
        let settings = """
            {"name":"\(streamName)","subjects":["\(subjectPrefix)*"],"storage":"file",\
            "retention":"limits","discard":"old","num_replicas":1,"max_consumers":-1,\
            "max_msgs":-1,"max_bytes":-1,"max_age":0}
            """
        let request = """
            PUB $JS.API.STREAM.CREATE.\(streamName) \(inbox) \(settings.utf8.count)\r
            \(settings)\r

            """
        let socket = try LoopbackSocket(connectingTo: port)
        try socket.send(NATSCaller.greeting(inbox: inbox) + Array(request.utf8))
        let answer = try firstMessage(from: socket)
        guard answer.contains("\"did_create\":true") else {
            throw CommandFailure(.refused, "NATS made no stream: \(answer)")
        }
    }

    /// What the first message that arrives holds.
    private static func firstMessage(from socket: borrowing LoopbackSocket) throws -> String {
        var received: [UInt8] = []
        while true {
            switch received.withUnsafeBytes({ NATSOperation(reading: $0) }) {
            case .incomplete:
                try socket.receive(into: &received)
            case .operation(.message(_, let payload), _):
                return String(decoding: received[payload], as: UTF8.self)
            case .operation(.error(let range), _):
                return String(decoding: received[range], as: UTF8.self)
            case .operation(_, let byteCount):
                received.removeFirst(byteCount)
            case .malformed:
                throw CommandFailure(.protocolViolation, "NATS said what is none of its lines.")
            }
        }
    }
}
