internal import Locking
import Glibc
import Networking

/// The door of a server on this machine by which timed calls come in.
enum TimedDoor: Sendable {
    /// ttrpc over TCP, at this port.
    case ttrpc(port: UInt16)
    /// HTTP, at this port: kept-alive connections, and messages in the binary form.
    case web(port: UInt16)

    /// Opens a connection.
    fileprivate func connect() throws -> LoopbackSocket {
        switch self {
        case .ttrpc(let port), .web(let port): try LoopbackSocket(connectingTo: port)
        }
    }

    /// Adds a request of a turn to what is about to be sent.
    fileprivate func append(
        _ request: TimedRequest,
        to output: inout ByteBuffer,
        streamID: UInt32,
        _ turn: Int
    ) {
        switch self {
        case .ttrpc: request.appendFrame(to: &output, streamID: streamID, turn)
        case .web: request.appendHTTP(to: &output, turn)
        }
    }

    /// Whether a whole reply has come.
    fileprivate func isWhole(_ reply: UnsafeRawBufferPointer) throws -> Bool {
        switch self {
        case .ttrpc: try ReplyFrame.first(in: reply) != nil
        case .web: try HTTPReply.first(in: reply) != nil
        }
    }
}

/// A connection that makes one call at a time, and says how long its answer took to come.
///
/// Used on one thread.
final class TimedConnection {
    private let door: TimedDoor
    private let socket: LoopbackSocket
    private var output = ByteBuffer()
    private var streamID: UInt32 = 1
    private var room = [UInt8](repeating: 0, count: TimedConnection.replyByteCountMax)

    /// More than any answer of the calls that are timed.
    private static let replyByteCountMax = 65_536

    /// Connects to a door.
    init(to door: TimedDoor) throws {
        self.door = door
        socket = try door.connect()
    }

    /// Makes a call, and waits for the whole answer.
    ///
    /// - Returns: Nanoseconds from the first byte sent to the last one received.
    func time(_ request: TimedRequest, _ turn: Int) throws -> UInt64 {
        door.append(request, to: &output, streamID: streamID, turn)
        streamID += 2
        let bytes = Array(output.bytes)
        output.removeAll()
        let start = MonotonicClock.now()
        try socket.send(bytes)
        return try receiveReply() - start
    }

    /// Waits for the whole answer, and returns the moment when its last byte was there.
    private func receiveReply() throws -> UInt64 {
        let descriptor = socket.descriptor
        return try room.withUnsafeMutableBytes { room in
            var count = 0
            while true {
                let free = UnsafeMutableRawBufferPointer(rebasing: room[count...])
                let received = recv(descriptor, free.baseAddress, free.count, 0)
                let end = MonotonicClock.now()
                guard received > 0 else { throw BrokenReply() }
                count += received
                let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
                if try door.isWhole(bytes) { return end }
            }
        }
    }
}

/// A live watch on a connection of its own, read between the calls that are timed.
///
/// Used on one thread.
final class HeldWatch {
    private let socket: LoopbackSocket
    private var room = [UInt8](repeating: 0, count: 65_536)

    /// Watches as somebody, and waits for the first bytes that come of it.
    init(through door: TimedDoor, token: String) throws {
        socket = try door.connect()
        var output = ByteBuffer()
        door.append(TimedRequest(watchingAs: token), to: &output, streamID: 1, 0)
        try begin(Array(output.bytes))
    }

    private func begin(_ request: [UInt8]) throws {
        try socket.send(request)
        var first: [UInt8] = []
        try socket.receive(into: &first)
    }

    /// Takes what has come, if anything has.
    func drain() {
        let descriptor = socket.descriptor
        room.withUnsafeMutableBytes { room in
            while recv(descriptor, room.baseAddress, room.count, Int32(MSG_DONTWAIT)) > 0 {}
        }
    }
}
