internal import Locking
import Glibc
import Networking

/// A connection that makes one call at a time, and says how long its answer took to come.
///
/// Used on one thread.
final class TimedConnection {
    private let socket: LoopbackSocket
    private var output = ByteBuffer()
    private var streamID: UInt32 = 1
    private var room = [UInt8](repeating: 0, count: TimedConnection.replyByteCountMax)

    /// More than any answer of the calls that are timed.
    private static let replyByteCountMax = 65_536

    /// Connects to a port of this machine.
    init(port: UInt16) throws {
        socket = try LoopbackSocket(connectingTo: port)
    }

    /// Makes a call, and waits for the whole answer.
    ///
    /// - Returns: Nanoseconds from the first byte sent to the last one received.
    func time(_ request: TimedRequest, _ turn: Int) throws -> UInt64 {
        request.append(to: &output, streamID: streamID, turn)
        streamID += 2
        let bytes = Array(output.bytes)
        output.removeAll()
        let start = MonotonicClock.now()
        try socket.send(bytes)
        try receiveReply()
        return MonotonicClock.now() - start
    }

    private func receiveReply() throws {
        let descriptor = socket.descriptor
        try room.withUnsafeMutableBytes { room in
            var count = 0
            while true {
                let free = UnsafeMutableRawBufferPointer(rebasing: room[count...])
                let received = recv(descriptor, free.baseAddress, free.count, 0)
                guard received > 0 else { throw BrokenReply() }
                count += received
                let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
                if try ReplyFrame.first(in: bytes) != nil { return }
            }
        }
    }
}

/// A call as it is made again and again.
struct TimedRequest: Sendable {
    let method: RequestTemplate
    /// Encoded requests, which take turns.
    let payloads: [[UInt8]]
    /// The caller's access token; nil for nobody's.
    let token: String?

    /// Adds the frame of a turn to what a connection is about to send.
    func append(to output: inout ByteBuffer, streamID: UInt32, _ turn: Int) {
        let token = Array((token ?? "").utf8)
        token.withUnsafeBytes { token in
            let envelope = RequestTemplate.Envelope(streamID: streamID, token: token)
            payloads[turn % payloads.count].withUnsafeBytes {
                method.append(to: &output, envelope, $0)
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

    /// Watches as somebody, and waits for the first page.
    init(port: UInt16, token: String) throws {
        socket = try LoopbackSocket(connectingTo: port)
        var output = ByteBuffer()
        TimedRequest(method: CallMaterial.watch, payloads: [[]], token: token)
            .append(to: &output, streamID: 1, 0)
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
