import CommandLineInterface

/// A connection to Redis for what is done before the measuring: one command after the other.
struct RedisConnection: ~Copyable {
    private let socket: LoopbackSocket
    private var received: [UInt8] = []

    /// Connects to a port of this machine.
    init(port: UInt16) throws {
        socket = try LoopbackSocket(connectingTo: port)
    }

    /// Sends a command of words, and returns the text of its answer.
    @discardableResult
    mutating func call(_ words: [String]) throws -> String {
        try socket.send(RESPWriter(words).bytes)
        return try reply(to: words.first ?? "")
    }

    /// Sends commands that were built before, and takes their answers.
    mutating func call(_ commands: [[UInt8]]) throws {
        try socket.send(Array(commands.joined()))
        for _ in commands { _ = try reply(to: "a command of a preload") }
    }

    private mutating func reply(to command: String) throws -> String {
        while true {
            let reply = received.withUnsafeBytes { RESPReply(reading: $0) }
            switch reply {
            case .incomplete:
                try socket.receive(into: &received)
            case .malformed:
                throw CommandFailure(.protocolViolation, "Redis answered \(command) with no reply.")
            case .reply(let content, let byteCount):
                defer { received.removeFirst(byteCount) }
                switch content {
                case .error(let range):
                    let text = String(decoding: received[range], as: UTF8.self)
                    throw CommandFailure(.refused, "Redis refused \(command): \(text).")
                case .bulk(let range):
                    return String(decoding: received[range], as: UTF8.self)
                case .simple, .null, .array:
                    return ""
                }
            }
        }
    }
}
